import { v7 as uuid } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { Database } from '#adapters/mikro-orm/connection.ts';
import type { Query } from '#adapters/mikro-orm/connection/query.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { leadSearch } from '#domain/lead-search.ts';
import { onPglite, onPostgres } from '#tests/support/databases.ts';

const WINDOW = { page: { page: 1, size: 100 }, from: 0, until: 2 };

const readsOf = ({ query, reading }: Database) => ({ query, reading });

describe.each([
  ['PGlite', () => onPglite(readsOf)],
  ['PostgreSQL', () => onPostgres(readsOf)],
])('the cities that a search finds, on %s', (_, open) => {
  const shop = async () => {
    const { atomically, query, reading, close } = await open();
    onTestFinished(close);
    const listIn = (city: string) =>
      atomically(({ leads }) =>
        leads.add([
          {
            id: uuid(),
            place: { city, state: 'TX' },
            contact: {
              firstName: 'Ann',
              lastName: 'Poe',
              email: 'a@example.com',
              phone: undefined,
              address1: undefined,
            },
            description: 'Wants a house.',
            price: 100,
            standing: { state: 'listed', listedAt: 1 },
          },
        ]),
      );
    const listAll = async (cities: readonly string[]) => {
      for (const city of cities) await listIn(city);
    };
    /** As a standby that had not heard of them yet, once it is the primary; or a backup. */
    const lose = async (cities: readonly string[]) => {
      for (const table of ['lead', 'place']) await query(`delete from ${table} where city = any($1::text[])`, [cities]);
      await query(`select setval(pg_get_serial_sequence('place', 'id'), (select max(id) from place))`);
    };
    const searching = (read = reading) => {
      const { unsold } = databaseMarketplace({ reading: read });
      return async (city: string) =>
        (await unsold({ search: leadSearch(city), ...WINDOW })).rows.map((row) => row.city);
    };
    return { query, listAll, lose, searching };
  };

  it.each([
    ['fewer', ['Zagville']],
    ['as many, in another order', ['Zagville', 'Yoatown', 'Yobtown']],
    ['as many, of which the last has its number again', ['Zagville', 'Yobtown', 'Yoatown']],
    ['more', ['Zagville', 'Yoatown', 'Yobtown', 'Waco', 'Xenia']],
  ])(
    'are its own, also when the numbers of places that the database has lost are given out again: %s',
    async (__, again) => {
      const { listAll, lose, searching } = await shop();
      const lost = ['Yobtown', 'Zagville', 'Yoatown'];
      await listAll(['Austin', ...lost]);
      const search = searching();
      for (const city of ['Austin', ...lost]) expect(await search(city)).toEqual([city]);
      await lose(lost);
      expect(await search('Zagville')).toEqual([]);
      await listAll(again);
      for (const city of ['Austin', ...again]) expect(await search(city)).toEqual([city]);
      for (const city of lost) if (!again.includes(city)) expect(await search(city)).toEqual([]);
    },
  );

  it('are found by whoever asks first, also when somebody else learns of them meanwhile', async () => {
    const { query, listAll, searching } = await shop();
    await listAll(['Austin']);
    const [isAsked, mayBeTold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let asked = 0;
    const slowFirst: Query = async (...question) => {
      const answer = await query<never>(...question);
      if ((asked += 1) > 1) return answer;
      isAsked.resolve();
      await mayBeTold.promise;
      return answer;
    };
    const search = searching(() => slowFirst);
    const first = search('Austin');
    await isAsked.promise;
    expect(await search('Austin')).toEqual(['Austin']);
    mayBeTold.resolve();
    expect(await first).toEqual(['Austin']);
  });

  it('are read once for all who ask at once after a start, and once more for all after new ones', async () => {
    const { query, listAll, searching } = await shop();
    let readings = 0;
    const counting: Query = (statement, parameters) => {
      if (typeof statement === 'string' && statement.includes('from place')) readings += 1;
      return query(statement, parameters);
    };
    const search = searching(() => counting);
    const cities = ['Austin', 'Waco', 'Xenia'];
    await listAll(cities);
    expect(await Promise.all(cities.map(search))).toEqual(cities.map((city) => [city]));
    expect(readings).toBe(1);
    const more = ['Yoatown', 'Zagville'];
    await listAll(more);
    expect(await Promise.all([...more, ...cities].map(search))).toEqual([...more, ...cities].map((city) => [city]));
    expect(readings).toBe(2);
  });
});
