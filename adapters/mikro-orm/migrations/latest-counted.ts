import { Migration } from '@mikro-orm/migrations';

import { LEAD_EVENTS, countLeads, counted, signed } from './kept-counts.ts';

/**
 * The counts know the last instant since which one of their leads is listed or vaulted: a list that is read later than that need not look
 * for leads that are still to come.
 */
export class LatestCounted extends Migration {
  override up(): void {
    // Whoever changes leads waits until the functions below count them: those of before would note no instant.
    this.addSql('lock table lead in share row exclusive mode');
    this.addSql(`alter table lead_count add column latest timestamptz(3) not null default '-infinity'`);
    this.addSql(
      `update lead_count as kept set latest = found.latest from (${counted(signed('lead', 1), { latest: true })}) as found
       where kept.standing = found.standing and kept.of = found.of and kept.week = found.week`,
    );
    for (const { event, leads } of LEAD_EVENTS)
      this.addSql(`create or replace ${countLeads(`count_leads_after_${event}`, leads, { latest: true })}`);
  }
}
