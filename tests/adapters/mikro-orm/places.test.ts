import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { NO_PLACES } from '#adapters/mikro-orm/lists/places.ts';
import type { NumberedPlace } from '#adapters/mikro-orm/lists/places.ts';
import { isFound, leadSearch, readAmong } from '#domain/lead-search.ts';
import { aStateCode } from '#tests/support/arbitrary.ts';
import { holds } from '#tests/support/property.ts';
import { aCity, aRealWord, aSearchText } from '#tests/support/searches.ts';

const somePlaces = (): fc.Arbitrary<readonly NumberedPlace[]> =>
  fc
    .array(fc.record({ city: fc.oneof(aCity(), aRealWord()), state: aStateCode() }), { maxLength: 40 })
    .map((places) => places.map((place, index) => ({ ...place, id: index + 1, mark: `mark ${index + 1}` })));

describe('the dictionary of places', () => {
  it('finds what the domain says, however it learnt of the places', async () => {
    const aCut = fc.nat({ max: 40 });
    await holds(
      fc.property(somePlaces(), aCut, fc.array(aSearchText(), { minLength: 1 }), (places, cut, texts) => {
        const dictionary = NO_PLACES.and(places.slice(0, cut)).and(places).and(places.slice(cut));
        expect(dictionary.newest.id).toBe(places.length);
        for (const { mark } of places) expect(dictionary.knows(mark)).toBe(true);
        expect([dictionary.knows('mark 99'), dictionary.knows(null)]).toEqual([false, true]);
        for (const text of texts) {
          const search = leadSearch(text);
          if (search.by === 'everything') continue;
          const { states, places: ids } = dictionary.find(search);
          expect(new Set(ids).size).toBe(ids.length);
          const found = places.filter(({ id, state }) => states.includes(state) || ids.includes(id));
          expect(found).toEqual(places.filter((place) => isFound(readAmong(search, places), place)));
          // Counted by state and by place, none is counted twice.
          for (const { id, state } of places) expect(states.includes(state) && ids.includes(id)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});
