import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { groupCommit } from '#adapters/mikro-orm/connection/group-commit.ts';
import { PreparedGroup } from '#adapters/mikro-orm/connection/prepared-group.ts';

const CHANGE = { name: 'change', text: 'a change', sharesCommit: true } as const;

/** What is sent is only kept, so that a test can answer it. */
const gathering = () => {
  const groups: { readonly size: number; readonly answer: () => void }[] = [];
  const run = groupCommit({
    send: (executions, done) => {
      groups.push({ size: executions.length, answer: () => done(undefined) });
      return new PreparedGroup(executions, undefined);
    },
    alone: () => Promise.reject(new Error('nothing is refused here')),
    decoding: { types: { getTypeParser: () => String }, shapes: new Map() },
  });
  /** Asks for so many changes in one event. */
  const ask = async (count: number): Promise<void> => {
    for (let asked = 0; asked < count; asked += 1) void run({ statement: CHANGE, values: [] });
    await new Promise<void>((resolve) => process.nextTick(resolve));
  };
  const sizes = (): readonly number[] => groups.map(({ size }) => size);
  const answer = (place: number): void => groups[place]?.answer();
  return { ask, answer, sizes };
};

describe('changes that gather for a commit', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('leave when what causes them ends, all of one event together, if none is under way', async () => {
    const { ask, answer, sizes } = gathering();
    await ask(3);
    answer(0);
    await ask(1);
    expect(sizes()).toEqual([3, 1]);
  });

  it('wait for others until they are as many as are under way', async () => {
    const { ask, sizes } = gathering();
    await ask(3);
    await ask(2);
    expect(sizes()).toEqual([3]);
    await ask(1);
    await ask(5);
    expect(sizes()).toEqual([3, 3]);
    await ask(2);
    expect(sizes()).toEqual([3, 3, 7]);
  });

  it('leave when an answer comes that leaves no more under way than have gathered', async () => {
    const { ask, answer, sizes } = gathering();
    await ask(3);
    await ask(3);
    await ask(2);
    answer(0);
    expect(sizes()).toEqual([3, 3]);
    answer(1);
    expect(sizes()).toEqual([3, 3, 2]);
  });

  it('are sixteen in one group at most, and wait for no more than that', async () => {
    const { ask, sizes } = gathering();
    await ask(20);
    expect(sizes()).toEqual([16, 4]);
    await ask(15);
    expect(sizes()).toEqual([16, 4]);
    await ask(1);
    expect(sizes()).toEqual([16, 4, 16]);
  });

  it('wait 20 milliseconds at most, each from the first of them on', async () => {
    const { ask, sizes } = gathering();
    await ask(9);
    await ask(1);
    vi.advanceTimersByTime(10);
    await ask(1);
    vi.advanceTimersByTime(9);
    expect(sizes()).toEqual([9]);
    vi.advanceTimersByTime(1);
    expect(sizes()).toEqual([9, 2]);
    await ask(1);
    vi.advanceTimersByTime(19);
    expect(sizes()).toEqual([9, 2]);
    vi.advanceTimersByTime(1);
    expect(sizes()).toEqual([9, 2, 1]);
  });

  it('wait 20 milliseconds from the first of them on, not from one that has left', async () => {
    const { ask, sizes } = gathering();
    await ask(9);
    await ask(1);
    vi.advanceTimersByTime(10);
    await ask(1);
    vi.advanceTimersByTime(5);
    await ask(7);
    await ask(1);
    vi.advanceTimersByTime(19);
    expect(sizes()).toEqual([9, 9]);
    vi.advanceTimersByTime(1);
    expect(sizes()).toEqual([9, 9, 1]);
  });
});
