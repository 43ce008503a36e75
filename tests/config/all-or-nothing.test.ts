import { describe, expect, it } from 'vitest';

import { allOrNothing } from '#config/all-or-nothing.ts';

const FAULT = new Error('the third cannot be opened');

/** Opens two, and fails at the third. Answers what was closed, in this order. */
const failing = async (closeSecond: () => void | Promise<void> = () => {}) => {
  const closed: string[] = [];
  const opening = allOrNothing(async (opened) => {
    opened.defer(() => void closed.push('first'));
    opened.defer(() => {
      closed.push('second');
      return closeSecond();
    });
    throw FAULT;
  }, 20);
  await expect(opening).rejects.toBe(FAULT);
  return closed;
};

describe('what is opened whole or not at all', () => {
  it('stays open when all of it could be opened', async () => {
    const closed: string[] = [];
    const opened = await allOrNothing(async (stack) => {
      stack.defer(() => void closed.push('first'));
      return stack;
    });
    expect(closed).toEqual([]);
    await opened.disposeAsync();
    expect(closed).toEqual(['first']);
  });

  it('is closed when a part cannot be, the last one first, and says what was in the way', async () => {
    expect(await failing()).toEqual(['second', 'first']);
  });

  it('says the same when something cannot be closed either, and closes the rest', async () => {
    expect(await failing(() => Promise.reject(new Error('not closed')))).toEqual(['second', 'first']);
  });

  it('does not wait for ever for what never closes', async () => {
    expect(await failing(() => new Promise<void>(() => {}))).toEqual(['second']);
  });
});
