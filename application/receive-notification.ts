import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import { NotificationRejected } from './ports/provider-notification.ts';
import type { RawNotification } from './ports/provider-notification.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly payments: Pick<PaymentProvider, 'profile' | 'readNotification'>;
  readonly clock: Clock;
  readonly log: Log;
};

export type NotificationOutcome = 'stored' | 'repeated' | 'not ours' | 'rejected';

/**
 * Stores a provider's notification and the job that reads again what it is about, in one transaction. A notification is a hint
 * of what to read, never something to believe; one about nothing of ours leaves nothing behind. It throws when it could not be
 * stored: the provider then sends it again. Why one is rejected, as for a secret of another endpoint, is in the log.
 */
export const receiveNotification =
  ({ atomically, payments, clock, log }: Needs) =>
  async (raw: RawNotification): Promise<NotificationOutcome> => {
    try {
      const { id, about } = await payments.readNotification(raw);
      if (about.kind === 'nothing of ours') return 'not ours';
      return await atomically(async ({ notifications, jobs }) => {
        const isNew = await notifications.remember({ id: `${payments.profile.name}:${id}`, receivedAt: clock() });
        if (!isNew) return 'repeated';
        await jobs.add(
          about.kind === 'checkout'
            ? { name: 'settle-checkout', checkoutRef: about.ref }
            : { name: 'follow-subscription', subscriptionRef: about.ref },
        );
        return 'stored';
      });
    } catch (error) {
      if (!(error instanceof NotificationRejected)) throw error;
      // No warning, and no stack: anybody can send one.
      log.info('notification rejected', { outcome: error.message });
      return 'rejected';
    }
  };
