import type { LeadSearch } from '#domain/lead-search.ts';
import type { Row } from './floor-database.ts';

/** What a search comes to: one whole state, or some places. */
export type Wanted = { readonly state: string } | { readonly ids: readonly number[]; readonly items: number };

type Start = { readonly text: string; readonly isFirst: boolean; readonly place: KnownPlace };
type KnownPlace = { readonly id: number; readonly state: string; readonly listed: number };

/** Where a text that begins with `start`, or the next one after it, stands among sorted ones. */
const lowerBound = (starts: readonly Start[], start: string): number => {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle]?.text ?? '') < start) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Places are so few that they are searched in memory: by the start of each of their words, sorted. */
export const floorPlaces = (rows: readonly Row[]) => {
  const known = (rows as readonly [number, string, string, string, number][]).map(
    ([id, city, state, search, listed]) => ({
      id,
      state,
      listed,
      words: search.slice(1).split(' '),
      json: `"city":${JSON.stringify(city)},"state":"${state}"`,
    }),
  );
  const starts = known
    .flatMap((place) =>
      place.words.map((_, at): Start => ({ text: place.words.slice(at).join(' '), isFirst: at === 0, place })),
    )
    .toSorted((a, b) => (a.text < b.text ? -1 : 1));
  const ofState = new Map(known.map(({ state }) => [state, known.filter((place) => place.state === state)]));

  const startingWith = (start: string, of: 'city' | 'word'): readonly KnownPlace[] => {
    const found = new Set<KnownPlace>();
    for (let at = lowerBound(starts, start); starts[at]?.text.startsWith(start) === true; at += 1) {
      const one = starts[at];
      if (one !== undefined && (of === 'word' || one.isFirst)) found.add(one.place);
    }
    return [...found];
  };

  const these = (places: readonly KnownPlace[]): Wanted => ({
    ids: places.map(({ id }) => id),
    items: places.reduce((sum, { listed }) => sum + listed, 0),
  });

  const find = (search: Exclude<LeadSearch, { readonly by: 'everything' }>): Wanted => {
    if (search.by === 'city') {
      const cities = startingWith(search.wordStart, 'word');
      return cities.length > 0 || search.otherwise === undefined ? these(cities) : find(search.otherwise);
    }
    const states = new Set<string>(search.states);
    if (search.by === 'city-and-state')
      return these(startingWith(search.wordStart, 'word').filter(({ state }) => states.has(state)));
    const cities = startingWith(search.city.start, search.city.of).filter(({ state }) => !states.has(state));
    const [state = ''] = search.states;
    if (cities.length === 0 && states.size === 1) return { state };
    return these([...[...states].flatMap((one) => ofState.get(one) ?? []), ...cities]);
  };

  return {
    all: known.reduce((sum, { listed }) => sum + listed, 0),
    /** The two parts of a row's JSON that its place gives. */
    jsonOf: (id: unknown): string => known[Number(id)]?.json ?? '',
    find,
  };
};
