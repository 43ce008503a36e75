import { describe, expect, test } from 'vitest';

import { isMangled, leadsAddress, leadsHref } from '#web/leads-address.ts';

describe('the address of the home list', () => {
  test('without parameters it is the first page of everything', () => {
    expect(leadsAddress('')).toEqual({ city: '', page: 1 });
  });

  test('`city` is the search and `page` the page', () => {
    expect(leadsAddress('?city=Austin%2C+TX&page=3')).toEqual({ city: 'Austin, TX', page: 3 });
  });

  test.each(['abc', '-3', '0', '1.5', '', ' 2', '1e3', '٣'])('the mangled page %j is page 1', (page) => {
    expect(leadsAddress(`?page=${encodeURIComponent(page)}`).page).toBe(1);
  });

  test.each(['999999999', '1000000000', '99999999999', '9'.repeat(40)])('the page %s is one past the end', (page) => {
    expect(leadsAddress(`?page=${page}`).page).toBe(999_999_999);
  });

  test('what is as usual is left out, so that a list has one address', () => {
    expect(leadsHref({ city: '', page: 1 })).toBe('/');
    expect(leadsHref({ city: '', page: 2 })).toBe('/?page=2');
    expect(leadsHref({ city: 'Austin, TX', page: 1 })).toBe('/?city=Austin%2C+TX');
    expect(leadsHref({ city: 'São & Co', page: 4 })).toBe('/?city=S%C3%A3o+%26+Co&page=4');
  });

  test('reading an address that was written gives the list back', () => {
    const list = { city: 'Coeur d’Alene #1 100%', page: 12 };
    expect(leadsAddress(leadsHref(list).slice(1))).toEqual(list);
  });

  test('an address in another form than ours is mangled; parameters of others are not our matter', () => {
    expect(isMangled('?page=abc')).toBe(true);
    expect(isMangled('?page=007')).toBe(true);
    expect(isMangled('?city=+Austin+')).toBe(true);
    expect(isMangled('?city=Austin&page=2')).toBe(false);
    expect(isMangled('?utm_source=letter')).toBe(false);
  });
});
