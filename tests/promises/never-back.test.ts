import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { memoryStore } from '#adapters/memory/store.ts';
import { relist } from '#domain/lead.ts';
import { spendToken } from '#domain/token.ts';
import { NOW } from '#tests/contracts/store-samples.ts';
import { firstSeed, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import { serverStore } from './server-store.ts';
import { BEGINNING, RULES } from './walk-model.ts';
import { inHand, inStore } from './walk-places.ts';
import type { Place } from './walk-places.ts';
import { ACTS, told } from './walk-world.ts';
import type { Act } from './walk-world.ts';

const COMMANDS = Object.keys(RULES);

/** Walks so many times; the model says after each step how everything must stand. */
const walks =
  (count: number, open: () => Promise<Place>, acts: Readonly<Record<string, Act>> = ACTS) =>
  async ({ done, wrong, goesOn }: Tally): Promise<void> => {
    const commands = fc.array(fc.constantFrom(...COMMANDS), { maxLength: 40, size: 'max' });
    for (const walk of fc.sample(commands, { numRuns: count, seed: firstSeed })) {
      if (!goesOn()) return;
      const place = await open();
      let model = BEGINNING;
      for (const [number, command] of walk.entries()) {
        const expected = RULES[command]?.(model);
        const answer = await place.take(acts[command] ?? (() => undefined));
        model = expected ?? model;
        const is = told(await place.world());
        const isRight = answer === (expected === undefined ? 'refused' : 'done');
        if (isRight && JSON.stringify(is) === JSON.stringify(model)) continue;
        const way = walk.slice(0, number + 1).join(', ');
        wrong(`${way}: ${answer}, ${JSON.stringify(is)}, not ${JSON.stringify(model)}`);
        break;
      }
      done();
    }
  };

describe('lead, purchase, subscription and token', () => {
  test('know the same commands as the model', () => {
    expect(Object.keys(ACTS)).toEqual(COMMANDS);
  });

  test('never go back on any walk', async () => {
    await prove('I18', { what: 'walks' }, walks(reach(2_000, 20_000), inHand));
  });

  test('never go back in the store in memory', async () => {
    const open = () => inStore(memoryStore().atomically);
    await prove('I18', { what: 'walks in memory' }, walks(reach(50, 500), open));
  });

  describe('on the real PostgreSQL', () => {
    let server: Awaited<ReturnType<typeof serverStore>>;
    beforeAll(async () => void (server = await serverStore()));
    afterAll(() => server.close());

    test('never go back there', async () => {
      const open = async () => {
        await server.empty();
        return inStore(server.storeWith({ addJob: () => {} }).atomically);
      };
      await prove('I18', { what: 'walks on PostgreSQL' }, walks(reach(10, 500), open));
    });
  });

  test.each<readonly [string, Readonly<Record<string, Act>>]>([
    [
      'a lead is sold twice',
      {
        'pay 1': (world) => {
          const { lead, purchases } = world;
          return ACTS['pay 1']?.({ ...world, lead: relist(lead, purchases[0].id) ?? lead });
        },
      },
    ],
    ['a link is opened twice', { 'open the link': (world) => ({ ...world, token: spendToken(world.token, NOW) }) }],
    [
      'a subscription begins anew',
      {
        subscribe: (world) => {
          const { subscription } = world;
          return ACTS['subscribe']?.({ ...world, subscription: { ...subscription, progress: { state: 'open' } } });
        },
      },
    ],
    [
      'money is given back twice',
      {
        'give back 0': (world) => (told(world).purchases[0] === 'lost released' ? world : ACTS['give back 0']?.(world)),
      },
    ],
  ])('are noticed when %s', async (how, sabotage) => {
    await sabotaged('I18', { how, sign: /, not \{/ }, walks(2_000, inHand, { ...ACTS, ...sabotage }));
  });
});
