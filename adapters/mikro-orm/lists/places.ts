import type { Place } from '#domain/lead.ts';
import { cityTexts } from '#domain/lead-search.ts';
import type { LeadSearch } from '#domain/lead-search.ts';

/** `mark` is unique, even if a place is given the number of one that was lost. */
export type NumberedPlace = Place & { readonly id: number; readonly mark: string };

/** The leads that a search finds: those of some states, and of some places outside these. */
export type Wanted = { readonly states: readonly string[]; readonly places: readonly number[] };

type Narrowing = Exclude<LeadSearch, { readonly by: 'everything' }>;
type Entry = { readonly text: string; readonly isWhole: boolean; readonly place: NumberedPlace };

const byText = (a: Entry, b: Entry): number => (a.text < b.text ? -1 : Number(a.text > b.text));

/** The index of the first text that is not before `start`. */
const firstFrom = (entries: readonly Entry[], start: string): number => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.text ?? '') < start) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Two sorted lists as one. A few are put among many without comparing the many, which sorting would do. */
const merged = (many: readonly Entry[], few: readonly Entry[]): readonly Entry[] => {
  const all: Entry[] = [];
  let taken = 0;
  const takeUntil = (end: number): void => {
    for (const entry of many.slice(taken, end)) all.push(entry);
    taken = end;
  };
  for (const entry of few) {
    takeUntil(firstFrom(many, entry.text));
    all.push(entry);
  }
  takeUntil(many.length);
  return all;
};

type Known = {
  readonly entries: readonly Entry[];
  readonly marks: ReadonlySet<string>;
  readonly newest: Pick<NumberedPlace, 'id' | 'mark'>;
};

export type PlaceDictionary = {
  /** The place with the highest number. All with lower numbers are known as well. */
  readonly newest: Known['newest'];
  /** Whether the place of a mark is known; `null` stands for no place, and always is. */
  readonly knows: (mark: string | null) => boolean;
  /** What `readAmong` and `isFound` of the domain would find, place by place. */
  readonly find: (search: Narrowing) => Wanted;
  /** A dictionary with more places, in the order of their numbers. Known ones are skipped. */
  readonly and: (places: readonly NumberedPlace[]) => PlaceDictionary;
};

const dictionaryOf = ({ entries, marks, newest }: Known): PlaceDictionary => {
  const startingWith = (start: string, of: 'city' | 'word'): readonly NumberedPlace[] => {
    const found = new Set<NumberedPlace>();
    for (let at = firstFrom(entries, start); entries[at]?.text.startsWith(start) === true; at += 1) {
      const entry = entries[at];
      if (entry !== undefined && (of === 'word' || entry.isWhole)) found.add(entry.place);
    }
    return [...found];
  };

  const placesOf = (search: Narrowing): readonly NumberedPlace[] => {
    switch (search.by) {
      case 'city': {
        const found = startingWith(search.wordStart, 'word');
        return found.length > 0 || search.otherwise === undefined ? found : placesOf(search.otherwise);
      }
      case 'city-and-state':
        return startingWith(search.wordStart, 'word').filter(({ state }) => search.states.includes(state));
      case 'state-or-city':
        return startingWith(search.city.start, search.city.of).filter(({ state }) => !search.states.includes(state));
    }
  };

  return {
    newest,
    knows: (mark) => mark === null || marks.has(mark),
    find: (search) => ({
      states: search.by === 'state-or-city' ? search.states : [],
      places: placesOf(search).map(({ id }) => id),
    }),
    and: (places) => {
      const added = places.filter(({ id }) => id > newest.id);
      const more = added.flatMap((place) =>
        cityTexts(place.city).map((text, index) => ({ text, isWhole: index === 0, place })),
      );
      return dictionaryOf({
        entries: merged(entries, more.toSorted(byText)),
        marks: marks.union(new Set(added.map(({ mark }) => mark))),
        newest: added.at(-1) ?? newest,
      });
    },
  };
};

/** Leads come from few places: these are held in memory, sorted by all texts by which a city can be found. */
export const NO_PLACES = dictionaryOf({ entries: [], marks: new Set(), newest: { id: 0, mark: '' } });
