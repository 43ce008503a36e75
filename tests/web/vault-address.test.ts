import { describe, expect, test } from 'vitest';

import { isSameList, isVaultMangled, resized, vaultAddress, vaultHref } from '#web/vault-address.ts';
import type { VaultAddress } from '#web/vault-address.ts';

const EVERYTHING: VaultAddress = { search: '', state: undefined, sorting: undefined, size: 10, page: 1 };
const DASHBOARD = '/lead-vault-dashboard';

describe('the address of the dashboard', () => {
  test('without parameters it is the first page of everything, unsorted', () => {
    expect(vaultAddress('')).toEqual(EVERYTHING);
  });

  test('`search`, `state`, `sort`, `size` and `page` say which leads, in which order, in pages of how many', () => {
    expect(vaultAddress('?search=elena+o&state=TX&sort=price-desc&size=25&page=3')).toEqual({
      search: 'elena o',
      state: 'TX',
      sorting: { by: 'price', direction: 'desc' },
      size: 25,
      page: 3,
    });
  });

  test.each(['abc', '-3', '0', '1.5', '', ' 2', '1e3', '٣'])('the mangled page %j is page 1', (page) => {
    expect(vaultAddress(`?page=${encodeURIComponent(page)}`).page).toBe(1);
  });

  test.each(['999999999', '1000000000', '99999999999', '9'.repeat(40)])('the page %s is one past the end', (page) => {
    expect(vaultAddress(`?page=${page}`).page).toBe(999_999_999);
  });

  test.each(['ZZ', 'Texas', 'DC', '', 'toString', '__proto__'])(
    '%j is no state of the dropdown: every state',
    (state) => {
      expect(vaultAddress(`?state=${state}`).state).toBeUndefined();
    },
  );

  test('a state is known in any case, and its address mended', () => {
    expect(vaultAddress('?state=+tx').state).toBe('TX');
    expect(isVaultMangled('?state=tx')).toBe(true);
  });

  test.each(['date', 'date-up', 'DATE-ASC', 'name-asc', 'constructor', ''])('%j is no sorting: none', (sort) => {
    expect(vaultAddress(`?sort=${sort}`).sorting).toBeUndefined();
  });

  test.each(['10', '25', '50', '100'])('a page may hold %s leads', (size) => {
    expect(vaultAddress(`?size=${size}`).size).toBe(Number(size));
  });

  test.each(['', '0', '11', '1000', '050', '1e2', '25.0', '-50', 'all'])('the size %j is not offered: 10', (size) => {
    expect(vaultAddress(`?size=${size}`).size).toBe(10);
  });

  test('a search is trimmed, of one line and at most 200 characters', () => {
    expect(vaultAddress(`?search=${encodeURIComponent('  El\u0000ena\n')}`).search).toBe('El ena');
    expect(vaultAddress(`?search=${'x'.repeat(300)}`).search).toHaveLength(200);
  });

  test('what is as usual is left out, so that a list has one address', () => {
    expect(vaultHref(EVERYTHING)).toBe(DASHBOARD);
    expect(vaultHref({ ...EVERYTHING, page: 2 })).toBe(`${DASHBOARD}?page=2`);
    expect(vaultHref({ ...EVERYTHING, size: 50 })).toBe(`${DASHBOARD}?size=50`);
    expect(vaultHref({ ...EVERYTHING, sorting: { by: 'date', direction: 'asc' } })).toBe(`${DASHBOARD}?sort=date-asc`);
    expect(vaultHref({ ...EVERYTHING, search: 'a & b', state: 'NY' })).toBe(`${DASHBOARD}?search=a+%26+b&state=NY`);
  });

  test.each(['date-asc', 'date-desc', 'price-desc', 'price-asc'])(
    'reading an address that was written gives the list back (%s)',
    (sort) => {
      const href = `${DASHBOARD}?search=100%25+%231&state=WY&sort=${sort}&size=100&page=12`;
      expect(vaultHref(vaultAddress(href.slice(DASHBOARD.length)))).toBe(href);
    },
  );

  test('an address in another form than ours is mangled; parameters of others are not our matter', () => {
    for (const mangled of ['?page=007', '?page=0', '?search=+x', '?state=ZZ', '?sort=up', '?size=11'])
      expect(isVaultMangled(mangled), mangled).toBe(true);
    expect(isVaultMangled('?search=x&state=TX&sort=date-asc&size=25&page=2')).toBe(false);
    expect(isVaultMangled('?utm_source=letter')).toBe(false);
  });

  test('pages of one list differ in nothing but the page', () => {
    const list = vaultAddress('?search=x&state=TX&sort=date-asc');
    expect(isSameList(list, { ...list, sorting: { by: 'date', direction: 'asc' } })).toBe(true);
    expect(isSameList(list, { ...list, search: 'y' })).toBe(false);
    expect(isSameList(list, { ...list, state: 'CO' })).toBe(false);
    expect(isSameList(list, { ...list, sorting: undefined })).toBe(false);
    expect(isSameList(list, { ...list, size: 25 })).toBe(false);
  });

  test.each([
    [31, 10, 50, 1],
    [51, 10, 50, 2],
    [51, 50, 10, 6],
    [26, 25, 10, 3],
    [100, 100, 25, 4],
  ] as const)('the lead %i in pages of %i is, in pages of %i, on page %i', (lead, before, size, page) => {
    const address = { ...EVERYTHING, state: 'TX', size: before, page: Math.ceil(lead / before) } as const;
    expect(resized(address, size, lead - 1)).toEqual({ ...EVERYTHING, state: 'TX', size, page });
  });
});
