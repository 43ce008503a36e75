import { describe, expect, it } from 'vitest';

import { refundPayment } from '#adapters/simulated-checkout/subscription.ts';
import { ProviderUnavailable } from '#application/ports/payment-provider.ts';
import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import { faultsIn } from './audit.ts';
import { away, begin, shopWith } from './buyer.ts';
import { auditOf, buy } from './refunds.ts';
import { aLeadOnOffer } from './shop.ts';
import type { Shop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

const LEADS = Array.from({ length: 25 }, (_, index) => aLeadOnOffer({ id: `lead-${index + 1}` }));

const reconcile = (shop: Shop) => shop.useCases.reconcile({ who: 'kim' });

/** Dana, whose subscription was ended at the provider in its first month. No notification comes of what follows there. */
const endedEarly = async () => {
  const { shop } = await shopWith();
  const dana = await somebodyIn(shop);
  await dana.becomeSubscriber();
  await dana.happens('ended');
  await reconcile(shop);
  const [[{ id } = { id: 'none' }], [provided]] = [await dana.stored(), await dana.provided()];
  const { id: ref, payments = [] } = provided ?? { id: 'none' };
  const refund = () =>
    shop.monthly.change(ref, (one) => refundPayment(one, payments[0]?.ref ?? '', shop.clock()) ?? one);
  return { shop, dana, id, refund };
};

describe('reconciling', () => {
  it('finds nothing to mend in a shop where everything is as the provider says', async () => {
    const { shop } = await shopWith();
    await buy(shop);
    const dana = await somebodyIn(shop);
    await dana.becomeSubscriber();
    expect(await reconcile(shop)).toEqual({ read: { purchase: 1, subscription: 1 }, mended: [], failures: [] });
    expect(await auditOf(shop)).toEqual([
      { who: 'kim', action: 'reconcile', subject: 'provider', note: 'read 2, mended 0, failed 0' },
    ]);
  });

  it('settles what was paid or closed, and refunds what went back, when no notification ever came', async () => {
    const { shop } = await shopWith({ leads: LEADS });
    const paid = await begin(shop);
    await paid.pay('dana@example.com');
    const closed = await begin(shop, { leadId: 'lead-2' });
    await shop.outside.payments.closeCheckout(closed.checkout.ref);
    const refunded = await buy(shop, { leadId: 'lead-3' }, 'eve@example.com');
    await shop.atProvider.refund(refunded.checkout.ref);
    const disputed = await buy(shop, { leadId: 'lead-4' }, 'flo@example.com');
    await shop.queue.drain();
    await shop.atProvider.dispute(disputed.checkout.ref);
    const { mended, ...rest } = await reconcile(shop);
    expect(rest).toEqual({ read: { purchase: 4, subscription: 0 }, failures: [] });
    const changes = (id: string) => mended.flatMap((one) => (one.id === id ? [`${one.before} → ${one.after}`] : []));
    expect(changes(paid.id)).toEqual(['open → settled']);
    expect(changes(closed.id)).toEqual(['open → abandoned']);
    expect(changes(refunded.id)).toEqual(['settled → refunded']);
    expect(changes(disputed.id)).toEqual(['settled → refunded']);
    await shop.settleEverything();
    expect(await faultsIn(shop)).toEqual([]);
    expect((await reconcile(shop)).mended).toEqual([]);
  });

  it('lets a loser’s held money go, and ends a refund that hangs', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    const eve = await begin(shop);
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    await dana.settle();
    manners.release = async () => 'pending';
    manners.refund = async () => 'pending';
    await eve.settle();
    await shop.useCases.refundPurchase({ saleNumberOrId: dana.id, reason: 'Wrong number', who: 'kim' });
    delete manners.release;
    delete manners.refund;
    expect((await reconcile(shop)).mended).toEqual([
      { what: 'purchase', id: dana.id, before: 'refunding', after: 'refunded' },
      { what: 'purchase', id: eve.id, before: 'lost, money held', after: 'lost, money released' },
    ]);
  });

  it('reads each of many, some at a time, and tells how far it is', async () => {
    const { shop, manners, usual } = await shopWith({ leads: LEADS });
    for (const { id: leadId } of LEADS) await buy(shop, { leadId });
    const read: string[] = [];
    let now = 0;
    let most = 0;
    manners.readPurchase = async (ref) => {
      read.push(ref);
      most = Math.max(most, (now += 1));
      const reading = await usual.readPurchase(ref);
      now -= 1;
      return reading;
    };
    const told: number[] = [];
    await shop.useCases.reconcile({ who: 'kim', onProgress: (count) => told.push(count) });
    expect([read.length, new Set(read).size]).toEqual([25, 25]);
    expect(most).toBeLessThanOrEqual(10);
    expect(told).toEqual([10, 20, 25]);
  });

  it('reads purchases that were settled up to 120 days ago, and no older ones', async () => {
    const { shop, manners } = await shopWith();
    const dana = await buy(shop);
    shop.clock.step(120 * DAY);
    await shop.atProvider.dispute(dana.checkout.ref);
    manners.readPurchase = away;
    expect((await reconcile(shop)).read.purchase).toBe(1);
    shop.clock.step(1);
    delete manners.readPurchase;
    expect((await reconcile(shop)).read.purchase).toBe(0);
    expect((await dana.progress())?.state).toBe('settled');
  });

  it('goes on when one fails, names it, and tries it again the next time', async () => {
    const { shop, manners, usual } = await shopWith({ leads: LEADS });
    const [one, other] = [await buy(shop), await buy(shop, { leadId: 'lead-2' }, 'eve@example.com')];
    for (const { checkout } of [one, other]) await shop.atProvider.refund(checkout.ref);
    manners.readPurchase = (ref) => (ref === one.checkout.ref ? away() : usual.readPurchase(ref));
    expect(await reconcile(shop)).toEqual({
      read: { purchase: 2, subscription: 0 },
      mended: [{ what: 'purchase', id: other.id, before: 'settled', after: 'refunded' }],
      failures: [{ what: 'purchase', id: one.id, error: 'ProviderUnavailable' }],
    });
    expect(shop.log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', event: 'not reconciled', purchaseId: one.id }),
    );
    expect((await auditOf(shop))[0]).toMatchObject({ note: 'read 2, mended 1, failed 1' });
    delete manners.readPurchase;
    expect((await reconcile(shop)).mended).toEqual([
      { what: 'purchase', id: one.id, before: 'settled', after: 'refunded' },
    ]);
  });

  it('brings live subscriptions to where the provider says they are: renewed, overdue, about to end, ended', async () => {
    const { shop } = await shopWith();
    const dana = await somebodyIn(shop);
    await dana.becomeSubscriber();
    const [{ id } = { id: 'none' }] = await dana.stored();
    const mendedBy = async () => (await reconcile(shop)).mended;
    await dana.happens('renewal paid');
    expect(await mendedBy()).toEqual([
      {
        what: 'subscription',
        id,
        before: 'live, paid through 2026-12-25',
        after: 'live, paid through 2027-01-25',
      },
    ]);
    shop.clock.step(MINUTE);
    await dana.happens('renewal failed');
    expect(await mendedBy()).toMatchObject([{ after: 'live, paid through 2026-11-25, overdue' }]);
    await dana.happens('renewal paid');
    expect(await mendedBy()).toMatchObject([{ after: 'live, paid through 2026-12-25' }]);
    const [provided] = await dana.provided();
    await shop.outside.payments.endAfterPaidPeriod(provided?.id ?? 'none');
    expect(await mendedBy()).toMatchObject([{ after: 'live, paid through 2026-12-25, ends 2026-12-25' }]);
    await dana.happens('ended');
    expect(await mendedBy()).toMatchObject([{ after: 'ended, paid through 2026-12-25' }]);
    expect(await mendedBy()).toEqual([]);
  });

  it('finds that a subscription which had ended early was paid back, so that its owner may subscribe anew', async () => {
    const { shop, dana, id, refund } = await endedEarly();
    shop.clock.step(HOUR);
    await refund();
    expect(await dana.subscribe()).toEqual({ is: 'already-subscribed' });
    expect((await reconcile(shop)).mended).toEqual([
      {
        what: 'subscription',
        id,
        before: 'ended, paid through 2026-12-25',
        after: 'ended, paid through 2026-11-25',
      },
    ]);
    expect(await dana.membership()).toEqual({ is: 'none' });
    expect(await dana.subscribe()).toMatchObject({ is: 'opened' });
  });

  it('sends back what was paid after the end of a subscription, and names it', async () => {
    const { shop, dana } = await endedEarly();
    shop.clock.step(HOUR);
    await dana.happens('paid late');
    expect((await reconcile(shop)).mended).toMatchObject([
      { after: 'ended, paid through 2026-12-25, late refund made' },
    ]);
  });

  it('reads subscriptions that ended up to 120 days ago, and no older ones', async () => {
    const { shop } = await endedEarly();
    const readIn = async (time: number) => {
      shop.clock.step(time);
      return (await reconcile(shop)).read.subscription;
    };
    expect([await readIn(120 * DAY), await readIn(1)]).toEqual([1, 0]);
  });

  it('that fails for a subscription names it', async () => {
    const { shop, manners } = await shopWith();
    const dana = await somebodyIn(shop);
    await dana.becomeSubscriber();
    const [{ id } = { id: 'none' }] = await dana.stored();
    manners.readSubscription = away;
    expect((await reconcile(shop)).failures).toEqual([{ what: 'subscription', id, error: 'ProviderUnavailable' }]);
    expect(shop.log.lines.filter(({ level }) => level !== 'info')).toEqual([
      { level: 'warn', event: 'not reconciled', subscriptionId: id, error: expect.any(ProviderUnavailable) as unknown },
    ]);
  });
});
