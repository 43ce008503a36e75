import { describe, expect, it } from 'vitest';

import { MailRefused } from '#application/ports/mailer.ts';
import { SECOND } from '#domain/instant.ts';
import { begin, mailTo, shopWith } from './buyer.ts';
import { auditOf, buy, contactMails, mailServer, refundOf } from './refunds.ts';
import { NOW, openShop } from './shop.ts';
import type { Shop } from './shop.ts';

const resend = (shop: Shop, saleNumberOrId: string, to?: string) =>
  shop.useCases.resendDelivery({ saleNumberOrId, to, who: 'kim' });

const ELSEWHERE = 'dana@agents.example';

const delivered = async () => {
  const server = mailServer();
  const shop = await openShop({ around: server.around });
  const dana = await buy(shop);
  await shop.queue.drain();
  const saleNumber = (await shop.purchase(dana.id))?.saleNumber ?? 'none';
  return { shop, server, dana, saleNumber };
};

describe('sending a delivery again', () => {
  it('mails the contact under a new id, so that no mail server takes it for the old one', async () => {
    const { shop, server, dana, saleNumber } = await delivered();
    shop.clock.step(SECOND);
    expect(await resend(shop, saleNumber.toLowerCase())).toEqual({
      is: 'queued',
      saleNumber,
      buyerEmail: 'dana@example.com',
    });
    expect(await dana.progress()).toMatchObject({ delivery: { state: 'queued' }, contactLeftAt: NOW, resends: 1 });
    await shop.queue.drain();
    shop.clock.step(SECOND);
    await resend(shop, dana.id);
    await shop.queue.drain();
    expect(server.handed.map(({ id }) => id)).toEqual([`lead-${dana.id}`, `lead-${dana.id}-1`, `lead-${dana.id}-2`]);
    for (const { to, text } of server.handed)
      expect([to, text.includes('ann.lee@example.com')]).toEqual(['dana@example.com', true]);
    expect(await dana.progress()).toMatchObject({
      delivery: { state: 'sent', sentAt: NOW + 2 * SECOND },
      contactLeftAt: NOW + 2 * SECOND,
    });
  });

  it('is kept in the audit, without the address', async () => {
    const { shop, dana } = await delivered();
    await resend(shop, dana.id);
    expect(await auditOf(shop)).toEqual([{ who: 'kim', action: 'purchase-resend', subject: dana.id, note: undefined }]);
  });

  it('mends a delivery that the mail server had refused for good', async () => {
    const server = mailServer();
    const shop = await openShop({ around: server.around });
    const dana = await buy(shop);
    server.manners.send = () => Promise.reject(new MailRefused('full'));
    await shop.queue.drain();
    server.manners.send = undefined;
    await resend(shop, dana.id);
    await shop.queue.drain();
    expect(await dana.progress()).toMatchObject({ delivery: { state: 'sent' }, contactLeftAt: NOW });
  });

  it('asked for while the mail before is on its way is not lost', async () => {
    const server = mailServer();
    const shop = await openShop({ around: server.around });
    const dana = await buy(shop);
    server.manners.send = async (_, usual) => {
      server.manners.send = undefined;
      await resend(shop, dana.id);
      await usual();
    };
    await shop.queue.drain();
    expect(server.handed.map(({ id }) => id)).toEqual([`lead-${dana.id}`, `lead-${dana.id}-1`]);
    expect(await dana.progress()).toMatchObject({ delivery: { state: 'sent' }, resends: 1 });
  });

  it('waits for a mail server that is down, as the first one', async () => {
    const { shop, server, dana } = await delivered();
    server.manners.send = () => Promise.reject(new Error('down'));
    await resend(shop, dana.id);
    await shop.queue.drain();
    server.manners.send = undefined;
    shop.clock.step(60 * SECOND);
    await shop.queue.drain();
    expect(await dana.progress()).toMatchObject({ delivery: { state: 'sent', sentAt: NOW + 60 * SECOND } });
  });

  it('is refused for what is unknown, not settled, refunded or about to be', async () => {
    const { shop, manners } = await shopWith();
    expect(await resend(shop, 'HL-0000-0000')).toEqual({ is: 'unknown' });
    const open = await begin(shop);
    expect(await resend(shop, open.id)).toEqual({ is: 'not-settled' });
    const dana = await buy(shop);
    manners.refund = async () => 'pending';
    await refundOf(shop, dana.id);
    expect(await resend(shop, dana.id)).toEqual({ is: 'refunded' });
    delete manners.refund;
    await refundOf(shop, dana.id);
    expect(await resend(shop, dana.id)).toEqual({ is: 'refunded' });
    expect((await auditOf(shop)).map(({ action }) => action)).toEqual(['purchase-refund']);
  });

  it('is refused once the contact of the lead was erased', async () => {
    const { shop, dana } = await delivered();
    await shop.outside.atomically(async ({ leads }) => {
      const lead = await leads.find('lead-1');
      const nobody = { firstName: '', lastName: '', email: undefined, phone: undefined, address1: undefined };
      if (lead !== undefined) await leads.save({ ...lead, contact: nobody });
    });
    expect(await resend(shop, dana.id)).toEqual({ is: 'erased' });
    expect(await dana.progress()).toMatchObject({ delivery: { state: 'sent' }, resends: 0 });
  });
});

/** A buyer whose address has refused the lead; the mail server takes everything else. */
const refused = async () => {
  const server = mailServer();
  const shop = await openShop({ around: server.around });
  server.manners.send = async ({ to }, usual) => {
    if (to === 'dana@example.com') throw new MailRefused('no such mailbox');
    await usual();
  };
  const dana = await buy(shop);
  await shop.queue.drain();
  const saleNumber = (await shop.purchase(dana.id))?.saleNumber ?? 'none';
  return { shop, server, dana, saleNumber };
};

describe('sending a delivery to another address', () => {
  it('mails the contact there, in the normal form, when the one of the payment takes no mail', async () => {
    const { shop, dana, saleNumber } = await refused();
    expect(await dana.progress()).toMatchObject({ delivery: { state: 'refused' }, contactLeftAt: undefined });
    expect(await resend(shop, saleNumber, ' Dana@Agents.Example ')).toEqual({
      is: 'queued',
      saleNumber,
      buyerEmail: ELSEWHERE,
    });
    await shop.queue.drain();
    expect((await contactMails(shop)).map(({ to }) => to)).toEqual([ELSEWHERE]);
    expect(await dana.progress()).toMatchObject({ delivery: { state: 'sent' }, buyerEmail: ELSEWHERE });
  });

  it('makes it the address of the buyer: in the list of purchases, on the success page, for what is sent later', async () => {
    const { shop, dana, saleNumber } = await refused();
    await resend(shop, saleNumber, ELSEWHERE);
    await resend(shop, saleNumber);
    await shop.queue.drain();
    const listed = async (buyerEmail: string) =>
      (await shop.outside.ledger.purchases({ state: undefined, buyerEmail, openedBefore: undefined, limit: 9 })).map(
        ({ id }) => id,
      );
    expect(await listed(ELSEWHERE)).toEqual([dana.id]);
    expect(await listed('dana@example.com')).toEqual([]);
    const asked = { checkoutRef: dana.checkout.ref, leadId: 'lead-1' };
    const page = (visitorHash?: string) => shop.useCases.verifyPayment({ ...asked, visitorHash });
    expect(await page('visitor of dana')).toMatchObject({ email: ELSEWHERE, isUndeliverable: false });
    expect(await page()).toMatchObject({ email: 'd•••@a•••.example' });
    await refundOf(shop, saleNumber);
    await shop.queue.drain();
    const subjects = (await mailTo(shop, ELSEWHERE)).map(({ subject }) => subject);
    expect(subjects).toEqual([
      expect.stringMatching(/^Your purchase was refunded/),
      ...Array.from({ length: subjects.length - 1 }, () => expect.stringMatching(/^Your lead in Austin/) as string),
    ]);
    expect(await mailTo(shop, 'dana@example.com')).toEqual([]);
  });

  it('is kept in the audit without it, and only where it is another one', async () => {
    const { shop, saleNumber } = await refused();
    await resend(shop, saleNumber, 'DANA@example.com');
    await resend(shop, saleNumber, ELSEWHERE);
    expect((await auditOf(shop)).map(({ note }) => note)).toEqual(['to another address', undefined]);
    expect(JSON.stringify(await auditOf(shop))).not.toContain('@');
  });

  it('is refused where that is none, and changes nothing', async () => {
    const { shop, dana, saleNumber } = await refused();
    const before = await dana.progress();
    for (const to of [
      '',
      'dana',
      'dana@localhost',
      'dana@example.com, eve@example.com',
      `dana@${'x'.repeat(250)}.example`,
    ])
      expect(await resend(shop, saleNumber, to)).toEqual({ is: 'no-email' });
    expect(await dana.progress()).toEqual(before);
    expect(await auditOf(shop)).toEqual([]);
  });

  it('is not what is told of the mail that was on its way to the former one', async () => {
    const server = mailServer();
    const shop = await openShop({ around: server.around });
    const dana = await buy(shop);
    server.manners.send = async () => {
      server.manners.send = undefined;
      await resend(shop, dana.id, ELSEWHERE);
      throw new MailRefused('no such mailbox');
    };
    await shop.queue.drain();
    expect(server.handed.map(({ id, to }) => [id, to])).toEqual([
      [`lead-${dana.id}`, 'dana@example.com'],
      [`lead-${dana.id}-1`, ELSEWHERE],
    ]);
    expect(await dana.progress()).toMatchObject({ delivery: { state: 'sent' }, buyerEmail: ELSEWHERE, resends: 1 });
  });

  it('takes the sale from the former one, so that who is erased there is in no purchase', async () => {
    const { shop, saleNumber } = await refused();
    await resend(shop, saleNumber, ELSEWHERE);
    const erase = (text: string) => shop.useCases.erasePerson({ text, who: 'kim' });
    expect(await erase('dana@example.com')).toMatchObject({ purchases: 0 });
    expect(await erase(ELSEWHERE)).toMatchObject({ purchases: 1 });
  });
});
