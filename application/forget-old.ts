import { SCHEDULE } from '#domain/audit.ts';
import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import { BUYER_MEMORY, forgetBuyer } from '#domain/purchase-memory.ts';
import { endedBy } from '#domain/session.ts';
import { tokensForgottenBy } from '#domain/token.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
  /** How long messages of the contact form are kept, in milliseconds. */
  readonly messagesKept: number;
};

export type Forgotten = {
  readonly sessions: number;
  readonly tokens: number;
  readonly accounts: number;
  readonly notifications: number;
  readonly messages: number;
  readonly buyers: number;
};

/** Providers repeat a notification for three days; one that is repeated after this time would only be read again. */
const NOTIFICATIONS_KEPT = 30 * DAY;

/** An account whose link was not opened by then has somebody else's address, or an owner who does not want it. */
const UNVERIFIED_KEPT = 30 * DAY;

/** The most that is deleted in one transaction: few enough that nobody waits long for one of them. */
const AT_MOST = 500;

/** Fewer accounts, as the database has to look for everything that could belong to each of them. */
const ACCOUNTS_AT_MOST = 50;

type Step = {
  readonly what: keyof Forgotten;
  /** Whether the audit records it: personal data are gone for good. */
  readonly isAudited: boolean;
  readonly forget: (repositories: Repositories, now: Instant) => Promise<number>;
};

/**
 * Deletes what has been kept long enough: sessions and links that have ended, unverified accounts without a link, remembered
 * notifications, messages of the contact form, and the buyers of purchases that came to nothing. Contacts of leads are erased by the
 * weekly refresh. It may run in several processes at once, any number of times, and end anywhere.
 */
export const forgetOld = ({ atomically, clock, secrets, log, messagesKept }: Needs) => {
  const steps: readonly Step[] = [
    { what: 'sessions', isAudited: false, forget: ({ sessions }, now) => sessions.removeOld(endedBy(now), AT_MOST) },
    {
      what: 'tokens',
      isAudited: false,
      forget: ({ tokens }, now) => tokens.removeOld(tokensForgottenBy(now), AT_MOST),
    },
    {
      what: 'accounts',
      isAudited: false,
      forget: ({ accounts }, now) => accounts.removeNeverVerified(now - UNVERIFIED_KEPT, ACCOUNTS_AT_MOST),
    },
    {
      what: 'notifications',
      isAudited: false,
      forget: ({ notifications }, now) => notifications.removeOld(now - NOTIFICATIONS_KEPT, AT_MOST),
    },
    {
      what: 'messages',
      isAudited: true,
      forget: ({ contactMessages }, now) => contactMessages.removeOld(now - messagesKept, AT_MOST),
    },
    {
      what: 'buyers',
      isAudited: true,
      forget: async ({ purchases }, now) => {
        const found = await purchases.findToForget(now - BUYER_MEMORY, AT_MOST);
        for (const purchase of found) await purchases.save(forgetBuyer(purchase));
        return found.length;
      },
    },
  ];

  const forgetSome = ({ what, isAudited, forget }: Step, now: Instant): Promise<number> =>
    atomically(async (repositories) => {
      const count = await forget(repositories, now);
      if (isAudited && count > 0)
        await repositories.audit.add({
          id: secrets.id(),
          at: now,
          who: SCHEDULE,
          action: 'forget',
          subject: what,
          note: `forgotten ${count}`,
        });
      return count;
    });

  return async (): Promise<Forgotten> => {
    const now = clock();
    const counts = { sessions: 0, tokens: 0, accounts: 0, notifications: 0, messages: 0, buyers: 0 };
    for (const step of steps) {
      for (let count = 1; count > 0; counts[step.what] += count) count = await forgetSome(step, now);
      if (counts[step.what] > 0) log.info('forgotten', { outcome: step.what, count: counts[step.what] });
    }
    return counts;
  };
};
