import { describe, expect, it } from 'vitest';

import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import { DAY } from '#domain/instant.ts';
import { LATE_PAYMENT } from '#domain/purchase-late.ts';
import { abandon } from '#domain/purchase-steps.ts';
import { away, begin, mailTo, shopWith } from './buyer.ts';
import type { Shop } from './shop.ts';

const EVENT = 'payment of a closed checkout';
const DANA = 'dana@example.com';

type Buyer = Awaited<ReturnType<typeof begin>>;

/** Whose page the provider called closed, and then took a payment there. */
const paidAfterClosing = async (stock: Parameters<typeof shopWith>[0] = {}, isSoldToEve = false) => {
  const { shop, manners, usual } = await shopWith(stock);
  const dana = await begin(shop, { visitorHash: 'visitor of dana' });
  const eve = isSoldToEve ? await begin(shop, { visitorHash: 'visitor of eve' }) : undefined;
  manners.closeCheckout = async () => {};
  await eve?.pay('eve@example.com');
  await eve?.settle();
  manners.readPurchase = async () => ({ state: 'closed' });
  await dana.settle();
  await shop.queue.drain();
  delete manners.readPurchase;
  await dana.pay(DANA);
  return { shop, manners, usual, dana, eve };
};

const alarms = ({ log }: Shop) => log.lines.filter(({ event }) => event === EVENT);

const told = ({ useCases }: Shop, { checkout }: Buyer) =>
  useCases.verifyPayment({ checkoutRef: checkout.ref, leadId: 'lead-1', visitorHash: 'visitor of dana' });

const LOOKS: readonly (readonly [string, (shop: Shop, buyer: Buyer) => Promise<unknown>])[] = [
  [
    'a notification',
    ({ useCases }, { checkout }) => useCases.doJob({ name: 'settle-checkout', checkoutRef: checkout.ref }),
  ],
  ['reconciling', ({ useCases }) => useCases.reconcile({ who: 'operator' })],
];

describe('a payment at a page that was read as closed', () => {
  it.each(LOOKS)(
    'is found by %s and let go: the buyer and the operator are told, and nothing is sold',
    async (_, look) => {
      const { shop, dana } = await paidAfterClosing();
      expect([(await dana.progress())?.state, await dana.money()]).toEqual(['abandoned', 'held']);
      await look(shop, dana);
      await shop.queue.drain();
      expect(await dana.progress()).toMatchObject({
        state: 'lost',
        reason: 'paid-too-late',
        money: { is: 'released' },
      });
      expect(await dana.money()).toBe('released');
      expect((await shop.lead())?.standing.state).toBe('listed');
      const words = 'Your payment came after this checkout had closed. Your card was not charged.';
      expect(await told(shop, dana)).toEqual({ is: 'failed', message: words });
      await look(shop, dana);
      await shop.queue.drain();
      expect((await mailTo(shop, DANA)).map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
      expect(alarms(shop)).toMatchObject([
        { level: 'error', purchaseId: dana.id, leadId: 'lead-1', providerRef: dana.checkout.ref.replace('cs_', 'pi_') },
      ]);
    },
  );

  it('goes back in whole where it was taken at once', async () => {
    const { shop, dana } = await paidAfterClosing({ charges: true });
    expect(await dana.money()).toBe('collected');
    await shop.useCases.reconcile({ who: 'operator' });
    await shop.queue.drain();
    expect(await dana.money()).toBe('refunded');
    expect((await mailTo(shop, DANA))[0]?.text).toContain(
      'Your payment came after this checkout had closed. Your payment was refunded.',
    );
  });

  it('goes back too where it is too late to let it go', async () => {
    const { shop, dana, usual } = await paidAfterClosing();
    await usual.collect(dana.checkout.ref.replace('cs_', 'pi_'));
    await shop.useCases.reconcile({ who: 'operator' });
    expect([(await dana.progress())?.state, await dana.money()]).toEqual(['lost', 'refunded']);
  });

  it('is let go at once by the process that took it, when another has read the page as closed meanwhile', async () => {
    const { shop, manners, usual } = await shopWith();
    const dana = await begin(shop);
    manners.readPurchase = async (ref) => {
      await shop.outside.atomically(async ({ purchases }) => {
        const purchase = await purchases.find(dana.id);
        const abandoned = purchase && abandon(purchase, shop.clock());
        if (abandoned !== undefined) await purchases.save(abandoned);
      });
      await dana.pay(DANA);
      return usual.readPurchase(ref);
    };
    await dana.settle();
    expect([(await dana.progress())?.state, await dana.money()]).toEqual(['lost', 'released']);
    expect((await shop.lead())?.standing.state).toBe('listed');
    expect(alarms(shop)).toHaveLength(1);
  });

  it('of a lead that was sold leaves the sale alone, and its buyer reads the same as before', async () => {
    const { shop, dana, eve } = await paidAfterClosing({}, true);
    const before = await told(shop, dana);
    expect(await dana.progress()).toMatchObject({ state: 'lost', reason: 'sold', money: { is: 'untouched' } });
    await shop.useCases.reconcile({ who: 'operator' });
    await shop.queue.drain();
    expect(await dana.progress()).toMatchObject({ state: 'lost', reason: 'sold', money: { is: 'released' } });
    expect(await told(shop, dana)).toEqual(before);
    expect(await mailTo(shop, DANA)).toHaveLength(1);
    expect([(await eve?.progress())?.state, await eve?.money()]).toEqual(['settled', 'collected']);
    expect((await shop.lead())?.standing).toMatchObject({ state: 'sold', purchaseId: eve?.id });
  });

  it('is let go by the job when the process ends before it has done that', async () => {
    const { shop, manners, dana } = await paidAfterClosing();
    manners.release = away;
    await expect(LOOKS[0]?.[1](shop, dana)).rejects.toThrow('away');
    expect(await dana.money()).toBe('held');
    delete manners.release;
    await shop.queue.drain();
    expect(await dana.money()).toBe('released');
  });

  it('is looked for again when the provider is away: the job fails, and reconciling names it', async () => {
    const { shop, manners, dana } = await paidAfterClosing();
    manners.readPurchase = away;
    await expect(LOOKS[0]?.[1](shop, dana)).rejects.toThrow('away');
    expect(await shop.useCases.reconcile({ who: 'operator' })).toMatchObject({
      failures: [{ what: 'purchase', id: dana.id, error: 'ProviderUnavailable' }],
    });
  });

  it('is looked for by reconciling for seven days, and no longer', async () => {
    const { shop, manners } = await paidAfterClosing();
    const readIn = async (time: number) => {
      shop.clock.step(time);
      return (await shop.useCases.reconcile({ who: 'operator' })).read.purchase;
    };
    manners.readPurchase = async () => ({ state: 'closed' });
    expect(LATE_PAYMENT).toBe(7 * DAY);
    expect([await readIn(LATE_PAYMENT), await readIn(1)]).toEqual([1, 0]);
  });
});

describe('a page that closed unpaid', () => {
  it('is read once when it closes, and once more by a later notification', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    let reads = 0;
    manners.readPurchase = async () => {
      reads += 1;
      return { state: 'closed' };
    };
    const notify = () => shop.useCases.doJob({ name: 'settle-checkout', checkoutRef: dana.checkout.ref });
    await notify();
    expect(reads).toBe(1);
    await notify();
    expect([reads, (await dana.progress())?.state]).toEqual([2, 'abandoned']);
    await dana.settle();
    expect(reads).toBe(2);
  });

  it('and that the provider knows no more is left as it is', async () => {
    const { shop, manners, dana } = await paidAfterClosing();
    manners.readPurchase = () => Promise.reject(new UnknownCheckout('forgotten'));
    expect(await shop.useCases.reconcile({ who: 'operator' })).toMatchObject({ mended: [], failures: [] });
    expect((await dana.progress())?.state).toBe('abandoned');
  });
});
