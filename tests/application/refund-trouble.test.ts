import { describe, expect, it } from 'vitest';

import { MailerUnavailable } from '#application/ports/mailer.ts';
import { ProviderRefused } from '#application/ports/payment-provider.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { faultsIn } from './audit.ts';
import { away, mailTo, shopWith } from './buyer.ts';
import { auditOf, buy, contactMails, mailServer, refundOf } from './refunds.ts';
import { openShop } from './shop.ts';

describe('a refund that the provider does not make at once', () => {
  it.each([
    ['takes its time', 'provider-takes-time', () => Promise.resolve('pending' as const)],
    ['is away', 'provider-unavailable', away],
    ['refuses', 'provider-refused', () => Promise.reject(new ProviderRefused('no money there'))],
  ])('is pending while the provider %s; then it is done, and the buyer told once', async (_, why, refund) => {
    const { shop, manners } = await shopWith();
    const dana = await buy(shop);
    manners.refund = refund;
    const saleNumber = (await shop.purchase(dana.id))?.saleNumber;
    expect(await refundOf(shop, dana.id)).toEqual({ is: 'pending', saleNumber, why });
    expect(await dana.progress()).toMatchObject({ state: 'refunding', by: 'operator', reason: 'Wrong number' });
    await shop.settleEverything({ rounds: 2 });
    expect((await shop.lead())?.standing.state).toBe('sold');
    expect(await shop.mails()).toEqual([]);
    delete manners.refund;
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'refunded', by: 'operator' });
    expect(await dana.money()).toBe('refunded');
    expect(await faultsIn(shop)).toEqual([]);
    expect(await mailTo(shop, 'dana@example.com')).toHaveLength(1);
  });

  it('lets no contact leave meanwhile, and nobody else buy the lead', async () => {
    const { shop, manners } = await shopWith();
    const dana = await buy(shop);
    manners.refund = away;
    await refundOf(shop, dana.id);
    await shop.settleEverything({ rounds: 2 });
    expect(await contactMails(shop)).toEqual([]);
    expect(await shop.buy()).toMatchObject({ is: 'sold' });
  });

  it('goes on when it is asked for again, and is in the audit once, with its first reason', async () => {
    const { shop, manners } = await shopWith();
    const dana = await buy(shop);
    manners.refund = async () => 'pending';
    await refundOf(shop, dana.id);
    expect(await refundOf(shop, dana.id, { reason: 'Another one' })).toMatchObject({ is: 'pending' });
    delete manners.refund;
    expect(await refundOf(shop, dana.id)).toMatchObject({ is: 'refunded' });
    expect(await dana.progress()).toMatchObject({ reason: 'Wrong number' });
    expect((await auditOf(shop)).map(({ note }) => note)).toEqual(['Wrong number']);
  });

  it('ends when the money has gone back at the provider meanwhile, and is not asked for twice', async () => {
    for (const how of ['refund', 'dispute'] as const) {
      const { shop, manners } = await shopWith();
      const dana = await buy(shop);
      manners.refund = () => Promise.reject(new ProviderRefused('disputed'));
      await refundOf(shop, dana.id);
      await shop.atProvider[how](dana.checkout.ref);
      await shop.settleEverything();
      expect(await dana.progress()).toMatchObject({ state: 'refunded', by: 'operator' });
      expect(await faultsIn(shop)).toEqual([]);
    }
  });

  it('is taken up by its job when this process ends after it was stored', async () => {
    const { shop, manners } = await shopWith();
    const dana = await buy(shop);
    await shop.queue.drain();
    manners.refund = away;
    await refundOf(shop, dana.id);
    delete manners.refund;
    // No sweep: only the queue.
    await shop.queue.drain();
    expect((await dana.progress())?.state).toBe('refunded');
  });

  it('throws what is a fault of ours; what was stored is done later', async () => {
    const { shop, manners } = await shopWith();
    const dana = await buy(shop);
    manners.refund = () => Promise.reject(new Error('a bug'));
    await expect(refundOf(shop, dana.id)).rejects.toThrow('a bug');
    delete manners.refund;
    await shop.settleEverything();
    expect((await dana.progress())?.state).toBe('refunded');
  });
});

describe('a refund at the very moment of the delivery', () => {
  it('that comes while the mail server has the mail finds the contact gone', async () => {
    const server = mailServer();
    const shop = await openShop({ around: server.around, coupons: [someCoupon()] });
    const dana = await buy(shop, { codeTyped: 'WELCOME10' });
    server.manners.send = async (_, usual) => {
      server.manners.send = undefined;
      expect(await refundOf(shop, dana.id)).toMatchObject({ is: 'refunded', wasDelivered: true });
      await usual();
    };
    await shop.settleEverything();
    expect(await dana.progress()).toMatchObject({ state: 'refunded', delivery: { state: 'sent' } });
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
    expect((await shop.coupon('WELCOME10'))?.uses).toBe(1);
    expect(await faultsIn(shop)).toEqual([]);
  });

  it('that was stored before the mail began lets none leave, while the provider is still asked', async () => {
    const { shop, manners, usual } = await shopWith();
    const dana = await buy(shop);
    manners.refund = async (ref) => {
      await shop.useCases.doJob({ name: 'deliver-lead', purchaseId: dana.id });
      return usual.refund(ref);
    };
    expect(await refundOf(shop, dana.id)).toMatchObject({ is: 'refunded', wasDelivered: false });
    await shop.settleEverything();
    expect(await contactMails(shop)).toEqual([]);
    expect(await faultsIn(shop)).toEqual([]);
  });

  it('lists the lead again when the mail server has said that it took nothing before the refund ended', async () => {
    const server = mailServer();
    const { shop, manners, usual } = await shopWith({ around: server.around });
    const dana = await buy(shop);
    const mail = Promise.withResolvers<void>();
    const handed = Promise.withResolvers<void>();
    server.manners.send = () => {
      handed.resolve();
      return mail.promise;
    };
    const job = shop.useCases.doJob({ name: 'deliver-lead', purchaseId: dana.id });
    await handed.promise;
    manners.refund = async (ref) => {
      mail.reject(new MailerUnavailable('down'));
      await expect(job).rejects.toThrow('down');
      return usual.refund(ref);
    };
    expect(await refundOf(shop, dana.id)).toMatchObject({ is: 'refunded', wasDelivered: false });
    server.manners.send = undefined;
    await shop.settleEverything();
    expect((await shop.lead())?.standing.state).toBe('listed');
    expect(await faultsIn(shop)).toEqual([]);
  });
});

describe('several who refund one purchase at the same moment', () => {
  it('send the money back once, give one use of the coupon back, tell the buyer once, and write one audit entry', async () => {
    const { shop } = await shopWith({ coupons: [someCoupon({ uses: 3 })] });
    const dana = await buy(shop, { codeTyped: 'WELCOME10' });
    const answers = await Promise.all([1, 2, 3].map(() => refundOf(shop, dana.id)));
    expect(new Set(answers.map(({ is }) => is)).has('refunded')).toBe(true);
    expect((await shop.coupon('WELCOME10'))?.uses).toBe(3);
    expect(shop.queue.waiting().filter(({ name }) => name === 'tell-loser')).toHaveLength(1);
    expect(await auditOf(shop)).toHaveLength(1);
    expect((await shop.lead())?.standing.state).toBe('listed');
  });
});
