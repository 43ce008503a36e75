import { describe, expect, test } from 'vitest';

import { vaultAnswer, vaultedLead } from '#tests/support/web-vault.ts';
import { countText } from '#web/vault-words.ts';

const leads = (count: number) => Array.from({ length: count }, (_, index) => vaultedLead(index + 1));

describe('what the vault shows, in words,', () => {
  test.each([
    [0, 1, 10, 'No leads found'],
    [1, 1, 10, 'Showing 1 of 1'],
    [11, 2, 10, 'Showing 11 of 11'],
    [1_234, 5, 100, 'Showing 401–500 of 1,234'],
    [1_234, 50, 25, 'Showing 1,226–1,234 of 1,234'],
  ] as const)('of %i leads, on page %i of %i each, is %j', (count, page, size, text) => {
    expect(countText({ size, sorting: undefined }, vaultAnswer(leads(count), { page, size }))).toBe(text);
  });

  test.each([
    ['date', 'asc', 'oldest first'],
    ['date', 'desc', 'newest first'],
    ['price', 'asc', 'lowest price first'],
    ['price', 'desc', 'highest price first'],
  ] as const)('sorted by %s %s ends in %j', (by, direction, words) => {
    const sorting = { by, direction };
    expect(countText({ size: 10, sorting }, vaultAnswer(leads(20)))).toBe(`Showing 1–10 of 20, ${words}`);
  });
});
