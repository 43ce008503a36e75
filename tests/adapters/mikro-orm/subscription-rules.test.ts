import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { v7 as uuid } from 'uuid';
import { describe, expect, it, test } from 'vitest';

import { SubscriptionRecord, unfinishedSubscriptions } from '#adapters/mikro-orm/records/subscription-record.ts';
import { DAY } from '#domain/instant.ts';
import type { SubscriptionProgress } from '#domain/subscription.ts';
import { NOW, someAccount } from '#tests/contracts/store-samples.ts';
import { sharedDatabase } from '#tests/support/shared-database.ts';

const { database, atomically } = sharedDatabase();

const begun = () => ({ ref: `sub_${uuid()}`, payerRef: 'cus', since: NOW, paidThrough: NOW + DAY });

const OPEN = (): SubscriptionProgress => ({ state: 'open' });
const LIVE = (): SubscriptionProgress => ({ state: 'live', ...begun(), endsAt: undefined, isOverdue: false });
const ENDED = (): SubscriptionProgress => ({
  state: 'ended',
  ...begun(),
  endedAt: NOW,
  lateRefund: { paymentRef: 'pi_late', state: 'wanted' },
});

/** Stores a subscription, and then changes its row in a way that no use-case can. */
const changed = async (progress: SubscriptionProgress, sets: string): Promise<unknown> => {
  const [account, id] = [someAccount(), uuid()];
  const check = { at: NOW, count: 0 };
  await atomically(async ({ accounts, subscriptions }) => {
    await accounts.add(account);
    await subscriptions.add({
      id,
      accountId: account.id,
      openedAt: NOW,
      checkout: undefined,
      check,
      revision: 0,
      progress,
    });
  });
  const [row] = await database().query<{ readonly id: string }>(
    `update subscription set ${sets} where id = $1 returning id::text`,
    [id],
  );
  return row?.id === id;
};

describe('the database itself', () => {
  test.each<readonly [rule: string, progress: () => SubscriptionProgress, sets: string]>([
    ['subscription_checkout', OPEN, `checkout_ref = 'cs'`],
    ['subscription_counts', OPEN, 'revision = -1'],
    ['subscription_progress', OPEN, `payer_ref = 'cus'`],
    ['subscription_progress', LIVE, `progress = 'paid'`],
    ['subscription_progress', LIVE, `late_payment_ref = 'pi', late_refund = 'made'`],
    ['subscription_progress', ENDED, 'late_payment_ref = null'],
    ['subscription_progress', ENDED, 'late_refund = null'],
    ['subscription_progress', ENDED, 'ended_at = null'],
    ['subscription_late_refund', ENDED, `late_refund = 'lost'`],
  ])('keeps the rule %s', async (rule, progress, sets) => {
    await expect(changed(progress(), sets)).rejects.toThrow(`23514 ${rule} subscription`);
  });

  it('takes what keeps them', async () => {
    expect(await changed(ENDED(), `late_refund = 'made'`)).toBe(true);
    expect(await changed(ENDED(), 'late_payment_ref = null, late_refund = null')).toBe(true);
  });

  it('knows where the unfinished ones are, among however many that are over', async () => {
    const em = database().orm.em.fork() as SqlEntityManager;
    const asked = em.createQueryBuilder(SubscriptionRecord).where(unfinishedSubscriptions()).getFormattedQuery();
    const plan = await database().query<{ readonly 'QUERY PLAN': string }>(`explain ${asked}`);
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('on subscription_due');
  });
});
