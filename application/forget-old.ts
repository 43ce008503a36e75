import { SCHEDULE } from '#domain/audit.ts';
import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import { BUYER_MEMORY, forgetBuyer } from '#domain/purchase-memory.ts';
import { endedBy } from '#domain/session.ts';
import { tokensForgottenBy } from '#domain/token.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock, Stopwatch } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
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

export type ForgetOldRequest = {
  /** In milliseconds: after this time it leaves the rest to a job of its own; by default it goes on to the end. */
  readonly forAtMost?: number | undefined;
};

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
export const forgetOld = ({ atomically, clock, stopwatch, secrets, log, messagesKept }: Needs) => {
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

  /** Forgets all that a step finds, until `end`; answers how much, and whether there may be more. */
  const forgetAll = async (step: Step, now: Instant, end: number) => {
    let count = 0;
    for (;;) {
      const some = await forgetSome(step, now);
      count += some;
      if (some === 0 || stopwatch() >= end) return { count, isMore: some > 0 };
    }
  };

  return async ({ forAtMost = Infinity }: ForgetOldRequest = {}): Promise<Forgotten> => {
    const [now, end] = [clock(), stopwatch() + forAtMost];
    const counts = { sessions: 0, tokens: 0, accounts: 0, notifications: 0, messages: 0, buyers: 0 };
    for (const step of steps) {
      const { count, isMore } = await forgetAll(step, now, end);
      counts[step.what] = count;
      if (count > 0) log.info('forgotten', { outcome: step.what, count });
      if (!isMore) continue;
      await atomically(({ jobs }) => jobs.add({ name: 'forget-old' }));
      break;
    }
    return counts;
  };
};
