import type { Purchase } from '#domain/purchase.ts';
import { LATE_PAYMENT } from '#domain/purchase-late.ts';
import { disputableSince } from '#domain/purchase-refund.ts';
import type { Subscription } from '#domain/subscription.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Ledger } from './ports/ledger.ts';
import type { Log } from './ports/log.ts';
import type { Secrets } from './ports/secrets.ts';
import type { SettlePurchase } from './settle-purchase.ts';
import type { SettleSubscription } from './settle-subscription.ts';
import { purchaseText, subscriptionText } from './state-texts.ts';
import { AT_ONCE } from './sweep.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly ledger: Pick<Ledger, 'purchasesToReconcile' | 'subscriptionsToReconcile'>;
  readonly settlePurchase: SettlePurchase;
  readonly settleSubscription: SettleSubscription;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
};

export type ReconcileRequest = {
  /** The operator. */
  readonly who: string;
  /** Called now and then with the number read so far. */
  readonly onProgress?: (read: number) => void;
};

type What = 'purchase' | 'subscription';

/** A record that differed from the provider, and was corrected. `before` and `after` are states in a few words. */
export type Mended = { readonly what: What; readonly id: string; readonly before: string; readonly after: string };

/** `error` is the kind of the fault, such as `ProviderUnavailable`. */
export type NotRead = { readonly what: What; readonly id: string; readonly error: string };

export type Reconciled = {
  /** How many were read at the provider, or tried to be. */
  readonly read: Readonly<Record<What, number>>;
  readonly mended: readonly Mended[];
  readonly failures: readonly NotRead[];
};

/** How one kind of record is found, some at a time by id, and settled. */
type Kind<Value> = {
  readonly what: What;
  readonly find: (after: string | undefined) => Promise<readonly Value[]>;
  readonly settle: (id: string) => Promise<Value | undefined>;
  readonly textOf: (value: Value) => string;
};

/**
 * Reads again at the provider everything that may have changed there: unfinished purchases, those settled in the last 120 days,
 * refunded since or not, unfinished and live subscriptions, those that ended in the last 120 days, and what came to nothing in the last
 * 7 days. Corrects and answers what differs. A failure of one does not stop the others.
 */
export const reconcile =
  ({ atomically, ledger, settlePurchase, settleSubscription, clock, secrets, log }: Needs) =>
  async ({ who, onProgress = () => {} }: ReconcileRequest): Promise<Reconciled> => {
    const paidSince = disputableSince(clock());
    const unpaidSince = clock() - LATE_PAYMENT;
    const read = { purchase: 0, subscription: 0 };
    const mended: Mended[] = [];
    const failures: NotRead[] = [];

    const readOne = async <Value extends { readonly id: string }>(
      value: Value,
      { what, settle, textOf }: Kind<Value>,
    ): Promise<Mended | NotRead | undefined> => {
      const { id } = value;
      try {
        const [before, after] = [textOf(value), textOf((await settle(id)) ?? value)];
        return after === before ? undefined : { what, id, before, after };
      } catch (error) {
        const fault = error instanceof Error ? error : new Error(String(error));
        const about = what === 'purchase' ? { purchaseId: id } : { subscriptionId: id };
        log.warn('not reconciled', { ...about, error: fault });
        return { what, id, error: fault.name };
      }
    };

    const readAll = async <Value extends { readonly id: string }>(kind: Kind<Value>): Promise<void> => {
      for (let found = await kind.find(undefined); found.length > 0; found = await kind.find(found.at(-1)?.id)) {
        const results = await Promise.all(found.map((value) => readOne(value, kind)));
        for (const result of results)
          if (result !== undefined) {
            if ('error' in result) failures.push(result);
            else mended.push(result);
          }
        read[kind.what] += found.length;
        onProgress(read.purchase + read.subscription);
      }
    };

    await readAll<Purchase>({
      what: 'purchase',
      find: (after) => ledger.purchasesToReconcile({ settledSince: paidSince, unpaidSince, after, limit: AT_ONCE }),
      settle: (id) => settlePurchase(id, { rereads: true }),
      textOf: purchaseText,
    });
    await readAll<Subscription>({
      what: 'subscription',
      find: (after) =>
        ledger.subscriptionsToReconcile({ endedSince: paidSince, abandonedSince: unpaidSince, after, limit: AT_ONCE }),
      settle: settleSubscription,
      textOf: subscriptionText,
    });

    const total = read.purchase + read.subscription;
    const note = `read ${total}, mended ${mended.length}, failed ${failures.length}`;
    await atomically(({ audit }) =>
      audit.add({ id: secrets.id(), at: clock(), who, action: 'reconcile', subject: 'provider', note }),
    );
    return { read, mended, failures };
  };
