import { describe, expect, it } from 'vitest';

import { MailRefused } from '#application/ports/mailer.ts';
import { EVE, begin, mailTo, shopWith } from './buyer.ts';
import { buy, mailServer, refundOf } from './refunds.ts';
import { aLeadOnOffer } from './shop.ts';
import type { Shop } from './shop.ts';

type Page = Awaited<ReturnType<typeof begin>>;
type Request = NonNullable<Parameters<typeof begin>[1]>;

const OMAR = { id: 'omar', email: 'omar@example.com' };
const OWN =
  'You have bought this lead already. Its contact details come to you by email. Nothing was charged a second time.';
const OTHER = 'This lead has just been sold to another buyer. Your card was not charged.';

const read = async (shop: Shop, { checkout: { ref: checkoutRef } }: Page) => {
  const outcome = await shop.useCases.verifyPayment({ checkoutRef, leadId: 'lead-1', visitorHash: undefined });
  return outcome.is === 'failed' ? outcome.message : outcome.is;
};

/** Two pages of one lead that are both paid before the shop looks. */
const paidTwice = async (one: Request, other: Request, stock: Parameters<typeof shopWith>[0] = {}) => {
  const { shop, manners } = await shopWith(stock);
  const pages = [await begin(shop, one), await begin(shop, other)] as const;
  await pages[0].pay('first@example.com');
  await pages[1].pay('second@example.com');
  return { shop, manners, pages };
};

describe('a lead that its buyer has paid at two pages', () => {
  const DESK = { visitorHash: 'browser at the desk', buyer: OMAR };
  const PHONE = { visitorHash: 'browser of the phone', buyer: OMAR };

  it.each([
    ['of one browser', {}, {}, [0, 1]],
    ['of one browser, of which the later one is looked at first', {}, {}, [1, 0]],
    ['of two browsers in which he is signed in', DESK, PHONE, [0, 1]],
    ['of two browsers, of which the later one is looked at first', DESK, PHONE, [1, 0]],
  ] as const)('%s, is told to be his by the other one, on the page and by mail', async (_, one, other, order) => {
    const { shop, pages } = await paidTwice(one, other);
    const [won, lost] = [pages[order[0]], pages[order[1]]];
    expect(await read(shop, won)).toBe('paid');
    expect(await read(shop, lost)).toBe(OWN);
    expect(await lost.progress()).toMatchObject({ state: 'lost', reason: 'sold' });
    await shop.queue.drain();
    expect([await won.money(), await lost.money()]).toEqual(['collected', 'released']);
    const [mail, ...more] = await mailTo(shop, order[1] === 0 ? 'first@example.com' : 'second@example.com');
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your card was not charged');
    expect(mail?.text).toMatch(/^You have bought this lead already\./);
    expect(mail?.text).toContain(`Buyer Lead in Austin: ${OWN}`);
    expect(mail?.text).toContain('If your bank shows the amount as reserved');
    expect(JSON.stringify(mail)).not.toMatch(/another buyer|Somebody else|ann|lee\b|555-0142|Oak/);
  });

  it.each([
    ['by another browser, of a guest', {}, EVE],
    ['by another browser, of another user', DESK, { ...EVE, buyer: { id: 'eve', email: 'eve@example.com' } }],
  ] as const)('is not what is sold to somebody else: %s', async (_, one, other) => {
    const { shop, pages } = await paidTwice(one, other);
    expect(await read(shop, pages[0])).toBe('paid');
    expect(await read(shop, pages[1])).toBe(OTHER);
    await shop.queue.drain();
    const [mail] = await mailTo(shop, 'second@example.com');
    expect(mail?.text).toMatch(/^Somebody else was first\./);
    expect(mail?.text).toContain(OTHER);
  });

  it('is told to be his, and that the other payment goes back, where money is taken at once', async () => {
    const { shop, manners, pages } = await paidTwice({}, {}, { charges: true });
    const bought = 'You have bought this lead already. Its contact details come to you by email.';
    expect(await read(shop, pages[0])).toBe('paid');
    manners.release = async () => 'pending';
    expect(await read(shop, pages[1])).toBe(`${bought} Your other payment is being refunded.`);
    delete manners.release;
    expect(await read(shop, pages[1])).toBe(`${bought} Your other payment was refunded.`);
    await shop.settleEverything();
    const [mail] = await mailTo(shop, 'second@example.com');
    expect(mail?.subject).toBe('Your payment was refunded');
    expect(mail?.text).toContain(`${bought} Your other payment was refunded.`);
    expect(mail?.text).toContain('Your bank may take a few days to show the refund.');
  });

  it('is told to be his, and what is not known of the other payment, where that went back before it was looked at', async () => {
    const { shop } = await shopWith({ charges: true });
    const [one, other] = [await begin(shop), await begin(shop)];
    await other.pay('second@example.com');
    await shop.atProvider.refund(other.checkout.ref);
    await one.pay('first@example.com');
    await one.settle();
    expect(await read(shop, other)).toBe(
      'You have bought this lead already. Its contact details come to you by email. If your card was charged a second time, that payment was refunded.',
    );
  });

  it('is told with what has become of the sale: a mail that was refused, a refund', async () => {
    const { manners: mail, around } = mailServer();
    mail.send = () => Promise.reject(new MailRefused('no such mailbox'));
    const { shop, manners, pages } = await paidTwice({}, {}, { around });
    expect(await read(shop, pages[0])).toBe('paid');
    await shop.queue.drain();
    expect(await read(shop, pages[1])).toMatch(
      / our email with it was refused: write to us, and give another address\./,
    );
    manners.refund = async () => 'pending';
    await refundOf(shop, pages[0].id);
    expect(await read(shop, pages[1])).toMatch(
      / and your payment is being refunded\. Nothing was charged a second time\.$/,
    );
  });

  it('is not what was lost for another reason than a sale', async () => {
    const { shop, manners, usual } = await shopWith({ leads: [aLeadOnOffer()] });
    const late = await begin(shop);
    await late.pay('second@example.com');
    manners.readPurchase = async (ref) => {
      const reading = await usual.readPurchase(ref);
      return reading.state === 'authorised' && ref === late.checkout.ref ? { ...reading, amount: 1 } : reading;
    };
    await buy(shop);
    expect(await read(shop, late)).toBe('The amount paid was not the price of the lead. Your card was not charged.');
  });
});
