import type { Subscriptions } from '#application/ports/account-repositories.ts';
import type { Account } from '#domain/account.ts';
import type { Subscription } from '#domain/subscription.ts';
import { isUnfinishedSubscription } from '#domain/subscription-check.ts';
import { dueIn } from './due.ts';
import { Conflict, foundWhere, overlayOf } from './overlay.ts';
import type { Overlay, Table } from './overlay.ts';
import type { RowHolds } from './row-holds.ts';

export const newestFirst = (a: Subscription, b: Subscription): number =>
  b.openedAt - a.openedAt || (a.id < b.id ? 1 : -1);

const refOf = ({ progress }: Subscription): string | undefined => ('ref' in progress ? progress.ref : undefined);

/** What no two subscriptions may share. */
const uniqueKeys = (subscription: Subscription): readonly string[] => {
  const { accountId, checkout, progress } = subscription;
  const ref = refOf(subscription);
  return [
    ...(checkout === undefined ? [] : [`checkout ${checkout.ref}`]),
    ...(ref === undefined ? [] : [`ref ${ref}`]),
    ...(progress.state === 'open' || progress.state === 'live' ? [`${progress.state} one of ${accountId}`] : []),
  ];
};

/** The subscriptions as one transaction sees them, and what its commit has to look at and to write. */
export const subscriptionRepository = (
  table: Table<Subscription>,
  holds: RowHolds,
  transaction: object,
  assertOpen: () => void,
) => {
  const overlay = overlayOf(table, assertOpen);
  const kind = { kind: 'subscription', isUnfinished: isUnfinishedSubscription };

  const repository: Subscriptions = {
    find: async (id) => overlay.find(id),
    findByCheckout: async (ref) => foundWhere(overlay, ({ checkout }) => checkout?.ref === ref)[0],
    findByRef: async (ref) => foundWhere(overlay, (subscription) => refOf(subscription) === ref)[0],
    findOfAccount: async (accountId) =>
      foundWhere(overlay, (one) => one.accountId === accountId && one.progress.state !== 'abandoned').toSorted(
        newestFirst,
      ),
    ...dueIn(overlay, { holds, transaction }, kind),
    add: async (subscription) => overlay.add(subscription.id, subscription),
    save: async (subscription) => overlay.save(subscription.id, subscription),
  };

  return {
    repository,
    overlay,
    /** Throws for what the table of a database would refuse. */
    check: (accounts: Overlay<Account>): void => {
      const changes = overlay.changes();
      if (changes.some(({ accountId }) => accounts.find(accountId) === undefined))
        throw new Error('a subscription must be of a stored account');
      const taken = new Set<string>();
      for (const key of (changes.length > 0 ? overlay.entries() : []).flatMap(([, one]) => uniqueKeys(one))) {
        if (taken.has(key)) throw new Conflict(`there are two of ${key}`);
        taken.add(key);
      }
    },
  };
};
