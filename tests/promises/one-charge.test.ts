import { describe, test } from 'vitest';

import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import { aLeadOnOffer } from '#tests/application/shop.ts';
import { diceOf } from '#tests/race/dice.ts';
import type { Dice } from '#tests/race/dice.ts';
import { mixOf } from './faults.ts';
import type { Mix } from './faults.ts';
import { firstSeed, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import { simulatedTill } from './simulated-till.ts';
import { stripeTill } from './stripe-till.ts';
import { faultsOf } from './till.ts';
import type { Till } from './till.ts';

/** How many rounds of sweeps a shop makes while its provider has its bad days. */
const BAD_ROUNDS = reach(1, 3);
/** In one shop at the same time. */
const TOGETHER = 15;
/** So many shops are open at the same time: most of it is waiting between tries. */
const SHOPS = 20;

type Open = (leads: Parameters<typeof simulatedTill>[0], mix: Mix, dice: Dice) => Promise<Till>;

/** What a buyer's browser does when something fails: nothing. */
const calmly = async (ask: () => Promise<unknown>): Promise<void> => {
  await ask().catch(() => undefined);
};

/** One buyer, from the button to the success page. */
const order = async ({ shop, pay, meddle }: Till, leadId: string, dice: Dice, email: string): Promise<void> => {
  for (let tries = 0; tries < 3; tries += 1) {
    const outcome = await shop.buy({ leadId, visitorHash: email });
    if (outcome.is !== 'opened') continue;
    const { checkout } = outcome;
    if (dice.throwOne() < 0.15) return;
    await pay(checkout, email);
    if (dice.throwOne() < 0.1) await meddle(checkout, dice.pick({ lapses: 1, 'by hand': 1 }));
    const look = () => shop.useCases.verifyPayment({ checkoutRef: checkout.ref, leadId, visitorHash: email });
    const asked = Array.from({ length: dice.between(0, 2) }, () => calmly(look));
    if (dice.throwOne() < 0.05) await meddle(checkout, 'lapses');
    await Promise.all(asked);
    return;
  }
};

/** So many orders at once, for half as many leads, until all is well again and everything has ended. */
const orders = async (open: Open, count: number, mix: Mix, dice: Dice): Promise<readonly string[]> => {
  const leads = Array.from({ length: Math.ceil(count / 2) }, (_, number) => aLeadOnOffer({ id: `lead-${number}` }));
  const till = await open(leads, mix, dice);
  const { shop } = till;
  try {
    await Promise.all(
      Array.from({ length: count }, (_, number) => {
        const own = dice.of(number);
        return order(till, `lead-${own.between(0, leads.length - 1)}`, own, `buyer-${number}@people.example`);
      }),
    );
    await shop.settleEverything({ rounds: BAD_ROUNDS });
    // Held money goes back after a week.
    if (dice.throwOne() < 0.25) shop.clock.step(8 * DAY);
    till.heal();
    shop.clock.step(35 * MINUTE);
    for (let times = 0; times < 3; times += 1) {
      await shop.settleEverything();
      shop.clock.step(HOUR);
    }
    return await faultsOf(till);
  } finally {
    await till.close();
  }
};

const mixes =
  (open: Open, count: number, perMix: number, atOnce = SHOPS) =>
  async ({ done, wrong, goesOn }: Tally): Promise<void> => {
    const dice = diceOf(firstSeed);
    const shops = Array.from({ length: count }, (_, number) =>
      Array.from({ length: Math.ceil(perMix / TOGETHER) }, (_each, shop) => ({ number, before: shop * TOGETHER })),
    )
      .flat()
      .values();
    const workThrough = async (): Promise<void> => {
      for (const { number, before } of shops) {
        if (!goesOn()) return;
        const own = dice.of(number);
        const mix = mixOf(own);
        const together = Math.min(TOGETHER, perMix - before);
        for (const what of await orders(open, together, mix, own.of(before)))
          wrong(`mix ${number} ${JSON.stringify(mix)}: ${what}`);
        done(together);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, workThrough));
  };

describe('a provider that fails before and after its work, is busy, slow, and repeats its failures', () => {
  test('charges nobody twice, and every order ends: simulated', async () => {
    await prove('I6', { what: 'orders at a simulated provider' }, mixes(simulatedTill, 20, reach(15, 1_000)));
  });

  test('charges nobody twice, and every order ends: Stripe', async () => {
    await prove('I6', { what: 'orders at Stripe' }, mixes(stripeTill, 20, reach(15, 1_000)));
  });

  test.each([
    ['each try has a key of its own', { randomKeys: true }, /has \d pages/],
    [
      'each try has a key of its own, at a provider that would charge twice',
      { randomKeys: true, greed: true },
      /charged [2-9] times/,
    ],
  ])('is noticed when %s', async (how, vices, sign) => {
    const lossy = { fails: 0, drops: 0.5, busy: 0, slow: 0.1 };
    const open: Open = (leads, _, dice) => stripeTill(leads, lossy, dice, vices);
    // In seven shops of eight with a dozen orders somebody is charged twice: one run in a hundred million sees ten without.
    await sabotaged('I6', { how, sign }, mixes(open, 10, 12, 1));
  });
});
