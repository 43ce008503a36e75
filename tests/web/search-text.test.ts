import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

import { CheckoutRequest } from '#adapters/http/contract/checkout-requests.ts';
import { UnsoldListQuery, VaultListQuery } from '#adapters/http/contract/list-queries.ts';
import { LARGEST_PAGE } from '#domain/pages.ts';
import { holds } from '#tests/support/property.ts';
import { leadsHref } from '#web/leads-address.ts';
import { searchTextOf } from '#web/search-text.ts';

describe('a search text', () => {
  test('is trimmed, of one line and at most 200 characters', () => {
    expect(searchTextOf('  Austin \u0000\n TX ')).toBe('Austin   TX');
    expect(searchTextOf('x'.repeat(300))).toHaveLength(200);
    expect(searchTextOf(`${'x'.repeat(199)}😀`).isWellFormed()).toBe(true);
    expect(searchTextOf(`${'x'.repeat(199)} TX`)).toBe('x'.repeat(199));
  });

  test('is taken by the server, whatever was typed', async () => {
    const typed = fc.array(
      fc.constantFrom('x', '\u0000', '\u0085', '\u2028', '\uFFFF', '\uD83D', '😀', ' '.repeat(60)),
    );
    await holds(
      fc.property(typed, (parts) => {
        const search = searchTextOf(parts.join('').repeat(30));
        return [UnsoldListQuery, VaultListQuery].every((query) => v.is(query, { search }));
      }),
    );
  });

  test.each(['x', ',', '家', '😀', 'ü', '*'])('is come back to from a checkout, be it all of %j', (sign) => {
    const returnTo = leadsHref({ city: searchTextOf(sign.repeat(200)), page: LARGEST_PAGE });
    expect(v.is(CheckoutRequest.entries.returnTo, returnTo)).toBe(true);
  });
});
