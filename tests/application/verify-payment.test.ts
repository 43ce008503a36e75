import { describe, expect, it } from 'vitest';

import { MINUTE } from '#domain/instant.ts';
import { away, begin, shopWith } from './buyer.ts';
import { aLeadOnOffer } from './shop.ts';
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
    expect(await ask(shop, ref)).toEqual({ is: 'paid', email: 'dana@example.com', saleNumber });
    expect(await dana.money()).toBe('collected');
  });

  it('masks the e-mail for every browser but the one that began the purchase', async () => {
    const { shop, ref } = await paidCheckout();
    expect(await ask(shop, ref, { visitorHash: 'another visitor' })).toMatchObject({ email: 'd•••@e•••.com' });
    expect(await ask(shop, ref, { visitorHash: undefined })).toMatchObject({ email: 'd•••@e•••.com' });
    expect(await ask(shop, ref)).toMatchObject({ email: 'dana@example.com' });
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
    manners.collect = async () => 'pending';
    expect(await ask(shop, dana.checkout.ref)).toEqual({ is: 'processing' });
    delete manners.collect;
    expect(await ask(shop, dana.checkout.ref)).toMatchObject({ is: 'paid' });
  });

  it('tells the loser: sold to another buyer, not charged', async () => {
    const { shop, ref } = await paidCheckout();
    const eve = await begin(shop, { visitorHash: 'visitor of eve' });
    await eve.pay('eve@example.com');
    expect(await ask(shop, ref)).toMatchObject({ is: 'paid' });
    expect(await ask(shop, eve.checkout.ref, { visitorHash: 'visitor of eve' })).toEqual({
      is: 'failed',
      message: 'This lead has just been sold to another buyer. Your card was not charged.',
    });
  });

  it('tells the loser whose money was refunded that it was', async () => {
    const { shop, manners, ref } = await paidCheckout();
    const eve = await begin(shop);
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
    shop.clock.step(31 * MINUTE);
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
