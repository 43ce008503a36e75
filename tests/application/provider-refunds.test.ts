import { describe, expect, it } from 'vitest';

import { SECOND } from '#domain/instant.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { faultsIn } from './audit.ts';
import { away, begin, mailTo, shopWith } from './buyer.ts';
import { auditOf, buy, contactMails, whoReadsAgain } from './refunds.ts';
import { NOW } from './shop.ts';
import type { Shop } from './shop.ts';

const notify = (shop: Shop, ref: string) =>
  shop.useCases.receiveNotification(shop.notification(ref, `refund of ${ref}`));

describe.each([
  ['refund', 1],
  ['dispute', 0],
] as const)('a %s made at the provider', (how, letters) => {
  it('before the delivery refunds our sale when it is notified: the lead is listed again, and no contact leaves', async () => {
    const { shop } = await shopWith({ coupons: [someCoupon({ maxUses: 1 })] });
    const dana = await buy(shop, { codeTyped: 'WELCOME10' });
    await shop.atProvider[how](dana.checkout.ref);
    await notify(shop, dana.checkout.ref);
    // The notification came first, for once.
    await shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: dana.checkout.ref });
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({
      state: 'refunded',
      by: 'provider',
      how,
      requestedAt: NOW,
      refundedAt: NOW,
      contactLeftAt: undefined,
    });
    expect((await shop.lead())?.standing.state).toBe('listed');
    expect((await shop.coupon('WELCOME10'))?.uses).toBe(0);
    expect(await contactMails(shop)).toEqual([]);
    expect(await faultsIn(shop)).toEqual([]);
  });

  it('after the delivery withdraws the lead, and tells the buyer once of a refund, never of a dispute, however often it is notified', async () => {
    const { shop } = await shopWith({ coupons: [someCoupon()] });
    const dana = await buy(shop, { codeTyped: 'WELCOME10' });
    await shop.queue.drain();
    await shop.atProvider[how](dana.checkout.ref);
    for (let time = 0; time < 3; time += 1) {
      await notify(shop, dana.checkout.ref);
      await shop.queue.drain();
    }
    await shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: dana.checkout.ref });
    await shop.settleEverything();
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
    expect((await shop.coupon('WELCOME10'))?.uses).toBe(1);
    const mails = await mailTo(shop, 'dana@example.com');
    expect(mails.filter(({ subject }) => subject.startsWith('Your purchase was refunded'))).toHaveLength(letters);
    expect(await faultsIn(shop)).toEqual([]);
    // What the provider did is no operator's doing.
    expect(await auditOf(shop)).toEqual([]);
  });
});

describe('a settled purchase', () => {
  it('is read at the provider again by a notification, not by the sweep, its job or the success page', async () => {
    const { shop, manners } = await shopWith();
    const dana = await buy(shop);
    expect(await whoReadsAgain(shop, manners, dana)).toEqual(['settle-checkout']);
  });

  it('stays settled when a notification finds its money where it was, or the provider away', async () => {
    const { shop, manners } = await shopWith();
    const dana = await buy(shop);
    const read = () => shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: dana.checkout.ref });
    await read();
    manners.readPurchase = away;
    await expect(read()).rejects.toThrow('away');
    expect((await dana.progress())?.state).toBe('settled');
  });

  it('of nothing is not read again: there is no payment to send back', async () => {
    const free = someCoupon({ code: 'FREE', discount: { kind: 'percent', basisPoints: 10_000 } });
    const { shop, manners } = await shopWith({ coupons: [free] });
    const dana = await buy(shop, { codeTyped: 'FREE' });
    manners.readPurchase = away;
    await shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: dana.checkout.ref });
    expect((await dana.progress())?.state).toBe('settled');
  });
});

describe('money that went back before we had looked', () => {
  it('buys nothing: a purchase that was charged, and refunded while it was open, is given up', async () => {
    const { shop, manners } = await shopWith({ charges: true });
    const dana = await begin(shop);
    const payment = { paymentRef: 'pi', amount: 2_500, email: 'dana@example.com' };
    manners.readPurchase = async () => ({ state: 'refunded', how: 'refund', ...payment });
    await dana.settle();
    expect((await dana.progress())?.state).toBe('abandoned');
    expect((await shop.lead())?.standing.state).toBe('listed');
  });

  it('settles and refunds in one go a purchase that was won, when a notification tells of it', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    manners.collect = away;
    await expect(dana.settle()).rejects.toThrow('away');
    delete manners.collect;
    await shop.outside.payments.collect(dana.checkout.ref.replace('cs_', 'pi_'));
    await shop.atProvider.refund(dana.checkout.ref);
    await shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: dana.checkout.ref });
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'refunded', by: 'provider', contactLeftAt: undefined });
    expect(await faultsIn(shop)).toEqual([]);
  });
});

describe('the success page of a refunded purchase', () => {
  it('says that it was refunded, or is being refunded', async () => {
    const { shop, manners } = await shopWith();
    const dana = await buy(shop);
    const ask = () =>
      shop.useCases.verifyPayment({ checkoutRef: dana.checkout.ref, leadId: 'lead-1', visitorHash: 'visitor of dana' });
    manners.refund = async () => 'pending';
    await shop.useCases.refundPurchase({ saleNumberOrId: dana.id, reason: 'Wrong number', who: 'kim' });
    expect(await ask()).toEqual({ is: 'failed', message: 'This purchase is being refunded.' });
    delete manners.refund;
    shop.clock.step(SECOND);
    expect(await ask()).toEqual({ is: 'failed', message: 'This purchase was refunded.' });
    expect(await ask()).toEqual({ is: 'failed', message: 'This purchase was refunded.' });
  });

  it('says that it was disputed, where nobody has refunded it', async () => {
    const { shop } = await shopWith();
    const dana = await buy(shop);
    const { ref } = dana.checkout;
    await shop.atProvider.dispute(ref);
    await shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: ref });
    expect(
      await shop.useCases.verifyPayment({ checkoutRef: ref, leadId: 'lead-1', visitorHash: 'visitor of dana' }),
    ).toEqual({ is: 'failed', message: 'This purchase was disputed.' });
  });
});
