import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { comeBack, hidePage } from '#tests/support/page-back.ts';
import { remote } from '#web/stores/remote.ts';
import { renewal } from '#web/stores/renewal.ts';

/** A quarter of an hour before the shop's week begins. */
const MONDAY_14_45 = Date.parse('2026-11-23T14:45:00Z');
const MINUTE = 60_000;

beforeEach(() => vi.useFakeTimers({ now: MONDAY_14_45 - 24 * 60 * MINUTE }));
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A list on show, whose every answer tells which one it is. */
const shown = async () => {
  const answers: (() => Promise<string>)[] = [];
  const signals: AbortSignal[] = [];
  const ask = (request: string, signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    return answers.shift()?.() ?? Promise.resolve(`${request} ${signals.length}`);
  };
  const list = remote(ask);
  const weeks: (readonly [string, string])[] = [];
  const late: string[] = [];
  const { watch } = renewal(list, ask, (before, answer) => {
    weeks.push([before, answer]);
    return !late.includes(answer);
  });
  const stop = watch();
  onTestFinished(stop);
  await Promise.all([list.load('list'), pass(0)]);
  return { ...list, answers, signals, stop, weeks, late, state: list.useRemote.getState };
};

describe('a list that lies open', () => {
  test.each(['tab', 'memory', 'connection'] as const)(
    'for more than a minute is asked for again when its reader comes back (%s); until then its rows stay',
    async (by) => {
      const { state } = await shown();
      await pass(MINUTE + 1);
      comeBack(by);
      await pass(149);
      expect(state()).toMatchObject({ phase: 'ready', answer: 'list 1' });
      await pass(1);
      expect(state()).toMatchObject({ phase: 'ready', answer: 'list 2' });
    },
  );

  test('for less than that is still true, unless Monday 15:00 UTC was in between', async () => {
    const { signals } = await shown();
    await pass(MINUTE - 1);
    comeBack();
    await pass(MINUTE);
    expect(signals).toHaveLength(1);
    vi.setSystemTime(MONDAY_14_45 + 15 * MINUTE - 1);
    const monday = await shown();
    vi.setSystemTime(MONDAY_14_45 + 15 * MINUTE);
    comeBack();
    await pass(150);
    expect(monday.state().answer).toBe('list 2');
  });

  describe('while somebody looks at it', () => {
    beforeEach(() => vi.setSystemTime(MONDAY_14_45));

    test.each([
      ['a second', 0, 1_000],
      ['at most four seconds', 0.999_999, 4_000],
    ])(
      'is asked for again %s after Monday 15:00 UTC, with no hand moved; until then its rows stay',
      async (_, random, after) => {
        vi.spyOn(Math, 'random').mockReturnValue(random);
        const { state } = await shown();
        await pass(15 * MINUTE + after - 10);
        expect(state()).toMatchObject({ phase: 'ready', answer: 'list 1' });
        await pass(200);
        expect(state()).toMatchObject({ phase: 'ready', answer: 'list 2' });
      },
    );

    test('tells of the new week, once', async () => {
      const { weeks } = await shown();
      await pass(14 * MINUTE);
      comeBack();
      await pass(MINUTE);
      expect(weeks).toEqual([]);
      await pass(30 * MINUTE);
      expect(weeks).toEqual([['list 2', 'list 3']]);
    });

    test('tells of a new week whose leads are late, as the clock of the browser is ahead', async () => {
      const { weeks, late } = await shown();
      late.push('list 2');
      await pass(16 * MINUTE);
      expect(weeks).toEqual([['list 1', 'list 2']]);
      await pass(30 * MINUTE);
      expect(weeks).toEqual([
        ['list 1', 'list 2'],
        ['list 2', 'list 3'],
      ]);
    });

    test('calls nothing a new week that comes later than a clock can be ahead', async () => {
      const { weeks, late } = await shown();
      late.push('list 2', 'list 3', 'list 4');
      await pass(16 * MINUTE);
      await pass(20 * MINUTE);
      expect(weeks).toHaveLength(3);
      comeBack();
      await pass(150);
      expect(weeks).toHaveLength(3);
    });

    test('is asked for twice more within a quarter of an hour, as the clock of the browser may be ahead, and then a week later', async () => {
      const { signals } = await shown();
      const asked: number[] = [];
      for (const minutes of [16, 2, 10, 7 * 24 * 60 - 12]) {
        await pass(minutes * MINUTE);
        asked.push(signals.length);
      }
      expect(asked).toEqual([2, 3, 4, 5]);
    });

    test('is left alone where it was read since then', async () => {
      const { signals, load } = await shown();
      await pass(15 * MINUTE);
      await Promise.all([load('list'), pass(0)]);
      await pass(MINUTE);
      expect(signals).toHaveLength(2);
    });

    test('is tried again when nobody answers then', async () => {
      const { state, answers } = await shown();
      answers.push(() => Promise.reject(new Error('away')));
      await pass(16 * MINUTE);
      expect(state().answer).toBe('list 1');
      await pass(2 * MINUTE);
      expect(state().answer).toBe('list 3');
    });

    test('is not asked for in a tab that nobody sees, but when its reader comes back', async () => {
      const { signals } = await shown();
      const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      await pass(30 * MINUTE);
      expect(signals).toHaveLength(1);
      hidden.mockRestore();
      comeBack();
      await pass(150);
      expect(signals).toHaveLength(2);
    });
  });

  test('asks for nothing more once it is left', async () => {
    const { signals, stop } = await shown();
    stop();
    expect(vi.getTimerCount()).toBe(0);
    await pass(8 * 24 * 60 * MINUTE);
    comeBack();
    await pass(150);
    expect(signals).toHaveLength(1);
  });

  test('is asked for once by a page that comes back in two ways at once, and not by one that goes or is loaded', async () => {
    const { signals } = await shown();
    await pass(2 * MINUTE);
    hidePage();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    await pass(150);
    expect(signals).toHaveLength(1);
    comeBack('memory');
    comeBack('tab');
    await pass(150);
    expect(signals).toHaveLength(2);
  });

  test('is not asked for while there is no connection', async () => {
    const { signals } = await shown();
    await pass(2 * MINUTE);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    comeBack();
    await pass(150);
    expect(signals).toHaveLength(1);
  });

  test('keeps its rows when that fails, and tries again the next time', async () => {
    const { state, answers } = await shown();
    await pass(2 * MINUTE);
    answers.push(() => Promise.reject(new Error('away')));
    comeBack();
    await pass(150);
    expect(state()).toMatchObject({ phase: 'ready', answer: 'list 1' });
    comeBack();
    await pass(150);
    expect(state().answer).toBe('list 3');
  });

  test('and could not be read is read when the connection is back', async () => {
    const { state, answers, load } = await shown();
    answers.push(() => Promise.reject(new Error('away')));
    await Promise.all([load('list'), pass(0)]);
    expect(state().phase).toBe('failed');
    comeBack('connection');
    await pass(0);
    expect(state()).toMatchObject({ phase: 'ready', answer: 'list 3' });
  });

  test('never has an older answer over a newer one', async () => {
    const { state, answers, signals, load } = await shown();
    await pass(2 * MINUTE);
    const late = Promise.withResolvers<string>();
    answers.push(() => late.promise);
    comeBack();
    await pass(150);
    await Promise.all([load('next page'), pass(0)]);
    late.resolve('late');
    await pass(0);
    expect(state().answer).toBe('next page 3');
    expect(signals[1]?.aborted).toBe(true);
  });
});
