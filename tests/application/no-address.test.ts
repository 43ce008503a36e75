import { describe, expect, it } from 'vitest';

import { someCoupon } from '#tests/domain/coupon.ts';
import { begin, mailTo, shopWith } from './buyer.ts';
import { somebodyIn } from './subscriber.ts';

const FREE = someCoupon({ code: 'FREE', discount: { kind: 'percent', basisPoints: 10_000 } });

const NONE: readonly string[] = ['', '   ', 'dana', 'dana@example', 'dana@example.com, eve@example.com'];

describe('the address that a provider tells', () => {
  it('is taken without the spaces around it', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('  Dana@example.com\n');
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ buyerEmail: 'Dana@example.com', delivery: { state: 'sent' } });
  });

  it.each(NONE)('is replaced by that of the account that bought, if it is none: %j', async (told) => {
    const { shop } = await shopWith();
    const { accountId: id, email } = await somebodyIn(shop);
    const dana = await begin(shop, { buyer: { id, email } });
    await dana.pay(told);
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'settled', buyerEmail: email, delivery: { state: 'sent' } });
    expect((await mailTo(shop, email))[0]?.text).toContain('ann.lee@example.com');
  });

  it('is kept as it is, if it is one, whoever is signed in', async () => {
    const { shop } = await shopWith();
    const { accountId: id, email } = await somebodyIn(shop);
    const dana = await begin(shop, { buyer: { id, email } });
    await dana.pay('office@example.com');
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'settled', buyerEmail: 'office@example.com' });
  });
});

describe('a payment of somebody whom nothing can be sent to', () => {
  it.each([
    ['let go', false, 'released', 'Your card was not charged.'],
    ['sent back', true, 'refunded', 'Your payment was refunded.'],
  ] as const)('is %s, and the lead stays on offer', async (_, charges, money, words) => {
    const { shop } = await shopWith({ charges });
    const dana = await begin(shop);
    await dana.pay(' ');
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({
      state: 'lost',
      reason: 'no-address',
      buyerEmail: undefined,
      money: { is: money },
    });
    expect(await dana.money()).toBe(money);
    expect((await shop.lead())?.standing.state).toBe('listed');
    expect(await shop.mails()).toEqual([]);
    const asking = { checkoutRef: dana.checkout.ref, leadId: 'lead-1', visitorHash: undefined };
    expect(await shop.useCases.verifyPayment(asking)).toEqual({
      is: 'failed',
      message: `The payment came without an email address that the lead could be sent to. ${words}`,
    });
  });

  it('is told to the operator', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('');
    await shop.settleEverything();
    const providerRef = dana.checkout.ref.replace('cs_', 'pi_');
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { event: 'payment without an address', purchaseId: dana.id, leadId: 'lead-1', providerRef },
    ]);
  });

  it('of nothing sells nothing either, and no use of the coupon is counted', async () => {
    const { shop } = await shopWith({ coupons: [FREE] });
    const dana = await begin(shop, { codeTyped: 'FREE' });
    await dana.pay('');
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'lost', reason: 'no-address', money: { is: 'untouched' } });
    expect([(await shop.lead())?.standing.state, (await shop.coupon('FREE'))?.uses]).toEqual(['listed', 0]);
  });
});
