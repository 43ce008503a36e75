import { describe, expect, it } from 'vitest';

import { MailInDoubt } from '#application/ports/mailer.ts';
import { DAY } from '#domain/instant.ts';
import { isErased } from '#domain/lead.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { faultsIn } from './audit.ts';
import { away, mailTo, shopWith } from './buyer.ts';
import { auditOf, buy, contactMails, mailServer, refundOf, whoReadsAgain } from './refunds.ts';
import type { Sale } from './refunds.ts';
import { NOW } from './shop.ts';
import type { Shop } from './shop.ts';

const resend = (shop: Shop, { id }: Sale) =>
  shop.useCases.resendDelivery({ saleNumberOrId: id, to: undefined, who: 'kim' });
const news = async (shop: Shop, { checkout: { ref } }: Sale): Promise<void> => {
  await shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: ref });
  await shop.settleEverything();
};
const alarms = ({ log }: Shop) => log.lines.filter(({ level }) => level !== 'info');
const moneyBack = async (shop: Shop) => (await auditOf(shop)).filter(({ action }) => action === 'purchase-money-back');

/** A sale whose contact has left, whose money went back since. */
const delivered = async (how: 'operator' | 'refund' | 'dispute') => {
  const { shop, manners } = await shopWith({ coupons: [someCoupon()] });
  const dana = await buy(shop, { codeTyped: 'WELCOME10' });
  await shop.queue.drain();
  const before = await dana.progress();
  if (how === 'operator') await refundOf(shop, dana.id);
  else await shop.atProvider[how](dana.checkout.ref);
  await news(shop, dana);
  expect(await dana.progress()).toMatchObject({ state: 'refunded' });
  return { shop, manners, dana, before };
};

describe.each([
  ['operator', 'bounce', 'error', 'refund came back'],
  ['refund', 'bounce', 'error', 'refund came back'],
  ['dispute', 'win', 'warn', 'dispute won'],
] as const)('money that went by %s and came back by %s', (how, comesBack, level, event) => {
  it('makes the sale what it was before, and its lead sold, once the provider tells', async () => {
    const { shop, dana, before } = await delivered(how);
    await shop.atProvider[comesBack](dana.checkout.ref);
    for (let time = 0; time < 3; time += 1) await news(shop, dana);
    expect(await dana.progress()).toEqual(before);
    expect((await shop.lead())?.standing).toMatchObject({ state: 'sold', purchaseId: dana.id });
    expect((await shop.coupon('WELCOME10'))?.uses).toBe(1);
    expect(await faultsIn(shop)).toEqual([]);
  });

  it('is told to the operator once, in the log and in the audit', async () => {
    const { shop, dana } = await delivered(how);
    await shop.atProvider[comesBack](dana.checkout.ref);
    const at = shop.clock();
    for (let time = 0; time < 3; time += 1) await news(shop, dana);
    expect(alarms(shop)).toEqual([{ level, event, purchaseId: dana.id, leadId: 'lead-1', outcome: 'settled' }]);
    expect(await moneyBack(shop)).toEqual([
      { who: 'provider', action: 'purchase-money-back', subject: dana.id, note: event },
    ]);
    expect((await shop.outside.ledger.audit(1))[0]).toMatchObject({ id: expect.any(String) as unknown, at });
  });

  it('is found by reconciling when nobody tells, and nothing is sent back a second time by itself', async () => {
    const { shop, manners, dana } = await delivered(how);
    await shop.atProvider[comesBack](dana.checkout.ref);
    manners.refund = away;
    await shop.settleEverything();
    expect((await dana.progress())?.state).toBe('refunded');
    expect((await shop.useCases.reconcile({ who: 'kim' })).mended).toEqual([
      { what: 'purchase', id: dana.id, before: 'refunded', after: 'settled' },
    ]);
    await shop.settleEverything();
    expect((await dana.progress())?.state).toBe('settled');
  });

  it('can be sent back by the operator', async () => {
    const { shop, dana } = await delivered(how);
    await shop.atProvider[comesBack](dana.checkout.ref);
    await news(shop, dana);
    expect(await refundOf(shop, dana.id)).toMatchObject({ is: 'refunded', wasDelivered: true });
    await shop.settleEverything();
    expect(await dana.money()).toBe('refunded');
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
    expect((await mailTo(shop, 'dana@example.com')).some(({ subject }) => /was refunded/.test(subject))).toBe(true);
  });
});

describe('money that came back while a mail with the contact waited', () => {
  /** The mails with the contact that leave once a dispute is won, which began while one waited. */
  const mailsOnceWon = async (shop: Shop, dana: Sale): Promise<number> => {
    await shop.atProvider.dispute(dana.checkout.ref);
    await news(shop, dana);
    const before = await contactMails(shop);
    await shop.atProvider.win(dana.checkout.ref);
    await news(shop, dana);
    shop.clock.step(DAY);
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'settled', delivery: { state: 'sent' } });
    return (await contactMails(shop)).length - before.length;
  };

  it('lets a mail leave that was asked for again', async () => {
    const { shop } = await shopWith();
    const dana = await buy(shop);
    await shop.queue.drain();
    await resend(shop, dana);
    expect(await mailsOnceWon(shop, dana)).toBe(1);
  });

  it('lets a mail leave of which nobody knew whether it had arrived', async () => {
    const { around, manners } = mailServer();
    const { shop } = await shopWith({ around });
    const dana = await buy(shop);
    manners.send = () => Promise.reject(new MailInDoubt('silent'));
    await shop.queue.drain();
    manners.send = undefined;
    expect(await mailsOnceWon(shop, dana)).toBe(1);
  });

  it('lets none leave a second time that had arrived', async () => {
    const { shop, dana } = await delivered('dispute');
    await shop.atProvider.win(dana.checkout.ref);
    await news(shop, dana);
    await shop.settleEverything();
    expect(await contactMails(shop)).toHaveLength(1);
  });
});

describe('the contact of a sale whose money went back', () => {
  /** Days after the sale. */
  const isErasedAfter = async (shop: Shop, days: number): Promise<boolean> => {
    shop.clock.set(NOW + days * DAY);
    await shop.useCases.refreshWeek();
    const lead = await shop.lead();
    return lead === undefined || isErased(lead);
  };

  it('stays as long as the money may come back, so that the buyer can have it sent again, and no longer', async () => {
    const { shop, dana } = await delivered('dispute');
    expect(await isErasedAfter(shop, 100)).toBe(false);
    await shop.atProvider.win(dana.checkout.ref);
    await news(shop, dana);
    expect(await resend(shop, dana)).toMatchObject({ is: 'queued' });
    await shop.queue.drain();
    expect(await contactMails(shop)).toHaveLength(2);
  });

  it('is erased when 120 days have passed since the sale', async () => {
    const { shop } = await delivered('refund');
    expect(await isErasedAfter(shop, 120)).toBe(false);
    expect(await isErasedAfter(shop, 121)).toBe(true);
  });
});

describe('money that came back of a sale whose contact never left', () => {
  it('leaves lead and coupon with whoever has them now, and is an error in the log as often as it is told', async () => {
    const { shop } = await shopWith({ coupons: [someCoupon({ maxUses: 1 })] });
    const dana = await buy(shop, { codeTyped: 'WELCOME10' });
    await refundOf(shop, dana.id);
    const eve = await buy(shop, { codeTyped: 'WELCOME10' }, 'eve@example.com');
    await shop.settleEverything();
    await shop.atProvider.bounce(dana.checkout.ref);
    for (let time = 0; time < 2; time += 1) await news(shop, dana);
    expect((await dana.progress())?.state).toBe('refunded');
    expect((await shop.lead())?.standing).toMatchObject({ state: 'sold', purchaseId: eve.id });
    expect((await shop.coupon('WELCOME10'))?.uses).toBe(1);
    const alarm = { level: 'error', event: 'refund came back', purchaseId: dana.id, leadId: 'lead-1' };
    expect(alarms(shop)).toEqual(Array(2).fill({ ...alarm, outcome: 'refunded' }));
    expect(await moneyBack(shop)).toEqual([]);
  });
});

describe('a refunded purchase', () => {
  it('is read at the provider again by a notification, not by the sweep, its job or the success page', async () => {
    const { shop, manners, dana } = await delivered('operator');
    expect(await whoReadsAgain(shop, manners, dana)).toEqual(['settle-checkout']);
  });

  it('is read again by reconciling up to 120 days after its sale', async () => {
    const { shop, dana } = await delivered('dispute');
    const { settledAt } = { settledAt: 0, ...(await dana.progress()) };
    shop.clock.step(settledAt + 120 * DAY - shop.clock());
    expect((await shop.useCases.reconcile({ who: 'kim' })).read.purchase).toBe(1);
    shop.clock.step(1);
    expect((await shop.useCases.reconcile({ who: 'kim' })).read.purchase).toBe(0);
  });

  it('of nothing is not read again: no money can come back', async () => {
    const free = someCoupon({ code: 'FREE', discount: { kind: 'percent', basisPoints: 10_000 } });
    const { shop, manners } = await shopWith({ coupons: [free] });
    const dana = await buy(shop, { codeTyped: 'FREE' });
    await refundOf(shop, dana.id);
    manners.readPurchase = away;
    await news(shop, dana);
    expect((await dana.progress())?.state).toBe('refunded');
  });
});
