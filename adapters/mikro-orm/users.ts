import type { Users } from '#application/ports/users.ts';
import { PROFILE, profileOf } from './records/account-mapping.ts';
import { AccountRecord } from './records/account-record.ts';
import type { Database } from './connection.ts';
import { isStorable } from './records/keys.ts';
import { selectionOf } from './records/selection.ts';
import type { SelectedRow } from './records/selection.ts';
import { sessionOf } from './records/session-mapping.ts';
import { SessionRecord } from './records/session-record.ts';
import type { Prepared } from './connection/statement.ts';
import { PROGRESS_COLUMNS, subscriptionProgressOf } from './records/subscription-mapping.ts';
import { SubscriptionRecord } from './records/subscription-record.ts';

/**
 * Reads the user of a session by one prepared statement, outside any transaction, as no read is more frequent. Always from the primary.
 */
export const databaseUsers = ({ orm, query }: Pick<Database, 'orm' | 'query'>): Users => {
  const session = selectionOf(orm, SessionRecord, ['createdAt', 'seenAt']);
  const account = selectionOf(orm, AccountRecord, PROFILE);
  const subscription = selectionOf(orm, SubscriptionRecord, PROGRESS_COLUMNS);
  const userOfSession: Prepared = {
    isShort: true,
    name: 'user of session',
    text: `select ${session.columns}, ${account.columns}, ${subscription.columns}
      from session join account on account.id = session.account_id
        left join subscription on subscription.account_id = account.id and subscription.progress <> 'abandoned'
      where session.hash = $1 order by subscription.opened_at desc, subscription.id desc`,
  };
  return {
    ofSession: async (sessionHash) => {
      const found = isStorable(sessionHash) ? await query<SelectedRow>(userOfSession, [sessionHash]) : [];
      const [first] = found;
      if (first === undefined) return undefined;
      // A user without subscriptions still has one row, without any of its columns.
      const rows = found.map(subscription.rowOf).filter(({ progress }) => progress !== null);
      const profile = profileOf(account.rowOf(first));
      return {
        session: sessionOf({ hash: sessionHash, accountId: profile.id, ...session.rowOf(first) }),
        account: profile,
        subscriptions: rows.map((row) => ({ progress: subscriptionProgressOf(row) })),
      };
    },
  };
};
