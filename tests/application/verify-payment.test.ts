import { describe, expect, it } from 'vitest';

import { StoreUnavailable } from '#application/ports/atomically.ts';
import { MailRefused } from '#application/ports/mailer.ts';
import { MINUTE, SECOND } from '#domain/instant.ts';
import { PATIENCE } from '#web/stores/patience.ts';
import { EVE, away, begin, shopWith } from './buyer.ts';
import { buy, mailServer, refundOf } from './refunds.ts';
import { aLeadOnOffer, openShop } from './shop.ts';
import type { Shop } from './shop.ts';

const DANA = 'visitor of dana';

const ask = (shop: Shop, checkoutRef: string, changes: { leadId?: string; visitorHash?: string | undefined } = {}) =>
  shop.useCases.verifyPayment({ checkoutRef, leadId: 'lead-1', visitorHash: DANA, ...changes });

const paidCheckout = async (stock: Parameters<typeof shopWith>[0] = {}) => {
  const { shop, manners } = await shopWith(stock);
  const dana = await begin(shop);
  await dana.pay('dana@example.com');
  return { shop, manners, dana, ref: dana.checkout.ref };
};

describe('the success page', () => {
  it("settles the purchase before any notification, and tells the buyer's e-mail and the number of the sale", async () => {
    const { shop, dana, ref } = await paidCheckout();
    const saleNumber = (await shop.purchase(dana.id))?.saleNumber;
    expect(await ask(shop, ref)).toMatchObject({ is: 'paid', email: 'dana@example.com', saleNumber });
    expect(await dana.money()).toBe('collected');
  });

  it('is a receipt for the browser that began the purchase, and for no other', async () => {
    const { shop, ref } = await paidCheckout();
    const receipt = { lineItem: 'Buyer Lead in Austin', price: 2_500, paidAt: shop.clock() };
    expect(await ask(shop, ref)).toMatchObject({ receipt });
    expect(await ask(shop, ref, { visitorHash: 'another visitor' })).toMatchObject({ receipt: undefined });
    expect(await ask(shop, ref, { visitorHash: undefined })).toMatchObject({ receipt: undefined });
  });

  it('masks the e-mail for every browser but the one that began the purchase', async () => {
    const { shop, ref } = await paidCheckout();
    expect(await ask(shop, ref, { visitorHash: 'another visitor' })).toMatchObject({ email: 'd•••@e•••.com' });
    expect(await ask(shop, ref, { visitorHash: undefined })).toMatchObject({ email: 'd•••@e•••.com' });
    expect(await ask(shop, ref)).toMatchObject({ email: 'dana@example.com' });
  });

  it('tells that no mail will come once the mail server has refused it for good, and not before', async () => {
    const { manners, around } = mailServer();
    const shop = await openShop({ around });
    const { checkout } = await buy(shop);
    expect(await ask(shop, checkout.ref)).toMatchObject({ is: 'paid', isUndeliverable: false });
    manners.send = () => Promise.reject(new MailRefused('no such mailbox'));
    await shop.queue.drain();
    expect(await ask(shop, checkout.ref)).toMatchObject({ is: 'paid', isUndeliverable: true });
  });

  it('never tells any contact of the lead', async () => {
    const { shop, ref } = await paidCheckout();
    expect(JSON.stringify(await ask(shop, ref))).not.toMatch(/ann|lee|555|oak/i);
  });

  it('knows nothing of a checkout of another lead, and settles nothing', async () => {
    const { shop, dana, ref } = await paidCheckout({ leads: [aLeadOnOffer(), aLeadOnOffer({ id: 'lead-2' })] });
    expect(await ask(shop, ref, { leadId: 'lead-2' })).toEqual({ is: 'unknown' });
    expect(await ask(shop, ref, { leadId: '' })).toEqual({ is: 'unknown' });
    expect((await dana.progress())?.state).toBe('open');
  });

  it('knows nothing of a checkout that is not ours', async () => {
    const { shop } = await shopWith();
    expect(await ask(shop, 'cs_sim_0000000000000000000000000000000000000000')).toEqual({ is: 'unknown' });
    expect(await ask(shop, '')).toEqual({ is: 'unknown' });
  });

  it('is still processing while nothing is paid, and while the money is on its way', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    expect(await ask(shop, dana.checkout.ref)).toEqual({ is: 'processing' });
    await dana.pay('dana@example.com');
    shop.clock.step(SECOND);
    manners.collect = async () => 'pending';
    expect(await ask(shop, dana.checkout.ref)).toEqual({ is: 'processing' });
    delete manners.collect;
    expect(await ask(shop, dana.checkout.ref)).toMatchObject({ is: 'paid' });
  });

  it('tells the loser: sold to another buyer, not charged', async () => {
    const { shop, ref } = await paidCheckout();
    const eve = await begin(shop, EVE);
    await eve.pay('eve@example.com');
    expect(await ask(shop, ref)).toMatchObject({ is: 'paid' });
    expect(await ask(shop, eve.checkout.ref, EVE)).toEqual({
      is: 'failed',
      message: 'This lead has just been sold to another buyer. Your card was not charged.',
    });
  });

  it('tells the loser whose money was refunded that it was', async () => {
    const { shop, manners, ref } = await paidCheckout();
    const eve = await begin(shop, EVE);
    await eve.pay('eve@example.com');
    await ask(shop, ref);
    manners.release = async () => 'already-collected';
    manners.refund = async () => 'refunded';
    expect(await ask(shop, eve.checkout.ref)).toEqual({
      is: 'failed',
      message: 'This lead has just been sold to another buyer. Your payment was refunded.',
    });
  });

  it('tells that a page which closed unpaid charged nothing', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    shop.clock.step(35 * MINUTE);
    expect(await ask(shop, dana.checkout.ref)).toEqual({
      is: 'failed',
      message: 'This checkout was closed before it was paid. Your card was not charged.',
    });
  });

  it('tells that a payment which could not be collected bought nothing', async () => {
    const { shop, manners, ref } = await paidCheckout();
    manners.collect = async () => 'lapsed';
    expect(await ask(shop, ref)).toEqual({
      is: 'failed',
      message: 'Your card could not be charged, so the lead was not sold to you.',
    });
  });

  it('tells what is stored while the provider is away', async () => {
    const { shop, manners, ref } = await paidCheckout();
    manners.readPurchase = away;
    expect(await ask(shop, ref)).toEqual({ is: 'processing' });
    delete manners.readPurchase;
    shop.clock.step(SECOND);
    await ask(shop, ref);
    manners.readPurchase = away;
    expect(await ask(shop, ref)).toMatchObject({ is: 'paid', email: 'dana@example.com' });
    expect(await ask(shop, ref, { visitorHash: undefined })).toMatchObject({ is: 'paid', email: 'd•••@e•••.com' });
  });

  it('throws what is a fault of ours', async () => {
    const { shop, manners, ref } = await paidCheckout();
    manners.readPurchase = () => Promise.reject(new Error('a bug'));
    await expect(ask(shop, ref)).rejects.toThrow('a bug');
  });
});

describe('a success page that many ask for', () => {
  /** A purchase on its hosted page, and how often the provider has been asked about it. */
  const opened = async () => {
    const { shop, manners, usual } = await shopWith();
    const dana = await begin(shop);
    let reads = 0;
    manners.readPurchase = (ref) => {
      reads += 1;
      return usual.readPurchase(ref);
    };
    return { shop, manners, dana, ref: dana.checkout.ref, reads: () => reads };
  };

  it('has the provider asked once in a second for a purchase that nobody has paid', async () => {
    const { shop, ref, reads } = await opened();
    const crowd = () => Promise.all(Array.from({ length: 250 }, () => ask(shop, ref)));
    const answers = [...(await crowd()), ...(await crowd())];
    expect(answers.every(({ is }) => is === 'processing')).toBe(true);
    expect(reads()).toBe(1);
    shop.clock.step(SECOND - 1);
    await crowd();
    expect(reads()).toBe(1);
    shop.clock.step(1);
    await crowd();
    expect(reads()).toBe(2);
  });

  it.each([
    { what: 'collect what is held', of: 'collect' },
    { what: 'send back what a loser has paid', of: 'release' },
    { what: 'send back what an operator refunds', of: 'refund' },
  ] as const)('has the provider asked once in a second to $what', async ({ of }) => {
    const { shop, manners, dana, ref } = await paidCheckout();
    if (of === 'release') {
      const eve = await begin(shop, EVE);
      await eve.pay('eve@example.com');
      await eve.settle();
    }
    if (of === 'refund') await dana.settle();
    let asked = 0;
    manners[of] = async () => {
      asked += 1;
      return 'pending';
    };
    await (of === 'refund' ? refundOf(shop, dana.id) : dana.settle());
    asked = 0;
    const crowd = () => Promise.all(Array.from({ length: 20 }, () => ask(shop, ref)));
    await crowd();
    await crowd();
    expect(asked).toBe(1);
    shop.clock.step(SECOND);
    await crowd();
    await crowd();
    expect(asked).toBe(2);
  });

  it('has a provider that answers slowly asked once at a time', async () => {
    const { shop, manners, ref } = await opened();
    const usual = await manners.readPurchase?.(ref);
    let [reads, answer] = [0, (): void => undefined];
    manners.readPurchase = async () => {
      reads += 1;
      await new Promise<void>((resolve) => (answer = resolve));
      return usual ?? { state: 'open' };
    };
    const asking = [];
    for (let second = 0; second < 5; second += 1) {
      asking.push(ask(shop, ref));
      await new Promise(setImmediate);
      shop.clock.step(SECOND);
    }
    expect(reads).toBe(1);
    answer();
    expect((await Promise.all(asking)).every(({ is }) => is === 'processing')).toBe(true);
    const another = ask(shop, ref);
    await new Promise(setImmediate);
    answer();
    await another;
    expect(reads).toBe(2);
  });

  it('has the provider not asked about what is settled', async () => {
    const { shop, manners, ref } = await paidCheckout();
    expect(await ask(shop, ref)).toMatchObject({ is: 'paid' });
    for (const call of ['readPurchase', 'collect', 'release', 'refund'] as const) manners[call] = away;
    shop.clock.step(SECOND);
    expect(await ask(shop, ref)).toMatchObject({ is: 'paid' });
  });

  it('has a provider that is away asked no more often', async () => {
    const { shop, manners, ref } = await opened();
    let reads = 0;
    manners.readPurchase = () => {
      reads += 1;
      return away();
    };
    for (let time = 0; time < 5; time += 1) expect(await ask(shop, ref)).toEqual({ is: 'processing' });
    expect(reads).toBe(1);
  });

  it('has each purchase asked about by itself', async () => {
    const { shop, ref, reads } = await opened();
    const eve = await begin(shop, EVE);
    await Promise.all([ask(shop, ref), ask(shop, eve.checkout.ref)]);
    expect(reads()).toBe(2);
  });

  it('settles a payment once for all of them, and tells the e-mail in full to the buying browser alone', async () => {
    const { shop, dana, ref, reads } = await opened();
    await dana.pay('dana@example.com');
    const [own, other] = await Promise.all([ask(shop, ref), ask(shop, ref, { visitorHash: 'another visitor' })]);
    expect(own).toMatchObject({ is: 'paid', email: 'dana@example.com' });
    expect(other).toMatchObject({ is: 'paid', email: 'd•••@e•••.com' });
    expect(reads()).toBe(1);
  });

  it('keeps no notification and no sweep from settling at once, and tells of it at once', async () => {
    const { shop, dana, ref } = await opened();
    expect(await ask(shop, ref)).toEqual({ is: 'processing' });
    await dana.pay('dana@example.com');
    await dana.settle();
    expect(await dana.progress()).toMatchObject({ state: 'settled' });
    expect(await ask(shop, ref)).toMatchObject({ is: 'paid' });
  });

  it('hears of a payment that was made meanwhile when it asks again', async () => {
    const { shop, dana, ref } = await opened();
    await ask(shop, ref);
    await dana.pay('dana@example.com');
    shop.clock.step(Math.min(...PATIENCE));
    expect(await ask(shop, ref)).toMatchObject({ is: 'paid' });
  });

  it('is looked at again at once when the store was away', async () => {
    const { shop, manners, ref } = await paidCheckout();
    manners.readPurchase = () => Promise.reject(new StoreUnavailable('away'));
    await expect(ask(shop, ref)).rejects.toThrow(StoreUnavailable);
    delete manners.readPurchase;
    expect(await ask(shop, ref)).toMatchObject({ is: 'paid' });
  });
});
