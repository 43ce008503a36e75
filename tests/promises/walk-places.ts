import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import { someAccount } from '#tests/contracts/store-samples.ts';
import { ACCOUNT, newWorld } from './walk-world.ts';
import type { Act, World } from './walk-world.ts';

/** Where the four lives are kept. */
export type Place = { readonly take: (act: Act) => Promise<'done' | 'refused'>; readonly world: () => Promise<World> };

export const inHand = async (): Promise<Place> => {
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

export const inStore = async (atomically: Atomically): Promise<Place> => {
  const { lead, purchases, subscription, token } = newWorld();
  await atomically(async (repositories) => {
    await repositories.accounts.add(someAccount({ id: ACCOUNT }));
    await repositories.leads.add([lead]);
    for (const purchase of purchases) await repositories.purchases.add(purchase);
    await repositories.subscriptions.add(subscription);
    await repositories.tokens.add(token);
  });
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
