import { StoreUnavailable } from '#application/ports/atomically.ts';
import { MailInDoubt, MailerUnavailable } from '#application/ports/mailer.ts';
import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import type { Outside } from '#config/outside.ts';

/** `blip`: one call fails. `cut`: from that call on every call fails, as if the process had ended, until it is restored. */
export type Trouble = { readonly call: number; readonly when: 'before' | 'after'; readonly kind: 'blip' | 'cut' };

/**
 * Counts the calls of the store, the provider and the mailer, and lets the chosen one fail: before it has done anything, or
 * after it has done all but its answer is lost.
 */
export const unreliable = (trouble: Trouble | undefined) => {
  let calls = 0;
  let isCut = false;

  const through =
    <Arguments extends unknown[], Result>(
      call: (...args: Arguments) => Promise<Result>,
      error: Error,
      lateError = error,
    ) =>
    async (...args: Arguments): Promise<Result> => {
      calls += 1;
      const isIt = calls === trouble?.call;
      if (isIt && trouble?.kind === 'cut') isCut = true;
      if (isCut ? !(isIt && trouble?.when === 'after') : isIt && trouble?.when === 'before') throw error;
      const result = await call(...args);
      if (isCut || isIt) throw lateError;
      return result;
    };

  return {
    calls: () => calls,
    restore: () => {
      isCut = false;
    },
    around: (outside: Outside): Outside => {
      const { payments, mailer, atomically } = outside;
      const away = new ProviderUnavailable('away');
      const storeAway = new StoreUnavailable('away');
      return {
        ...outside,
        atomically: (work) => through(() => atomically(work), storeAway)(),
        payments: {
          ...payments,
          openPurchase: through(payments.openPurchase, away),
          readPurchase: through(payments.readPurchase, away),
          closeCheckout: through(payments.closeCheckout, away),
          collect: through(payments.collect, away),
          release: through(payments.release, away),
          refund: through(payments.refund, away),
          openSubscription: through(payments.openSubscription, away),
          readSubscriptionCheckout: through(payments.readSubscriptionCheckout, away),
          readSubscription: through(payments.readSubscription, away),
          endAfterPaidPeriod: through(payments.endAfterPaidPeriod, away),
          keepGoing: through(payments.keepGoing, away),
          endAtOnce: through(payments.endAtOnce, away),
        },
        mailer: { send: through(mailer.send, new MailerUnavailable('away'), new MailInDoubt('silent')) },
      };
    },
  };
};
