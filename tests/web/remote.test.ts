import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { remote } from '#web/stores/remote.ts';

/** A question whose answers the test gives by hand, in any order. */
const byHand = () => {
  const asked: { readonly request: string; readonly signal: AbortSignal; readonly answer: (text: string) => void }[] =
    [];
  const ask = (request: string, signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => {
      asked.push({ request, signal, answer: resolve });
    });
  return { asked, ask };
};

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('data of the server', () => {
  test('a request waits, and one that is replaced meanwhile is never sent', async () => {
    const { asked, ask } = byHand();
    const { load } = remote(ask, { wait: 150 });
    void load('first');
    await vi.advanceTimersByTimeAsync(149);
    expect(asked).toHaveLength(0);
    void load('second');
    await vi.advanceTimersByTimeAsync(150);
    expect(asked.map(({ request }) => request)).toEqual(['second']);
  });

  test('an older answer never overwrites a newer one', async () => {
    const { asked, ask } = byHand();
    const { load, useRemote } = remote(ask);
    void load('old');
    await settled();
    void load('new');
    await settled();
    asked[1]?.answer('new rows');
    await settled();
    asked[0]?.answer('old rows');
    await settled();
    expect(useRemote.getState()).toMatchObject({ phase: 'ready', request: 'new', answer: 'new rows' });
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  test('the rows before stay while newer ones are awaited', async () => {
    const { asked, ask } = byHand();
    const { load, useRemote } = remote(ask);
    void load('one');
    await settled();
    asked[0]?.answer('rows of one');
    await settled();
    void load('two');
    expect(useRemote.getState()).toMatchObject({ phase: 'loading', answer: 'rows of one' });
  });

  test('of the rows before, those of the same request stay while it is made again, until one has failed', async () => {
    const { asked, ask } = byHand();
    const { load, useRemote } = remote(ask);
    const show = async (request: string) => {
      void load(request);
      const awaited = useRemote.getState();
      await settled();
      asked.at(-1)?.answer(`rows of ${request}, ${asked.length}`);
      await settled();
      return awaited;
    };
    await show('one');
    await show('two');
    expect(await show('one')).toMatchObject({ phase: 'loading', request: 'one', answer: 'rows of one, 1' });
    expect(await show('one')).toMatchObject({ answer: 'rows of one, 3' });
    useRemote.setState({ phase: 'failed', answer: undefined });
    expect(await show('two')).toMatchObject({ phase: 'loading', answer: undefined });
  });

  test('of the rows before, those of the last fifty requests are kept', async () => {
    const { load, useRemote } = remote((request: number) => Promise.resolve(`rows of ${request}`));
    const show = (request: number) => {
      void load(request);
      return useRemote.getState().answer;
    };
    for (let request = 1; request <= 51; request += 1) {
      show(request);
      await settled();
    }
    expect(show(2)).toBe('rows of 2');
    await settled();
    expect(show(1)).toBe('rows of 2');
  });

  test('a failure empties the answer and is told', async () => {
    const told: unknown[] = [];
    const fault = new Error('down');
    const { load, useRemote } = remote<string, string>(() => Promise.reject(fault), {
      onFailure: (it) => told.push(it),
    });
    void load('one');
    await settled();
    expect(useRemote.getState()).toMatchObject({ phase: 'failed', answer: undefined });
    expect(told).toEqual([fault]);
  });

  test('the first answer after a failure is told, and no other', async () => {
    let [isDown, recoveries] = [false, 0];
    const { load } = remote<string, string>(
      () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve('up')),
      {
        onRecovery: () => (recoveries += 1),
      },
    );
    const ask = async (): Promise<number> => {
      void load('one');
      await settled();
      return recoveries;
    };
    expect(await ask()).toBe(0);
    isDown = true;
    expect(await ask()).toBe(0);
    isDown = false;
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(1);
  });

  test('what fails after it was replaced is not told', async () => {
    const told: unknown[] = [];
    const { load, stop } = remote<string, string>(
      (_request, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('late')))),
      { onFailure: (it) => told.push(it) },
    );
    void load('one');
    await settled();
    stop();
    await settled();
    expect(told).toEqual([]);
  });
});
