import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { NEWEST_FIRST, compareVaulted, sortingAfterPress, toggleState } from '#domain/vault-order.ts';
import type { Sorting, VaultOrder } from '#domain/vault-order.ts';
import { holds } from '#tests/support/property.ts';

const presses = (by: VaultOrder['by'], times: number): readonly string[] => {
  let sorting: Sorting;
  return Array.from({ length: times }, () => toggleState(by, (sorting = sortingAfterPress(by, sorting))));
};

describe('the sorting', () => {
  it('by date goes none, asc, desc and none again', () => {
    expect(presses('date', 4)).toEqual(['asc', 'desc', 'none', 'asc']);
  });

  it('by price goes none, desc, asc and none again', () => {
    expect(presses('price', 4)).toEqual(['desc', 'asc', 'none', 'desc']);
  });

  it('is by one thing at a time', () => {
    const byPrice = sortingAfterPress('price', { by: 'date', direction: 'desc' });
    expect(byPrice).toEqual({ by: 'price', direction: 'desc' });
    expect(toggleState('date', byPrice)).toBe('none');
  });

  it('of a vault that nobody has sorted is newest first, then by id', () => {
    const leads = [
      { id: 'a', price: 1, vaultedAt: 1 },
      { id: 'b', price: 9, vaultedAt: 2 },
      { id: 'c', price: 5, vaultedAt: 2 },
    ];
    expect(leads.toSorted(compareVaulted(NEWEST_FIRST)).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });

  it('by price puts equal prices newest first', () => {
    const leads = [
      { id: 'a', price: 5, vaultedAt: 1 },
      { id: 'b', price: 9, vaultedAt: 1 },
      { id: 'c', price: 5, vaultedAt: 2 },
    ];
    const sorted = (direction: 'asc' | 'desc') =>
      leads.toSorted(compareVaulted({ by: 'price', direction })).map(({ id }) => id);
    expect(sorted('desc')).toEqual(['b', 'c', 'a']);
    expect(sorted('asc')).toEqual(['a', 'c', 'b']);
  });

  it('ascending is descending backwards, and leaves no two leads unordered', async () => {
    const few = fc.integer({ min: 0, max: 2 });
    const leads = fc.uniqueArray(fc.record({ id: fc.uuid(), price: few, vaultedAt: few }), {
      selector: ({ id }) => id,
      maxLength: 12,
    });
    await holds(
      fc.property(leads, fc.constantFrom('date' as const, 'price' as const), (some, by) => {
        const ascending = some.toSorted(compareVaulted({ by, direction: 'asc' }));
        expect(
          some
            .toReversed()
            .toSorted(compareVaulted({ by, direction: 'desc' }))
            .toReversed(),
        ).toEqual(ascending);
      }),
    );
  });
});
