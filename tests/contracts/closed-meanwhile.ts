import { expect } from 'vitest';

type Page = {
  readonly pay: () => Promise<unknown>;
  readonly close: () => Promise<void>;
  /** The state of the page, as the shop reads it. */
  readonly state: () => Promise<string>;
};

/**
 * A page is paid, and closed at the moment when the shop finishes what its buyer began. Answers the state that everybody reads from
 * then on.
 */
export const closedMeanwhile = async (
  { pay, close, state }: Page,
  interrupt: (act: () => Promise<void>) => void,
): Promise<string | undefined> => {
  const states: string[] = [];
  const read = async () => void states.push(await state());
  await pay();
  interrupt(async () => {
    await close();
    await read();
  });
  for (let time = 0; time < 2; time += 1) await read();
  const decided = states.filter((one) => one !== 'open');
  expect(states.slice(-decided.length), 'it is open no more').toEqual(decided);
  expect(new Set(decided).size).toBe(1);
  return decided[0];
};
