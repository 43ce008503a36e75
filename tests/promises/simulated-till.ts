import { setImmediate as nextTurn } from 'node:timers/promises';

import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import type { Lead } from '#domain/lead.ts';
import { openShop } from '#tests/application/shop.ts';
import type { Money } from '#tests/application/shop.ts';
import type { Dice } from '#tests/race/dice.ts';
import { faultsBy } from './faults.ts';
import type { Mix } from './faults.ts';
import type { Entry, Till } from './till.ts';

const MONEY: Readonly<Record<Money, Entry['money']>> = {
  'never authorised': 'none',
  held: 'held',
  collected: 'collected',
  released: 'gone back',
  lapsed: 'gone back',
  refunded: 'gone back',
  disputed: 'gone back',
  bounced: 'collected',
  won: 'collected',
};

/** The simulated checkout behind a line that breaks before and after the work is done. */
export const simulatedTill = async (leads: readonly Lead[], mix: Mix, dice: Dice): Promise<Till> => {
  const { next, heal } = faultsBy(mix, dice);

  const through =
    <Input extends unknown[], Output>(call: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      const fault = next();
      if (fault === 'fails' || fault === 'busy') throw new ProviderUnavailable(fault);
      for (let turns = fault === 'slow' ? 20 : 0; turns > 0; turns -= 1) await nextTurn();
      const output = await call(...input);
      if (fault === 'drops') throw new ProviderUnavailable(fault);
      return output;
    };

  const shop = await openShop({
    leads,
    around: (outside) => {
      const { payments } = outside;
      return {
        ...outside,
        payments: {
          ...payments,
          openPurchase: through(payments.openPurchase),
          readPurchase: through(payments.readPurchase),
          closeCheckout: through(payments.closeCheckout),
          collect: through(payments.collect),
          release: through(payments.release),
          refund: through(payments.refund),
        },
      };
    },
  });

  return {
    shop,
    pay: async (checkout, email) => void (await shop.pay(checkout, email)),
    // Here only time makes held money go back, and nobody collects it by hand.
    meddle: async () => {},
    books: async () =>
      new Map(
        [...(await shop.moneyByRef())].map(([ref, money]) => [
          ref,
          {
            money: MONEY[money],
            charges: ['collected', 'refunded', 'disputed', 'bounced', 'won'].includes(money) ? 1 : 0,
          },
        ]),
      ),
    oddities: () => [],
    heal,
    close: async () => {},
  };
};
