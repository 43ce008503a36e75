import { describe, expect, it } from 'vitest';

import { MailInDoubt, MailRefused, MailerUnavailable, isMailId } from '#application/ports/mailer.ts';
import { HOUR, SECOND, WEEK } from '#domain/instant.ts';
import { forgetPerson } from '#domain/lead.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { faultsIn } from './audit.ts';
import { begin, mailTo, shopWith } from './buyer.ts';
import { auditOf, buy, contactMails, mailServer, refundOf } from './refunds.ts';
import { NOW, SHOP_URL, aLeadOnOffer, openShop } from './shop.ts';

const FREE = someCoupon({ code: 'FREE', discount: { kind: 'percent', basisPoints: 10_000 } });

describe('a refund before the delivery', () => {
  it('sends the money back, lists the lead again, and gives the use of the coupon back', async () => {
    const { shop } = await shopWith({ coupons: [someCoupon({ maxUses: 1 })] });
    const dana = await buy(shop, { codeTyped: 'WELCOME10' });
    const saleNumber = (await shop.purchase(dana.id))?.saleNumber;
    expect(await refundOf(shop, dana.id)).toEqual({
      is: 'refunded',
      saleNumber,
      amount: 2_250,
      wasDelivered: false,
      lead: 'listed',
    });
    expect(await dana.money()).toBe('refunded');
    expect(await shop.lead()).toEqual(aLeadOnOffer());
    expect((await shop.coupon('WELCOME10'))?.uses).toBe(0);
    expect(await dana.progress()).toEqual({
      state: 'refunded',
      wonAt: NOW,
      settledAt: NOW,
      buyerEmail: 'dana@example.com',
      paymentRef: dana.checkout.ref.replace('cs_', 'pi_'),
      delivery: { state: 'queued' },
      contactLeftAt: undefined,
      resends: 0,
      requestedAt: NOW,
      by: 'operator',
      reason: 'Wrong number',
      refundedAt: NOW,
    });
  });

  it('tells what becomes of a lead whose week is over: the next refresh takes it into the Lead Vault', async () => {
    const { shop } = await shopWith();
    const dana = await buy(shop);
    shop.clock.step(WEEK);
    expect(await refundOf(shop, dana.id)).toMatchObject({ is: 'refunded', wasDelivered: false, lead: 'vault' });
    await shop.useCases.refreshWeek();
    expect((await shop.lead())?.standing.state).toBe('vaulted');
  });

  it('tells that a lead is withdrawn whose person was erased while it was sold', async () => {
    const { shop } = await shopWith();
    const dana = await buy(shop);
    await shop.outside.atomically(async ({ leads }) => {
      const lead = await leads.find('lead-1');
      if (lead !== undefined) await leads.save(forgetPerson(lead));
    });
    expect(await refundOf(shop, dana.id)).toMatchObject({ is: 'refunded', wasDelivered: false, lead: 'withdrawn' });
  });

  it('stops the mail that was waiting for good', async () => {
    const { shop } = await shopWith();
    const dana = await buy(shop);
    await refundOf(shop, dana.id);
    await shop.queue.drain();
    await shop.useCases.doJob({ name: 'deliver-lead', purchaseId: dana.id });
    expect(await contactMails(shop)).toEqual([]);
    expect(shop.queue.waiting()).toEqual([]);
  });

  it('lets somebody else buy the lead, with the same last use of the coupon', async () => {
    const { shop } = await shopWith({ coupons: [someCoupon({ maxUses: 1 })] });
    const dana = await buy(shop, { codeTyped: 'WELCOME10' });
    await refundOf(shop, dana.id);
    const eve = await buy(shop, { codeTyped: 'WELCOME10' }, 'eve@example.com');
    await shop.settleEverything();
    expect((await eve.progress())?.state).toBe('settled');
    expect(await faultsIn(shop)).toEqual([]);
  });

  it('is what it is, too, when the mail server was down or refused the mail', async () => {
    for (const error of [new MailerUnavailable('down'), new MailRefused('no such mailbox')]) {
      const server = mailServer();
      const shop = await openShop({ around: server.around });
      const dana = await buy(shop);
      server.manners.send = () => Promise.reject(error);
      await shop.queue.drain();
      server.manners.send = undefined;
      expect(await refundOf(shop, dana.id)).toMatchObject({ is: 'refunded', wasDelivered: false });
      expect((await shop.lead())?.standing.state).toBe('listed');
      shop.clock.step(60 * SECOND);
      await shop.queue.drain();
      expect(await contactMails(shop)).toEqual([]);
    }
  });

  it('tells the buyer, and nothing of the contact', async () => {
    const { shop } = await shopWith();
    const dana = await buy(shop);
    await refundOf(shop, dana.id);
    await shop.queue.drain();
    const saleNumber = (await shop.purchase(dana.id))?.saleNumber ?? 'none';
    const [notice, ...others] = await mailTo(shop, 'dana@example.com');
    expect(others).toEqual([]);
    expect(notice?.subject).toBe(`Your purchase was refunded (${saleNumber})`);
    for (const told of [
      `Lead number: ${saleNumber}\n`,
      '$25.00',
      'Buyer Lead in Austin',
      'had not been sent to you yet',
      `See the other leads: ${SHOP_URL}/\n`,
    ])
      expect(notice?.text).toContain(told);
    expect(notice?.text).toContain('goes back the way you paid');
    expect(JSON.stringify(notice)).not.toMatch(/ann|lee|555-0142|Oak|Wrong number/i);
  });
});

describe('the notice of a refund', () => {
  it('carries one id of its own however often it is sent, so that a mail server can tell', async () => {
    const server = mailServer();
    const shop = await openShop({ around: server.around });
    const dana = await buy(shop);
    await refundOf(shop, dana.id);
    await shop.queue.drain();
    await shop.useCases.doJob({ name: 'tell-loser', purchaseId: dana.id });
    expect(server.handed.map(({ id }) => id)).toEqual([`refunded-${dana.id}-${NOW}`, `refunded-${dana.id}-${NOW}`]);
  });
});

describe('the notice of a second refund, after the money of the first has come back', () => {
  it('carries an id of its own, so that no mail server takes it for the first', async () => {
    const server = mailServer();
    const shop = await openShop({ around: server.around });
    const dana = await buy(shop);
    await shop.queue.drain();
    await refundOf(shop, dana.id);
    await shop.queue.drain();
    await shop.atProvider.bounce(dana.checkout.ref);
    await shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: dana.checkout.ref });
    shop.clock.step(WEEK);
    await refundOf(shop, dana.id);
    await shop.queue.drain();
    const ids = server.handed.flatMap(({ id }) => (id.startsWith('refunded-') ? [id] : []));
    expect(ids).toEqual([`refunded-${dana.id}-${NOW}`, `refunded-${dana.id}-${NOW + WEEK}`]);
    expect(ids.every(isMailId)).toBe(true);
  });
});

describe('the letter of a refund', () => {
  it('does not leave any more once its buyer has disputed the payment: it would not be true', async () => {
    const server = mailServer();
    const shop = await openShop({ around: server.around });
    const dana = await buy(shop);
    await shop.queue.drain();
    server.manners.send = () => Promise.reject(new MailerUnavailable('down'));
    await refundOf(shop, dana.id);
    await shop.queue.drain();
    for (const happens of ['bounce', 'dispute'] as const) {
      await shop.atProvider[happens](dana.checkout.ref);
      await shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: dana.checkout.ref });
    }
    server.manners.send = undefined;
    shop.clock.step(HOUR);
    await shop.queue.drain();
    expect(await dana.progress()).toMatchObject({ state: 'refunded', how: 'dispute' });
    expect(shop.queue.waiting()).toEqual([]);
    const subjects = (await mailTo(shop, 'dana@example.com')).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringMatching(/^Your lead in /)]);
  });
});

describe('a refund after the delivery', () => {
  const delivered = async (stock: Parameters<typeof shopWith>[0] = {}, request = {}) => {
    const { shop, manners } = await shopWith(stock);
    const dana = await buy(shop, request);
    await shop.queue.drain();
    return { shop, manners, dana };
  };

  it('sends the money back and withdraws the lead for good; the use of the coupon stays counted', async () => {
    const { shop, dana } = await delivered({ coupons: [someCoupon()] }, { codeTyped: 'WELCOME10' });
    shop.clock.step(SECOND);
    expect(await refundOf(shop, dana.id)).toMatchObject({ is: 'refunded', wasDelivered: true, lead: 'withdrawn' });
    expect(await dana.money()).toBe('refunded');
    expect((await shop.lead())?.standing).toMatchObject({ state: 'withdrawn', withdrawnAt: NOW + SECOND });
    expect((await shop.coupon('WELCOME10'))?.uses).toBe(1);
    expect(await shop.buy()).toMatchObject({ is: 'not-offered' });
    await shop.settleEverything();
    expect(await faultsIn(shop)).toEqual([]);
  });

  it('asks the buyer to delete the contact', async () => {
    const { shop, dana } = await delivered();
    await refundOf(shop, dana.id);
    await shop.queue.drain();
    const [notice] = await mailTo(shop, 'dana@example.com');
    expect(notice?.text).toContain('Please delete it and do not use it any more.');
    expect(JSON.stringify(notice)).not.toMatch(/ann\.lee|555-0142|Oak/i);
  });

  it('is what it is, too, when nobody knows whether the mail server has taken the mail', async () => {
    for (const error of [new MailInDoubt('silent'), new Error('a bug')]) {
      const server = mailServer();
      const shop = await openShop({ around: server.around });
      const dana = await buy(shop);
      server.manners.send = () => Promise.reject(error);
      await shop.queue.drain();
      expect(await refundOf(shop, dana.id)).toMatchObject({ is: 'refunded', wasDelivered: true });
      expect((await shop.lead())?.standing.state).toBe('withdrawn');
    }
  });

  it('is what it is, too, when the first mail has left and another one waits', async () => {
    const { shop, dana } = await delivered();
    await shop.useCases.resendDelivery({ saleNumberOrId: dana.id, to: undefined, who: 'kim' });
    expect(await refundOf(shop, dana.id)).toMatchObject({ wasDelivered: true });
    await shop.queue.drain();
    expect(await contactMails(shop)).toHaveLength(1);
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
  });
});

describe('a refund of nothing', () => {
  it('asks the provider for nothing, and has the same consequences', async () => {
    const { shop, manners } = await shopWith({ coupons: [FREE] });
    manners.refund = () => Promise.reject(new Error('asked'));
    const dana = await buy(shop, { codeTyped: 'FREE' });
    expect(await refundOf(shop, dana.id)).toMatchObject({ is: 'refunded', amount: 0, wasDelivered: false });
    expect((await shop.lead())?.standing.state).toBe('listed');
    expect((await shop.coupon('FREE'))?.uses).toBe(0);
    const eve = await buy(shop, { codeTyped: 'FREE' }, 'eve@example.com');
    await shop.queue.drain();
    expect(await refundOf(shop, eve.id)).toMatchObject({ is: 'refunded', amount: 0, wasDelivered: true });
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
    await shop.settleEverything();
    expect(await faultsIn(shop)).toEqual([]);
    expect((await mailTo(shop, 'dana@example.com'))[0]?.text).toContain('You had paid nothing');
  });
});

describe('asking for a refund', () => {
  it('names the sale by its number, in letters of any case, or by its id', async () => {
    const { shop } = await shopWith({ leads: [aLeadOnOffer(), aLeadOnOffer({ id: 'lead-2' })] });
    const first = await buy(shop);
    const number = (await shop.purchase(first.id))?.saleNumber ?? 'none';
    expect(await refundOf(shop, ` ${number.toLowerCase()} `)).toMatchObject({ is: 'refunded', saleNumber: number });
    const readOut = number.replaceAll('-', '').slice(2).toLowerCase();
    expect(await refundOf(shop, readOut)).toEqual({ is: 'already-refunded' });
    const second = await buy(shop, { leadId: 'lead-2' });
    expect((await refundOf(shop, ` ${second.id}\n`)).is).toBe('refunded');
  });

  it('is answered when there is no such sale, none that is settled, or one that is refunded already', async () => {
    const { shop } = await shopWith();
    for (const name of ['', 'HL-0000-0000', 'unknown']) expect(await refundOf(shop, name)).toEqual({ is: 'unknown' });
    const open = await begin(shop);
    expect(await refundOf(shop, open.id)).toEqual({ is: 'not-settled' });
    const dana = await buy(shop);
    await refundOf(shop, dana.id);
    expect(await refundOf(shop, dana.id)).toEqual({ is: 'already-refunded' });
    expect(await auditOf(shop)).toHaveLength(1);
  });

  it('is kept in the audit: who, when, which sale, and why', async () => {
    const { shop } = await shopWith();
    const dana = await buy(shop);
    shop.clock.step(SECOND);
    const at = shop.clock();
    await refundOf(shop, dana.id, { reason: '  Number was  wrong ' });
    expect(await auditOf(shop)).toEqual([
      { who: 'kim', action: 'purchase-refund', subject: dana.id, note: 'Number was wrong' },
    ]);
    expect((await shop.outside.ledger.audit(1))[0]?.at).toBe(at);
  });

  it('with a reason that holds an address or a number changes nothing', async () => {
    const { shop } = await shopWith();
    const dana = await buy(shop);
    for (const reason of ['ann.lee@example.com complained', 'call (512) 555-0142'])
      expect(await refundOf(shop, dana.id, { reason })).toEqual({ is: 'reason-holds-contact' });
    expect((await dana.progress())?.state).toBe('settled');
    expect(await auditOf(shop)).toEqual([]);
  });
});
