import { NAME_PARTICLES, NAME_SUFFIXES, NAME_TITLES } from './file-cell.ts';
import type { Contact } from './lead.ts';
import { plainWords } from './lead-search.ts';
import { shownByPages } from './page-text.ts';
import { plainLetters } from './plain-letters.ts';
import { plainText } from './plain-text.ts';
import { areUnspaced, holdsWords } from './whole-words.ts';

/** The name of a lead, in running text: as the file has it, and each name that is in it. A couple has two, and a title is none. */

export type Name = Pick<Contact, 'firstName' | 'lastName'>;

/** No lead has longer ones, the first and the last together. */
const LONGEST = 250;

/** Its full stop ends no sentence. */
const INITIAL = /(?<!\p{L})(\p{L})\./gu;

/**
 * In words that people take for the same: `O’Brien`, `O'Brien`; `Ann-Marie`, `Ann Marie`; `Álvarez, José`, `Alvarez+Jose`; `J.R.`,
 * `J R`; `Bjørn`, `Bjorn`.
 */
const wordsOf = (plain: string): string =>
  plainLetters(plainWords(plain.replaceAll(INITIAL, '$1 ').replaceAll(/[,+]/g, ' ')));

const plainName = (name: string): string => plainText(shownByPages(name.slice(0, LONGEST)));

/** `Lee Jr.` is Lee to those who know him. */
const SUFFIX = new RegExp(String.raw`(?: (?:${NAME_SUFFIXES}))?\.?$`, 'i');
const nameOf = (name: string): string => wordsOf(plainName(name)).replace(SUFFIX, '');

/** Between two people, `Ann & Bob Lee`, and around what else is said of one: `Ann Lee (Bob's wife)`. */
const BETWEEN_PEOPLE = /\s(?:and|y)(?=\s)|[&+/,;|()[\]"“”]/i;

const AROUND_WORD = /^\P{L}+|(?:'s)?\P{L}*$/giu;

const NO_NAME = new RegExp(
  `^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sir|wife|husband|spouse|partner|family|trust|of|the|${NAME_TITLES}|${NAME_SUFFIXES})$`,
  'i',
);

/** Particles belong to a name, and are no name alone: `Maria de la Cruz`. */
const PARTICLE = new RegExp(`^(?:${NAME_PARTICLES})$`, 'i');

const isName = (word: string): boolean => !PARTICLE.test(word);

/** The names among the words of one person. The last word is always one: `Minh Le`, `Mac` of `Mac & Ann Lee`. */
const namesAmong = (words: readonly string[]): readonly string[] =>
  words.filter((word, index) => isName(word) || index === words.length - 1);

/** The names of each person, without titles and single letters. */
const peopleOf = (name: string): readonly (readonly string[])[] =>
  plainName(name)
    .split(BETWEEN_PEOPLE)
    .map((person) =>
      wordsOf(person)
        .split(' ')
        .map((word) => word.replaceAll(AROUND_WORD, ''))
        .filter((word) => word.length > 1 && !NO_NAME.test(word)),
    )
    .filter((words) => words.length > 0);

/** `Garcia Lopez, Ana Maria` may also be one person, who is called Ana Garcia. */
const asOnePerson = ([before = [], behind = [], ...others]: readonly (readonly string[])[]): readonly string[] => {
  const [family, given] = [namesAmong(before), namesAmong(behind)];
  if (others.length > 0 || family.length < 2 || given.length < 2) return [];
  return [family[0], family.at(-1)].map((last) => `${given[0]} ${last}`);
};

/** The family name stands last, and behind the last of a couple: Ann & Bob Lee are Ann Lee and Bob Lee. */
const wholeNamesWithin = (name: string): readonly string[] => {
  const people = peopleOf(name);
  const isWhole = (words: readonly string[]): boolean => namesAmong(words).length > 1;
  const family = (people.findLast(isWhole) ?? people.at(-1))?.at(-1);
  const names = people.flatMap((words) => {
    const [first] = namesAmong(words);
    const last = isWhole(words) ? words.at(-1) : family;
    const pairs = first === last ? [] : [`${first} ${last}`, `${last} ${first}`];
    return isWhole(words) ? [words.join(' '), ...pairs] : pairs;
  });
  return [...names, ...asOnePerson(people)];
};

const wholeNamesOf = ({ firstName, lastName }: Name): readonly string[] => {
  const [first, last] = [nameOf(firstName), nameOf(lastName)];
  const within = wholeNamesWithin(`${firstName} ${lastName}`);
  const only = `${first}${last}`;
  if (first === '' || last === '') return areUnspaced(only) && only.length > 1 ? [only, ...within] : within;
  const together = areUnspaced(only) ? [only, `${last}${first}`] : [];
  // With the full stop of `Wm. Lee`, which `nameOf` leaves out.
  const typed = wordsOf(`${plainName(firstName)} ${plainName(lastName)}`);
  return [typed, `${first} ${last}`, `${last} ${first}`, ...together, ...within];
};

/** Whether a name is part of another one, in whole words: `Ann` of `Lee, Ann`, and not of `Anna Lee`. */
export const isPartOfName = (part: string, whole: string): boolean => {
  const words = nameOf(part).toLowerCase();
  return words !== '' && holdsWords(wordsOf(plainName(whole)).toLowerCase(), words);
};

/** Whether a plain text holds a whole name of the lead. */
export const holdsWholeName = (plain: string, name: Name): boolean => {
  const words = wordsOf(plain).toLowerCase();
  return wholeNamesOf(name).some((whole) => holdsWords(words, whole.toLowerCase()));
};

/** Without a capital letter, `park` is a place. */
const CAPITAL = /\p{Lu}/u;

/**
 * The first and the last name of the lead, or else single words of them, if words of a plain text are like it: perhaps another Ann, or
 * a park. They have a capital letter, or are written just as the name is; most files have names in a case of their own: `ANN`, `ann`.
 */
export const namesLikeWordsOf = (plain: string, { firstName, lastName }: Name): readonly string[] => {
  // Lower case moves no position: İ, the only letter that would grow by it, has lost its dot in `wordsOf`.
  const words = wordsOf(plain);
  const lower = words.toLowerCase();
  const isThere = (name: string): boolean => {
    const isMeant = (at: number): boolean => {
      const found = words.slice(at, at + name.length);
      return found === name || CAPITAL.test(found);
    };
    return name.length > 1 && !NO_NAME.test(name) && holdsWords(lower, name.toLowerCase(), isMeant);
  };
  const like = [firstName, lastName].flatMap((typed) =>
    isThere(nameOf(typed))
      ? [typed]
      : peopleOf(typed)
          .flat()
          .filter((word) => isName(word) && isThere(word)),
  );
  return [...new Set(like)];
};
