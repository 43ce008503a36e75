import { SCHEDULE, movedNote } from '#domain/audit.ts';
import type { AuditEntry, Move } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { eraseContact, expire, shelfStart, vault, vaultStart } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { disputableSince } from '#domain/purchase-refund.ts';
import { weekStart } from '#domain/week.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock, Stopwatch } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { Secrets } from './ports/secrets.ts';
import type { Leads } from './ports/shop-repositories.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
  readonly shelfCycles: number;
  /** How long after its 90 days in the vault, or after it was withdrawn, a lead keeps its contact, in milliseconds. */
  readonly eraseAfter: number;
};

export type RefreshWeekRequest = {
  /** The time of the refresh: now by default, and never later. */
  readonly at?: Instant | undefined;
  /** The operator who asks, for the audit; the schedule by default. */
  readonly who?: string | undefined;
  /** In milliseconds: after this time it leaves the rest to a job of its own; by default it goes on to the end. */
  readonly forAtMost?: number | undefined;
};

type Moved = Readonly<Record<Move, number>>;

export type RefreshOutcome = ({ readonly is: 'refreshed' } & Moved) | { readonly is: 'in-the-future' };

/** The most leads that move in one transaction: few enough that a buyer never waits long for one of them. */
const AT_MOST = 200;

type Step = {
  readonly what: Move;
  readonly find: (leads: Leads, after: Lead | undefined) => Promise<readonly Lead[]>;
  readonly move: (lead: Lead) => Lead | undefined;
};

/** `end` is a time of the stopwatch. */
type Run = { readonly at: Instant; readonly who: string; readonly end: number };

/** The result of one transaction: it moved some, the last of which was `last`; found none; or found another refresh at work. */
type MoveResult =
  | { readonly is: 'moved'; readonly count: number; readonly last: Lead; readonly isEnough: boolean }
  | { readonly is: 'none' | 'another-is-at-it' };

/**
 * The weekly cycle: leads whose 90 days are over leave the vault, leads whose week is over go there, and those that left, or were
 * withdrawn, long enough ago lose their contact. Each lead gets the instant at which that was due, however late the refresh runs, so
 * any number of missed weeks is caught up, and repeating it changes nothing. It may end anywhere: every lead moves in one transaction
 * with its part of the audit. Of the refreshes that the schedule has begun one goes on at a time, and the others end; an operator's
 * does no harm beside it. A lead with an open checkout is left for a later run.
 */
export const refreshWeek = ({ atomically, clock, stopwatch, secrets, log, shelfCycles, eraseAfter }: Needs) => {
  const entry = (at: Instant, who: string, note: string): AuditEntry => {
    const subject = new Date(weekStart(at)).toISOString();
    return { id: secrets.id(), at: clock(), who, action: 'refresh', subject, note };
  };

  const moveSome = ({ what, find, move }: Step, { at, who, end }: Run, after: Lead | undefined): Promise<MoveResult> =>
    atomically(async ({ leads, batches, audit, jobs }) => {
      if (who === SCHEDULE && !(await leads.tryRefreshLock())) return { is: 'another-is-at-it' };
      const found = await find(leads, after);
      const last = found.at(-1);
      if (last === undefined) return { is: 'none' };
      const moved = found.map(move).filter((lead) => lead !== undefined);
      for (const lead of moved) await leads.save(lead);
      if (what === 'erased') await batches.forgetConsent(moved.map(({ id }) => id));
      if (moved.length > 0) await audit.add(entry(at, who, movedNote(what, moved.length)));
      const isEnough = stopwatch() >= end;
      if (isEnough) await jobs.add({ name: 'refresh-week' });
      return { is: 'moved', count: moved.length, last, isEnough };
    });

  /** Moves all leads of a step, if it may; answers how many, and whether the run goes on. */
  const moveAll = async (step: Step, run: Run): Promise<{ readonly count: number; readonly goesOn: boolean }> => {
    let count = 0;
    let last: Lead | undefined;
    for (;;) {
      const result = await moveSome(step, run, last);
      if (result.is !== 'moved') return { count, goesOn: result.is === 'none' };
      count += result.count;
      if (result.isEnough) return { count, goesOn: false };
      ({ last } = result);
    }
  };

  const stepsAt = (at: Instant): readonly Step[] => {
    const expireAll: Step = {
      what: 'expired',
      find: (leads, after) => leads.findToExpire(vaultStart(at), AT_MOST, after),
      move: (lead) => expire(lead, at),
    };
    return [
      // First: until they are gone, each page of the vault has to count them.
      expireAll,
      {
        what: 'vaulted',
        find: (leads, after) => leads.findToVault(shelfStart(at, shelfCycles), AT_MOST, after),
        move: (lead) => vault(lead, shelfCycles, at),
      },
      // Again, for leads that went to the vault only now, more than 90 days late.
      expireAll,
      {
        what: 'erased',
        find: (leads, after) => leads.findToErase(at - eraseAfter, AT_MOST, after),
        move: eraseContact,
      },
      {
        what: 'erased',
        // A sale whose money comes back is as it was: its buyer may ask for the contact again.
        find: (leads, after) =>
          leads.findWithdrawnToErase(
            { withdrawnUntil: at - eraseAfter, settledSince: disputableSince(at) },
            AT_MOST,
            after,
          ),
        move: eraseContact,
      },
    ];
  };

  return async ({
    at = clock(),
    who = SCHEDULE,
    forAtMost = Infinity,
  }: RefreshWeekRequest = {}): Promise<RefreshOutcome> => {
    if (at > clock()) return { is: 'in-the-future' };
    const run = { at, who, end: stopwatch() + forAtMost };
    const counts = { vaulted: 0, expired: 0, erased: 0 };
    for (const step of stepsAt(at)) {
      const { count, goesOn } = await moveAll(step, run);
      counts[step.what] += count;
      if (count > 0) log.info('week refreshed', { outcome: step.what, count });
      if (!goesOn) return { is: 'refreshed', ...counts };
    }
    // The hourly run is not recorded when it had nothing to do; an operator's is.
    if (who !== SCHEDULE && Object.values(counts).every((count) => count === 0))
      await atomically(({ audit }) => audit.add(entry(at, who, 'nothing to do')));
    return { is: 'refreshed', ...counts };
  };
};
