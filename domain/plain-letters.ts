/** Letters that are one with their stroke, and ligatures, each with what is typed for it: no accent could be taken off them. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};

const ANY = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'giu');

const plainOf = (letter: string): string => PLAIN[letter] ?? PLAIN[letter.toLowerCase()]?.toUpperCase() ?? letter;

/** A text that has no accents any more, in the letters of every keyboard: `Bjørn` → `Bjorn`, `Strauß` → `Strauss`. */
export const plainLetters = (text: string): string => text.replaceAll(ANY, plainOf);
