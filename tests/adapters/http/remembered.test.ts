import { expect, it } from 'vitest';

import { remembered } from '#adapters/http/remembered.ts';

it('knows what an address means once it was told', () => {
  const { known, remember } = remembered<{ readonly page: number }>();
  expect(known('?page=2')).toBeUndefined();
  const meaning = { page: 2 };
  expect(remember('?page=2', meaning)).toBe(meaning);
  expect(known('?page=2')).toBe(meaning);
});

it('keeps no address that is longer than a search and a page, and of endless others the last ones only', () => {
  const { known, remember } = remembered<object>();
  const longest = `?page=2&search=`.padEnd(300, 'a');
  remember(longest, {});
  expect(known(longest)).toEqual({});
  expect(remember(`${longest}a`, {})).toEqual({});
  expect(known(`${longest}a`)).toBeUndefined();
  for (let page = 1; page <= 3_000; page += 1) remember(`?page=${page}`, {});
  const kept = Array.from({ length: 3_000 }, (_, at) => known(`?page=${at + 1}`) !== undefined);
  expect(kept.filter(Boolean)).toHaveLength(2_000);
  expect(kept.at(-1)).toBe(true);
});
