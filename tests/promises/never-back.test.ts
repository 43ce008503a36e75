import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { memoryStore } from '#adapters/memory/store.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import { relist } from '#domain/lead.ts';
import { useToken } from '#domain/token.ts';
import { NOW, someAccount } from '#tests/contracts/store-samples.ts';
import { firstSeed, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import { serverStore } from './server-store.ts';
import { BEGINNING, RULES } from './walk-model.ts';
import { ACCOUNT, ACTS, newWorld, told } from './walk-world.ts';
import type { Act, World } from './walk-world.ts';

/** Where the four lives are kept. */
type Place = { readonly take: (act: Act) => Promise<'done' | 'refused'>; readonly world: () => Promise<World> };

const inHand = async (): Promise<Place> => {
  let world = newWorld();
  return {
    take: async (act) => {
      const next = act(world);
      world = next ?? world;
      return next === undefined ? 'refused' : 'done';
    },
    world: async () => world,
  };
};

const inStore = async (atomically: Atomically): Promise<Place> => {
  const { lead, purchases, subscription, token } = newWorld();
  await atomically(async (repositories) => {
    await repositories.accounts.add(someAccount({ id: ACCOUNT }));
    await repositories.leads.add([lead]);
    for (const purchase of purchases) await repositories.purchases.add(purchase);
    await repositories.subscriptions.add(subscription);
    await repositories.tokens.add(token);
  });
  type Repositories = Parameters<Parameters<Atomically>[0]>[0];
  const read = async (repositories: Repositories): Promise<World> => {
    const found = {
      lead: await repositories.leads.find(lead.id),
      first: await repositories.purchases.find(purchases[0].id),
      second: await repositories.purchases.find(purchases[1].id),
      subscription: await repositories.subscriptions.find(subscription.id),
      token: await repositories.tokens.find(token.hash),
    };
    if (!found.lead || !found.first || !found.second || !found.subscription || !found.token)
      throw new Error('something is no longer stored');
    const { first, second, ...others } = found;
    return {
      ...others,
      lead: found.lead,
      subscription: found.subscription,
      token: found.token,
      purchases: [first, second],
    };
  };
  return {
    take: (act) =>
      atomically(async (repositories) => {
        const world = await read(repositories);
        const next = act(world);
        if (next === undefined) return 'refused';
        if (next.lead !== world.lead) await repositories.leads.save(next.lead);
        for (const [which, purchase] of next.purchases.entries())
          if (purchase !== world.purchases[which]) await repositories.purchases.save(purchase);
        if (next.subscription !== world.subscription) await repositories.subscriptions.save(next.subscription);
        if (next.token !== world.token) await repositories.tokens.save(next.token);
        return 'done';
      }),
    world: () => atomically(read),
  };
};

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
    ['a link is opened twice', { 'open the link': (world) => ({ ...world, token: useToken(world.token, NOW) }) }],
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
