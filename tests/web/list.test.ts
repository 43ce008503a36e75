import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { list } from '#web/stores/list.ts';

type Address = { readonly of: string; readonly page: number };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A list of three pages. */
const threePages = () => {
  const asked: Address[] = [];
  const ask = (address: Address) => {
    asked.push(address);
    return Promise.resolve({ currentPage: Math.min(address.page, 3), data: [] });
  };
  const { load } = list(ask, { isSame: (one: Address, other) => one.of === other.of, failed: 'Failed.' });
  const open = (of: string, page: number) => Promise.all([load({ of, page }), vi.advanceTimersByTimeAsync(150)]);
  return { asked, open };
};

describe('a list', () => {
  test('knows the last page that was answered in place of one past the end, of itself only', async () => {
    const { asked, open } = threePages();
    await open('Texas', 9);
    await open('Texas', 3);
    expect(asked).toEqual([{ of: 'Texas', page: 9 }]);
    await open('Texas', 9);
    await open('Ohio', 3);
    expect(asked).toHaveLength(3);
  });

  test('is asked for again when the same page is opened again', async () => {
    const { asked, open } = threePages();
    await open('Texas', 3);
    await open('Texas', 3);
    expect(asked).toHaveLength(2);
  });
});
