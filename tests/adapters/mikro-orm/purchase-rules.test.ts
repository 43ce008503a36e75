import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { describe, expect, it, test } from 'vitest';

import { PurchaseRecord, unfinishedPurchases } from '#adapters/mikro-orm/records/purchase-record.ts';
import type { Purchase } from '#domain/purchase.ts';
import { NOW, someLead, somePurchase, wonBy } from '#tests/contracts/store-samples.ts';
import { sharedDatabase } from '#tests/support/shared-database.ts';

const { database, atomically } = sharedDatabase();

/** Stores a purchase, and then changes its row in a way that no use-case can. */
const changed = async (changes: Partial<Purchase>, sets: string): Promise<unknown> => {
  const lead = someLead();
  const purchase = somePurchase(lead.id, changes);
  await atomically(async ({ leads, purchases }) => {
    await leads.add([lead]);
    await purchases.add(purchase);
  });
  const [row] = await database().query<{ readonly id: string }>(
    `update purchase set ${sets} where id = $1 returning id::text`,
    [purchase.id],
  );
  return row?.id === purchase.id;
};

const OPEN: Partial<Purchase> = { checkout: undefined };
const WON: Partial<Purchase> = { progress: wonBy('won@people.example') };
const LOST: Partial<Purchase> = {
  progress: { state: 'lost', lostAt: NOW, reason: 'sold', buyerEmail: undefined, money: { is: 'untouched' } },
};

const LAPSED: Partial<Purchase> = { progress: { state: 'lapsed', lapsedAt: NOW, buyerEmail: 'lapsed@people.example' } };

describe('the database itself', () => {
  test.each<readonly [rule: string, changes: Partial<Purchase>, sets: string]>([
    ['purchase_amounts', OPEN, 'price = -1'],
    ['purchase_amounts', OPEN, 'list_price = 10000000'],
    ['purchase_terms', OPEN, `terms_version = 'one', terms_address = null`],
    ['purchase_checkout', OPEN, `checkout_ref = 'cs_1', checkout_closes_at = null`],
    ['purchase_check_count', OPEN, 'check_count = -1'],
    ['purchase_progress', OPEN, `payment_ref = 'pi_1'`],
    ['purchase_progress', OPEN, 'lapsed_at = now()'],
    ['purchase_progress', OPEN, `progress = 'won'`],
    ['purchase_progress', OPEN, `progress = 'paid'`],
    ['purchase_progress', WON, 'won_at = null'],
    ['purchase_progress', WON, 'refunded_at = now()'],
    ['purchase_progress', WON, `progress = 'open'`],
    ['purchase_progress', LAPSED, 'lapsed_at = null'],
    ['purchase_progress', LAPSED, `payment_ref = 'pi_1'`],
    ['purchase_delivery', WON, `progress = 'settled', settled_at = now(), resends = 0, delivery = 'sent'`],
    ['purchase_resends', WON, `progress = 'settled', settled_at = now(), resends = -1, delivery = 'queued'`],
    [
      'purchase_refund_by',
      WON,
      `progress = 'refunding', settled_at = now(), resends = 0, delivery = 'queued', refund_requested_at = now(), refund_by = 'nobody', refund_reason = ''`,
    ],
    ['purchase_loss_reason', LOST, `loss_reason = 'bad luck'`],
    ['purchase_loser_money', LOST, `payment_ref = 'pi_1'`],
    ['purchase_loser_money', LOST, `loser_money = 'released'`],
  ])('keeps the rule %s', async (rule, changes, sets) => {
    await expect(changed(changes, sets)).rejects.toThrow(`23514 ${rule} purchase`);
  });

  test.each<readonly [what: string, changes: Partial<Purchase>, sets: string]>([
    ['an open one with its page', OPEN, `checkout_ref = 'cs_1', checkout_closes_at = now()`],
    ['a won one that is settled', WON, `progress = 'settled', settled_at = now(), resends = 0, delivery = 'queued'`],
    ['a lapsed one whose buyer is forgotten', LAPSED, 'buyer_email = null'],
    ['a lost one that nothing could be sent to', LOST, `loss_reason = 'no-address'`],
    ['a lost one that was paid after its page had closed', LOST, `loss_reason = 'paid-too-late'`],
    ['a lost one whose money goes back', LOST, `payment_ref = 'pi_1', loser_money = 'released'`],
  ])('takes %s', async (_, changes, sets) => {
    expect(await changed(changes, sets)).toBe(true);
  });

  it('knows where the unfinished ones are, among however many that are over', async () => {
    const em = database().orm.em.fork() as SqlEntityManager;
    const asked = em.createQueryBuilder(PurchaseRecord).where(unfinishedPurchases()).getFormattedQuery();
    const plan = await database().query<{ readonly 'QUERY PLAN': string }>(`explain ${asked}`);
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('on purchase_due');
  });
});
