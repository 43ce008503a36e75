import type { AuditEntry } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { VAULT_WINDOW, eraseContact, expire, shelfStart, vault } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { weekStart } from '#domain/week.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { Secrets } from './ports/secrets.ts';
import type { Leads } from './ports/shop-repositories.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
  readonly shelfCycles: number;
  /** How long after its 90 days in the vault, or after it was withdrawn, a lead keeps its contact, in milliseconds. */
  readonly eraseAfter: number;
};

export type RefreshWeek = {
  /** As of when: now by default, and never later. */
  readonly at?: Instant | undefined;
  /** The operator who asks, for the audit; the schedule by default. */
  readonly who?: string | undefined;
};

type Moved = { readonly vaulted: number; readonly expired: number; readonly erased: number };

export type RefreshOutcome = ({ readonly is: 'refreshed' } & Moved) | { readonly is: 'in-the-future' };

/** Leads that move in one transaction: few enough that a buyer never waits long for one of them. */
const AT_MOST = 200;

const SCHEDULE = 'schedule';

type Step = {
  readonly what: keyof Moved;
  readonly find: (leads: Leads) => Promise<readonly Lead[]>;
  readonly move: (lead: Lead) => Lead | undefined;
};

/**
 * The weekly cycle: leads whose week is over go to the vault, leads whose 90 days are over leave it, and those that left long
 * enough ago, and those that were withdrawn as long ago, lose their contact. Each lead gets the instant at which that was due, however late it is noticed, so any number of
 * missed weeks is caught up and doing it again changes nothing. It may run in several processes at once and end anywhere:
 * every lead moves in one transaction with its part of the audit. A lead with an open checkout is left for a later run.
 */
export const refreshWeek = ({ atomically, clock, secrets, log, shelfCycles, eraseAfter }: Needs) => {
  const entry = (at: Instant, who: string, note: string): AuditEntry => {
    const subject = new Date(weekStart(at)).toISOString();
    return { id: secrets.id(), at: clock(), who, action: 'refresh', subject, note };
  };

  /** Moves the next few; answers how many. */
  const moveSome = ({ what, find, move }: Step, at: Instant, who: string): Promise<number> =>
    atomically(async ({ leads, batches, audit }) => {
      const moved = (await find(leads)).map(move).filter((lead) => lead !== undefined);
      for (const lead of moved) await leads.save(lead);
      if (what === 'erased') await batches.forgetConsent(moved.map(({ id }) => id));
      if (moved.length > 0) await audit.add(entry(at, who, `${what} ${moved.length}`));
      return moved.length;
    });

  const moveAll = async (step: Step, at: Instant, who: string): Promise<number> => {
    let count = 0;
    for (let moved = 1; moved > 0; count += moved) moved = await moveSome(step, at, who);
    return count;
  };

  return async ({ at = clock(), who = SCHEDULE }: RefreshWeek = {}): Promise<RefreshOutcome> => {
    if (at > clock()) return { is: 'in-the-future' };
    const steps: readonly Step[] = [
      {
        what: 'vaulted',
        find: (leads) => leads.findToVault(shelfStart(at, shelfCycles), AT_MOST),
        move: (lead) => vault(lead, shelfCycles, at),
      },
      {
        what: 'expired',
        find: (leads) => leads.findToExpire(at - VAULT_WINDOW, AT_MOST),
        move: (lead) => expire(lead, at),
      },
      { what: 'erased', find: (leads) => leads.findToErase(at - eraseAfter, AT_MOST), move: eraseContact },
      { what: 'erased', find: (leads) => leads.findWithdrawnToErase(at - eraseAfter, AT_MOST), move: eraseContact },
    ];
    const counts = { vaulted: 0, expired: 0, erased: 0 };
    for (const step of steps) {
      const count = await moveAll(step, at, who);
      counts[step.what] += count;
      if (count > 0) log.info('week refreshed', { outcome: step.what, count });
    }
    // The hourly run leaves no trace when it had nothing to do; an operator's does.
    if (who !== SCHEDULE && Object.values(counts).every((count) => count === 0))
      await atomically(({ audit }) => audit.add(entry(at, who, 'nothing to do')));
    return { is: 'refreshed', ...counts };
  };
};
