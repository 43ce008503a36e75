import type { Clock } from '#application/ports/clock.ts';
import type { Documents } from '#application/ports/documents.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';

import { overtaken, returnOf } from './checkout.ts';
import type { Checkout } from './checkout.ts';

const COLLECTION = 'simulated-checkout';

const REF = /^cs_sim_[0-9a-f]{40}$/;

/** More than any test opens; the list is only for development. */
const LISTED = 100_000;

type Needs = {
  readonly documents: Documents;
  readonly clock: Clock;
  /** Called once for each checkout that has just been paid or closed, and each time its money has gone back, or come back. */
  readonly onEnded: (checkout: Checkout) => void;
};

export interface Checkouts {
  /** Stores a new checkout, or throws what `check` throws; answers the one that exists already, which is not checked again. */
  readonly open: (checkout: Checkout, check: () => void) => Promise<Checkout>;
  readonly find: (ref: string) => Promise<Checkout | undefined>;
  /** Changes one, one caller at a time; answers the result. Throws `UnknownCheckout`. */
  readonly change: (ref: string, step: (checkout: Checkout) => Checkout) => Promise<Checkout>;
  /** Newest first. */
  readonly list: () => Promise<readonly Checkout[]>;
}

const isNews = (before: Checkout, after: Checkout): boolean =>
  (before.state === 'open' && after.state !== 'open') || returnOf(before) !== returnOf(after);

/** The provider's own records. Reading a checkout also applies the time that has passed. */
export const checkoutsIn = ({ documents, clock, onEnded }: Needs): Checkouts => {
  const changed = async (ref: string, step: (checkout: Checkout) => Checkout): Promise<Checkout | undefined> => {
    let after: Checkout | undefined;
    let isTold = false;
    // A text that could not be an id is not looked up.
    if (REF.test(ref))
      await documents.change(COLLECTION, ref, (json) => {
        const before = json as Checkout | undefined;
        after = before && step(overtaken(before, clock()));
        isTold = before !== undefined && after !== undefined && isNews(before, after);
        return after === before ? undefined : after;
      });
    if (after !== undefined && isTold) onEnded(after);
    return after;
  };
  const change: Checkouts['change'] = async (ref, step) => {
    const after = await changed(ref, step);
    if (after === undefined) throw new UnknownCheckout('no such checkout');
    return after;
  };

  const find: Checkouts['find'] = (ref) => changed(ref, (checkout) => checkout);

  return {
    change,
    find,
    open: async (checkout, check) => {
      try {
        check();
      } catch (refusal) {
        const known = await find(checkout.id);
        if (known === undefined) throw refusal;
        return known;
      }
      return (await documents.add(COLLECTION, checkout.id, checkout)) as Checkout;
    },
    list: async () => {
      const all = (await documents.newest(COLLECTION, LISTED)) as readonly Checkout[];
      return all.map((checkout) => overtaken(checkout, clock()));
    },
  };
};
