import { setTimeout as wait } from 'node:timers/promises';

import { expect } from 'vitest';

import { MINUTE } from '#domain/instant.ts';
import { textOf } from './crash-points.ts';
import type { CrashPoint } from './crash-points.ts';
import type { Dice } from './dice.ts';
import type { Ground } from './round.ts';
import type { Which } from './shop.ts';

/** A crowd at a shop whose processes end in the middle of it. `crowd` sends one, and tells when its gun goes off. */
export type Bout = (ground: Ground, crowd: (whenPaying?: () => void) => Promise<void>, dice: Dice) => Promise<void>;

/** Crowds that may come until a point is passed often enough. One is mostly enough, but which process comes to it is chance. */
const CROWDS = 24;

/** Of the shop's diary, when no process came. */
const LAST_LINES = 120;

/** A process may take so long to come to its point after the crowd and the sweeps, in milliseconds. */
const PATIENCE = 3_000;

/** After the gun, in milliseconds: all steps of the sales fall into this time. */
const LATEST_KILL = 220;

/** What a shop does by itself until its hosted pages have closed, while its queue may still be busy. */
const untilPagesClosed = async ({ shop }: Ground): Promise<void> => {
  for (const minutes of [2, 38]) {
    await shop.passTime(minutes * MINUTE);
    await shop.sweep();
  }
};

/** Each process dies at a point of its own. */
export const dieAt =
  (points: readonly CrashPoint[]): Bout =>
  async (ground, crowd) => {
    const { shop, diary } = ground;
    const victims = points.map((point, index) => {
      const which: Which = index === 0 ? 0 : 1;
      return { point, which, deaths: shop.deaths(which) };
    });
    const alive = () => victims.filter(({ which, deaths }) => shop.deaths(which) === deaths);
    for (const { which, point } of victims) await shop.arm(which, point);
    for (let crowds = 0; crowds < CROWDS && alive().length > 0; crowds += 1) {
      await crowd();
      await untilPagesClosed(ground);
      for (let waited = 0; waited < PATIENCE && alive().length > 0; waited += 20) await wait(20);
    }
    expect(
      alive().map(({ point }) => textOf(point)),
      ['points that no process came to, after:', ...diary.about([]).slice(-LAST_LINES)].join('\n'),
    ).toEqual([]);
  };

/** One process is killed, or both are, at any moment after the gun. */
export const dieAtRandom: Bout = async ({ shop }, crowd, dice) => {
  const victims = dice.pick({ first: 1, second: 1, both: 2 });
  const moments = [dice.between(0, LATEST_KILL), dice.between(0, LATEST_KILL)];
  await crowd(() => {
    if (victims !== 'second') setTimeout(() => shop.kill(0), moments[0]);
    if (victims !== 'first') setTimeout(() => shop.kill(1), moments[1]);
  });
  await wait(LATEST_KILL);
};
