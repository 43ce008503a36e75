import { describe, expect, it } from 'vitest';

import { StoreUnavailable } from '#application/ports/atomically.ts';
import { MailInDoubt, MailRefused, MailerUnavailable } from '#application/ports/mailer.ts';
import type { Mail } from '#application/ports/mailer.ts';
import type { Coupon } from '#domain/coupon.ts';
import { DAY, SECOND } from '#domain/instant.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { begin } from './buyer.ts';
import { NOW, SHOP_URL, aLeadOnOffer, openShop } from './shop.ts';
import type { Shop } from './shop.ts';

/** A shop whose mail server can be told to fail; `sent` has every mail that was handed to it. */
const shopWithMail = async (leads = [aLeadOnOffer()], coupons: readonly Coupon[] = []) => {
  const sent: Mail[] = [];
  const server: { fails: Error | undefined } = { fails: undefined };
  const shop = await openShop({
    leads,
    coupons,
    around: (outside) => ({
      ...outside,
      mailer: {
        send: async (mail) => {
          if (server.fails !== undefined) throw server.fails;
          sent.push(mail);
          await outside.mailer.send(mail);
        },
      },
    }),
  });
  return { shop, sent, server };
};

const buyAndSettle = async (shop: Shop, email = 'dana@example.com') => {
  const dana = await begin(shop);
  await dana.pay(email);
  await dana.settle();
  return dana;
};

const deliveryOf = async (shop: Shop, id: string) => {
  const purchase = await shop.purchase(id);
  return purchase?.progress.state === 'settled' ? purchase.progress.delivery : undefined;
};

describe('the delivery', () => {
  it("is a mail with the lead's contact and the number of the sale, in text and in HTML", async () => {
    const { shop, sent } = await shopWithMail();
    const dana = await buyAndSettle(shop);
    await shop.queue.drain();
    const saleNumber = (await shop.purchase(dana.id))?.saleNumber ?? 'none';
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      id: `lead-${dana.id}`,
      to: 'dana@example.com',
      replyTo: 'contact@shop.example',
      writtenBy: 'shop',
      subject: `Your lead in Austin, TX (${saleNumber})`,
    });
    for (const part of [sent[0]?.text, sent[0]?.html])
      for (const told of [
        'Ann Lee',
        'ann.lee@example.com',
        '(512) 555-0142',
        '12 Oak Street',
        'Austin, TX',
        'Three bedrooms, near a school.',
        saleNumber,
        'Paid',
        '$25.00 on November 25, 2026 (UTC)',
        `${SHOP_URL}/contact-us?lead=${saleNumber}`,
      ])
        expect(part).toContain(told);
    expect(sent[0]?.text).toContain(`Lead number: ${saleNumber}\n`);
    expect(sent[0]?.html).toContain('href="mailto:ann.lee@example.com"');
    expect(sent[0]?.html).toContain('href="tel:5125550142"');
  });

  it('says what a coupon took off, where one counted', async () => {
    const { shop, sent } = await shopWithMail();
    await buyAndSettle(shop);
    await shop.queue.drain();
    expect(sent[0]?.text).not.toMatch(/List price|Coupon/);
    const reduced = await shopWithMail(
      [aLeadOnOffer()],
      [someCoupon({ code: 'TENOFF', discount: { kind: 'amount', cents: 1_000 } })],
    );
    const dana = await begin(reduced.shop, { codeTyped: 'TENOFF', amount: 1_500 });
    await dana.pay('dana@example.com');
    await dana.settle();
    await reduced.shop.queue.drain();
    expect(reduced.sent[0]?.text).toContain('List price: $25.00\nCoupon: TENOFF\nPaid: $15.00 on November 25, 2026');
  });

  it('has a link that dials the number and then its extension', async () => {
    const { contact } = aLeadOnOffer();
    const { shop, sent } = await shopWithMail([aLeadOnOffer({ contact: { ...contact, phone: '512-666-0143 #12' } })]);
    await buyAndSettle(shop);
    await shop.queue.drain();
    expect(sent[0]?.html).toContain('<a href="tel:5126660143,12"');
    expect(sent[0]?.text).toContain('Phone: 512-666-0143 #12\n');
    expect(sent[0]?.text).toContain('A call within the hour works best.');
  });

  it('says what the lead does not have', async () => {
    const contact = { firstName: 'Ann', lastName: 'Lee', email: undefined, phone: undefined, address1: undefined };
    const { shop, sent } = await shopWithMail([aLeadOnOffer({ contact, description: '  ' })]);
    await buyAndSettle(shop);
    await shop.queue.drain();
    for (const name of ['Email', 'Phone', 'Address', 'Notes']) expect(sent[0]?.text).toContain(`${name}: Not given\n`);
    expect(sent[0]?.html).not.toMatch(/href="(mailto|tel):/);
    expect(sent[0]?.text).toContain('An email within the hour works best.');
  });

  it('shows hostile texts of a lead as texts, and keeps them out of the subject line', async () => {
    const { shop, sent } = await shopWithMail([
      aLeadOnOffer({
        place: { city: 'Austin\r\nBcc: eve@example.com', state: 'TX' },
        description: '<img src=x onerror=alert(1)>',
        contact: {
          firstName: '<b>Ann',
          lastName: '"Lee"',
          email: 'a"><script>@example.com',
          phone: 'javascript:alert(1)',
          address1: '&lt;',
        },
      }),
    ]);
    await buyAndSettle(shop);
    await shop.queue.drain();
    expect(sent[0]?.subject).toMatch(/^Your lead in Austin Bcc: eve@example\.com, TX \(HL-\S+\)$/);
    expect(sent[0]?.html).not.toMatch(/<img|<script|<b>|javascript:alert\(1\)"/);
    expect(sent[0]?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(sent[0]?.html).toContain('href="tel:1"');
  });

  it('happens once, however often its job runs', async () => {
    const { shop, sent } = await shopWithMail();
    const dana = await buyAndSettle(shop);
    await shop.queue.drain();
    for (let time = 0; time < 3; time += 1) await shop.useCases.doJob({ name: 'deliver-lead', purchaseId: dana.id });
    expect(sent).toHaveLength(1);
  });

  it('waits for a mail server that is down, and is tried again, later and later, until it is up', async () => {
    const { shop, sent, server } = await shopWithMail();
    server.fails = new MailerUnavailable('down');
    const dana = await buyAndSettle(shop);
    for (let time = 0; time < 5; time += 1) {
      await shop.queue.drain();
      expect(await deliveryOf(shop, dana.id)).toEqual({ state: 'queued' });
      shop.clock.step(2 ** time * SECOND);
    }
    server.fails = undefined;
    await shop.queue.drain();
    expect(sent).toHaveLength(1);
    expect(await deliveryOf(shop, dana.id)).toEqual({ state: 'sent', sentAt: NOW + 31 * SECOND });
    expect(JSON.stringify(shop.log.lines)).not.toMatch(/dana@|ann\.lee|555-0142/);
  });

  it('that the mail server refuses for good is kept as refused, told to the operator, and not tried again', async () => {
    const { shop, sent, server } = await shopWithMail();
    server.fails = new MailRefused('no such mailbox');
    const dana = await buyAndSettle(shop);
    await shop.queue.drain();
    expect(await deliveryOf(shop, dana.id)).toEqual({ state: 'refused', refusedAt: NOW });
    expect(shop.log.lines.filter(({ level }) => level !== 'info')).toEqual([
      { level: 'error', event: 'delivery refused by the mail server', purchaseId: dana.id, error: server.fails },
    ]);
    server.fails = undefined;
    await shop.useCases.doJob({ name: 'deliver-lead', purchaseId: dana.id });
    shop.clock.step(DAY);
    await shop.queue.drain();
    expect(sent).toEqual([]);
  });

  it.each([
    ['is too slow twice, by half a minute,', 2, 30 * SECOND, 0],
    ['is away for seconds', 30, 0, 0],
    ['is away until the job is tried again', 50, 0, 1],
  ])('leaves once, though the store %s after the mail server has taken it', async (_, failures, takes, failedJobs) => {
    const store = { failures: 0 };
    const sent: Mail[] = [];
    const shop = await openShop({
      around: (outside) => ({
        ...outside,
        atomically: (work) => {
          if (store.failures === 0) return outside.atomically(work);
          store.failures -= 1;
          shop.clock.step(takes);
          return Promise.reject(new StoreUnavailable('away'));
        },
        mailer: {
          send: (mail) => {
            sent.push(mail);
            store.failures = failures;
            return Promise.resolve();
          },
        },
      }),
    });
    const { id } = await buyAndSettle(shop);
    await shop.queue.drain();
    for (let time = 0; time < 3; time += 1) {
      shop.clock.step(2 ** time * SECOND);
      await shop.queue.drain();
    }
    expect(sent.map((mail) => mail.id)).toEqual([`lead-${id}`]);
    expect(await deliveryOf(shop, id)).toMatchObject({ state: 'sent' });
    expect(shop.log.lines.filter(({ event }) => event === 'job failed')).toHaveLength(failedJobs);
    await shop.useCases.resendDelivery({ saleNumberOrId: id, to: undefined, who: 'kim' });
    await shop.queue.drain();
    expect(sent.map((mail) => mail.id)).toEqual([`lead-${id}`, `lead-${id}-1`]);
  });

  it('tells the store once what the mail server has said, also when that took several tries', async () => {
    const store = { failures: 0, asked: 0 };
    const shop = await openShop({
      around: (outside) => ({
        ...outside,
        atomically: (work) => {
          store.asked += 1;
          if (store.failures === 0) return outside.atomically(work);
          store.failures -= 1;
          return Promise.reject(new StoreUnavailable('away'));
        },
        mailer: { send: async () => void (store.failures = 50) },
      }),
    });
    const { id } = await buyAndSettle(shop);
    await shop.queue.drain();
    shop.clock.step(SECOND);
    await shop.queue.drain();
    expect(await deliveryOf(shop, id)).toMatchObject({ state: 'sent' });
    store.asked = 0;
    await shop.useCases.doJob({ name: 'deliver-lead', purchaseId: id });
    expect(store.asked).toBe(1);
  });

  it('is only of a settled purchase', async () => {
    const { shop, sent } = await shopWithMail();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    await shop.useCases.doJob({ name: 'deliver-lead', purchaseId: dana.id });
    await shop.useCases.doJob({ name: 'deliver-lead', purchaseId: 'unknown' });
    expect(sent).toEqual([]);
  });
});

describe('the contact of a delivery', () => {
  const contactLeftAt = async (shop: Shop, id: string) => {
    const purchase = await shop.purchase(id);
    return purchase?.progress.state === 'settled' ? purchase.progress.contactLeftAt : 'not settled';
  };

  it('counts as gone before the mail server is asked, and from then on', async () => {
    const seen: unknown[] = [];
    const shop = await openShop({
      around: (outside) => ({
        ...outside,
        mailer: { send: async () => void seen.push(await contactLeftAt(shop, id)) },
      }),
    });
    const { id } = await buyAndSettle(shop);
    expect(await contactLeftAt(shop, id)).toBeUndefined();
    await shop.queue.drain();
    expect(seen).toEqual([NOW]);
    shop.clock.step(SECOND);
    await shop.useCases.resendDelivery({ saleNumberOrId: id, to: undefined, who: 'kim' });
    await shop.queue.drain();
    expect(seen).toEqual([NOW, NOW + SECOND]);
    expect(await contactLeftAt(shop, id)).toBe(NOW + SECOND);
  });

  it.each([
    ['is down', new MailerUnavailable('down'), undefined],
    ['refuses the mail for good', new MailRefused('no such mailbox'), undefined],
    ['falls silent while it has the mail', new MailInDoubt('silent'), NOW],
    ['fails in a way that nobody expected', new Error('a bug'), NOW],
  ])('when the mail server %s', async (_, error, left) => {
    const { shop, server } = await shopWithMail();
    server.fails = error;
    const { id } = await buyAndSettle(shop);
    await shop.queue.drain();
    expect(await contactLeftAt(shop, id)).toBe(left);
  });
});

describe('the notice to a loser', () => {
  const lostRace = async (trouble?: Error) => {
    const { shop, sent, server } = await shopWithMail();
    const [dana, eve] = [await begin(shop), await begin(shop)];
    await dana.pay('dana@example.com');
    await eve.pay('eve@example.com');
    await dana.settle();
    server.fails = trouble;
    await eve.settle();
    await shop.queue.drain();
    return { shop, server, eve, notices: () => sent.filter(({ to }) => to === 'eve@example.com') };
  };

  it('carries one id however often it is sent, so that a mail server can tell', async () => {
    const { shop, eve, notices } = await lostRace();
    await shop.useCases.doJob({ name: 'tell-loser', purchaseId: eve.id });
    expect(notices().map(({ id }) => id)).toEqual([`lost-${eve.id}`, `lost-${eve.id}`]);
  });

  it('waits for a mail server that is down', async () => {
    const { shop, server, eve, notices } = await lostRace(new MailerUnavailable('down'));
    expect(shop.queue.waiting()).toContainEqual({ name: 'tell-loser', purchaseId: eve.id });
    server.fails = undefined;
    shop.clock.step(SECOND);
    await shop.queue.drain();
    expect(notices()).toMatchObject([{ id: `lost-${eve.id}`, writtenBy: 'shop' }]);
  });

  it('that the mail server refuses for good is not tried again', async () => {
    const { shop, eve } = await lostRace(new MailRefused('no such mailbox'));
    expect(shop.queue.waiting()).toEqual([]);
    expect(shop.log.lines).toContainEqual({
      level: 'warn',
      event: 'notice refused by the mail server',
      purchaseId: eve.id,
      error: expect.any(MailRefused) as unknown,
    });
  });

  it('goes to no winner, and to nobody who never paid', async () => {
    const { shop, sent } = await shopWithMail();
    const [dana] = [await begin(shop), await begin(shop)];
    await dana.pay('dana@example.com');
    await dana.settle();
    await shop.queue.drain();
    for (const purchaseId of [...shop.purchaseIds, 'unknown'])
      await shop.useCases.doJob({ name: 'tell-loser', purchaseId });
    expect(sent.map(({ id }) => id)).toEqual([`lead-${dana.id}`]);
  });
});
