import { describe, expect, it } from 'vitest';

import { MailRefused } from '#application/ports/mailer.ts';
import { SECOND } from '#domain/instant.ts';
import { begin, shopWith } from './buyer.ts';
import { auditOf, buy, mailServer, refundOf } from './refunds.ts';
import { NOW, openShop } from './shop.ts';
import type { Shop } from './shop.ts';

const resend = (shop: Shop, saleNumberOrId: string) => shop.useCases.resendDelivery({ saleNumberOrId, who: 'kim' });

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
