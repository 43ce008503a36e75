import { describe, expect, it } from 'vitest';

import { successUrlOf } from '#application/success-url.ts';
import { MINUTE, WEEK } from '#domain/instant.ts';
import type { Purchase } from '#domain/purchase.ts';
import type { Subscription } from '#domain/subscription.ts';
import { UnknownCheckout } from '#application/ports/payment-provider.ts';
import { EVE, away, begin, mailTo, shopWith } from './buyer.ts';
import { NOW, SHOP_URL } from './shop.ts';
import type { Shop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';
import { MONDAY, auditRecord, listedLead, seenIn } from './week.ts';

const DANA = 'dana@example.com';
const LOST = 'a purchase that the store has lost';

const page = (changes: { readonly amount?: number; readonly shop?: string } = {}) => ({
  amount: changes.amount ?? 2_500,
  lineItem: 'Buyer Lead in Austin',
  closesAt: NOW + 35 * MINUTE,
  successUrl: `${changes.shop ?? SHOP_URL}/success?session_id={ref}`,
  cancelUrl: `${SHOP_URL}/`,
});

/** A page that this shop has opened, for an order that its store does not have. */
const lostPage = (shop: Shop, changes: Parameters<typeof page>[0] = {}) =>
  shop.outside.payments.openPurchase({ ...page(changes), purchaseId: LOST, email: undefined });

const lostSubscription = (shop: Shop) =>
  shop.outside.payments.openSubscription({
    ...page(),
    subscriptionId: LOST,
    monthlyAmount: 3_900,
    payer: { id: 'an account that is lost too', email: DANA, ref: undefined },
  });

let told = 0;

/** The provider tells of it, and the shop does what it does then. */
const hear = async (shop: Shop, about: Parameters<Shop['news']>[0]): Promise<void> => {
  await shop.useCases.receiveNotification(shop.news(about, `evt-${(told += 1)}`));
  await shop.queue.drain();
};
const hearOfPage = (shop: Shop, ref: string) => hear(shop, { type: 'checkout.paid', checkout: ref });
const hearOfSubscription = (shop: Shop, ref: string) => hear(shop, { type: 'subscription.changed', subscription: ref });

const complaints = ({ log }: Shop) => log.lines.filter(({ level }) => level !== 'info');

/** As the store has it when the process or its database ended before it learnt of the page. */
const withoutPage = async (shop: Shop, orderId: string): Promise<void> =>
  shop.outside.atomically(async ({ purchases, subscriptions }) => {
    const [purchase, subscription] = [await purchases.find(orderId), await subscriptions.find(orderId)];
    if (purchase !== undefined) await purchases.save({ ...purchase, checkout: undefined } satisfies Purchase);
    if (subscription !== undefined)
      await subscriptions.save({ ...subscription, checkout: undefined } satisfies Subscription);
  });

describe('a purchase that the store does not know, and the provider tells of', () => {
  it('has its held money let go, and asks for a person, once for each time it is told of', async () => {
    const { shop } = await shopWith();
    const checkout = await lostPage(shop);
    await shop.pay(checkout, DANA);
    await hearOfPage(shop, checkout.ref);
    expect(await shop.money(checkout.ref)).toBe('released');
    const providerRef = checkout.ref.replace('cs_', 'pi_');
    const error = { level: 'error', event: 'payment of an unknown order', purchaseId: LOST, providerRef };
    expect(complaints(shop)).toEqual([{ ...error, outcome: 'released' }]);
    await hearOfPage(shop, checkout.ref);
    const after = { level: 'warn', event: 'page of an unknown order', purchaseId: LOST, outcome: 'released' };
    expect(complaints(shop)).toEqual([{ ...error, outcome: 'released' }, after]);
    expect(JSON.stringify(shop.log.lines)).not.toContain('@');
    expect((await shop.lead())?.standing.state).toBe('listed');
  });

  it('keeps its collected money for a person to give back, and nobody is sold anything for it', async () => {
    const { shop } = await shopWith();
    const checkout = await lostPage(shop);
    const providerRef = checkout.ref.replace('cs_', 'pi_');
    await shop.pay(checkout, DANA);
    await shop.outside.payments.collect(providerRef);
    await hearOfPage(shop, checkout.ref);
    expect(await shop.money(checkout.ref)).toBe('collected');
    expect(complaints(shop)).toMatchObject([{ level: 'error', purchaseId: LOST, providerRef, outcome: 'collected' }]);
    expect(await shop.mails()).toEqual([]);
  });

  it('that cost nothing asks for a person too: somebody waits for a contact', async () => {
    const { shop } = await shopWith();
    const checkout = await lostPage(shop, { amount: 0 });
    await shop.pay(checkout, DANA);
    await hearOfPage(shop, checkout.ref);
    expect(complaints(shop)).toMatchObject([{ level: 'error', purchaseId: LOST, outcome: 'free' }]);
  });

  it('is a warning where nobody has paid, and nothing while somebody may', async () => {
    const { shop } = await shopWith();
    const checkout = await lostPage(shop);
    await hearOfPage(shop, checkout.ref);
    expect(complaints(shop)).toEqual([]);
    await shop.outside.payments.closeCheckout(checkout.ref);
    await hearOfPage(shop, checkout.ref);
    expect(complaints(shop)).toMatchObject([{ level: 'warn', purchaseId: LOST, outcome: 'closed' }]);
  });

  it('is asked for again until its money is let go', async () => {
    const { shop, manners } = await shopWith();
    const checkout = await lostPage(shop);
    await shop.pay(checkout, DANA);
    manners.release = async () => 'pending';
    await hearOfPage(shop, checkout.ref);
    expect(complaints(shop)).toMatchObject([{ level: 'warn', event: 'job failed', job: 'settle-checkout' }]);
    delete manners.release;
    shop.clock.step(MINUTE);
    await shop.queue.drain();
    expect(await shop.money(checkout.ref)).toBe('released');
    expect(complaints(shop).at(-1)).toMatchObject({ level: 'error', outcome: 'released' });
  });

  it('is told of as collected where its money can no longer be let go', async () => {
    const { shop, manners } = await shopWith();
    const checkout = await lostPage(shop);
    await shop.pay(checkout, DANA);
    manners.release = async () => 'already-collected';
    await hearOfPage(shop, checkout.ref);
    const providerRef = checkout.ref.replace('cs_', 'pi_');
    expect(complaints(shop)).toMatchObject([{ level: 'error', purchaseId: LOST, providerRef, outcome: 'collected' }]);
  });

  it('of another shop at the same provider is left alone', async () => {
    const { shop } = await shopWith();
    const checkout = await lostPage(shop, { shop: 'https://shop.example.org' });
    await shop.pay(checkout, DANA);
    await hearOfPage(shop, checkout.ref);
    expect(await shop.money(checkout.ref)).toBe('held');
    expect(complaints(shop)).toEqual([]);
  });

  it('is asked for again when the provider is away: it may be of this shop', async () => {
    const { shop, manners } = await shopWith();
    const checkout = await lostPage(shop);
    await shop.pay(checkout, DANA);
    manners.readOrigin = away;
    await hearOfPage(shop, checkout.ref);
    expect(await shop.money(checkout.ref)).toBe('held');
    delete manners.readOrigin;
    shop.clock.step(MINUTE);
    await shop.queue.drain();
    expect(await shop.money(checkout.ref)).toBe('released');
  });
});

describe('a lead that was paid for before the database was lost', () => {
  const WITHDRAWN = {
    who: 'provider',
    action: 'withdraw',
    subject: 'lead-1',
    note: 'paid for by an order whose sale the database has lost',
  };

  /** What had become of the order, of which the database knows no more than of any other lost one. */
  const FATES = {
    collected: (shop: Shop, ref: string) => shop.outside.payments.collect(ref.replace('cs_', 'pi_')),
    refunded: async (shop: Shop, ref: string) => {
      await shop.outside.payments.collect(ref.replace('cs_', 'pi_'));
      await shop.atProvider.refund(ref);
    },
    free: async () => {},
  };

  const lostSale = async (shop: Shop, fate: keyof typeof FATES, leadId = 'lead-1') => {
    const wish = { ...page(fate === 'free' ? { amount: 0 } : {}), successUrl: successUrlOf(SHOP_URL, leadId) };
    const checkout = await shop.outside.payments.openPurchase({ ...wish, purchaseId: LOST, email: undefined });
    await shop.pay(checkout, DANA);
    await FATES[fate](shop, checkout.ref);
    return checkout;
  };

  it.each(['collected', 'refunded', 'free'] as const)(
    'is not sold again: it is withdrawn, and told of (%s)',
    async (fate) => {
      const record = auditRecord();
      const { shop } = await shopWith({ around: record.around });
      const eve = await begin(shop, EVE);
      const { ref } = await lostSale(shop, fate);
      await hearOfPage(shop, ref);
      expect((await shop.lead())?.standing.state).toBe('withdrawn');
      expect(record.entries).toMatchObject([WITHDRAWN]);
      expect(complaints(shop)).toMatchObject([{ purchaseId: LOST, leadId: 'lead-1', outcome: fate }]);
      expect(await eve.pay('eve@example.com')).toBe(false);
      expect(await shop.buy()).toMatchObject({ is: 'not-offered' });
      expect(await shop.mails()).toEqual([]);
      await hearOfPage(shop, ref);
      expect(record.entries).toHaveLength(1);
    },
  );

  it('is not sold again either where its money was taken while it was let go', async () => {
    const { shop, manners } = await shopWith();
    const { ref } = await lostSale(shop, 'free');
    manners.readPurchase = async () => ({ state: 'authorised', paymentRef: 'pi_1', amount: 2_500, email: DANA });
    manners.release = async () => 'already-collected';
    await hearOfPage(shop, ref);
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
    expect(complaints(shop)).toMatchObject([{ level: 'error', leadId: 'lead-1', outcome: 'collected' }]);
  });

  it('leaves the vault, where it has come meanwhile', async () => {
    const { shop } = await shopWith({ leads: [listedLead('lead-1', MONDAY - WEEK)] });
    await shop.useCases.refreshWeek();
    const { ref } = await lostSale(shop, 'collected');
    expect((await seenIn(shop)).vaulted).toEqual(['lead-1']);
    await hearOfPage(shop, ref);
    expect((await seenIn(shop)).vaulted).toEqual([]);
  });

  it('stays of the buyer who has got it meanwhile, and is told of', async () => {
    const { shop } = await shopWith();
    const eve = await begin(shop, EVE);
    await eve.pay('eve@example.com');
    await eve.settle();
    const { ref } = await lostSale(shop, 'collected');
    await hearOfPage(shop, ref);
    expect((await shop.lead())?.standing).toMatchObject({ state: 'sold', purchaseId: eve.id });
    expect(complaints(shop)).toMatchObject([{ level: 'error', leadId: 'lead-1', outcome: 'collected' }]);
  });

  const EVES = 'eve@example.com';

  /** Eve's order is in the copy, and open there: that she has paid for it, and got the lead, is lost. */
  const lostDecision = async (shop: Shop) => {
    const eve = await begin(shop, EVE);
    await eve.pay(EVES);
    await shop.outside.payments.collect(eve.checkout.ref.replace('cs_', 'pi_'));
    return eve;
  };

  it.each([
    ['holds the money first', 'collected', false],
    ['holds the money first', 'refunded', false],
    ['holds the money first', 'free', false],
    ['charges at once', 'refunded', true],
  ] as const)(
    'stays of the buyer whose stored order has got it, though nobody has looked there yet (the provider %s; %s)',
    async (_, fate, charges) => {
      const record = auditRecord();
      const { shop } = await shopWith({ charges, around: record.around });
      const eve = await lostDecision(shop);
      const { ref } = await lostSale(shop, fate);
      await hearOfPage(shop, ref);
      expect(await eve.progress()).toMatchObject({ state: 'settled', delivery: { state: 'sent' } });
      expect(await eve.money()).toBe('collected');
      expect((await shop.lead())?.standing).toMatchObject({ state: 'sold', purchaseId: eve.id });
      expect((await mailTo(shop, EVES)).map(({ subject }) => subject.split(' (')[0])).toEqual([
        'Your lead in Austin, TX',
      ]);
      expect(complaints(shop)).toMatchObject([{ purchaseId: LOST, leadId: 'lead-1', outcome: fate }]);
      expect(record.entries).toEqual([]);
    },
  );

  it.each(['collected', 'refunded', 'free'] as const)(
    'is not sold to somebody whose money is only held: the shop takes it of a winner (%s)',
    async (fate) => {
      const { shop } = await shopWith();
      const eve = await begin(shop, EVE);
      await eve.pay(EVES);
      const { ref } = await lostSale(shop, fate);
      await hearOfPage(shop, ref);
      expect((await shop.lead())?.standing.state).toBe('withdrawn');
      expect(await eve.progress()).toMatchObject({ state: 'lost', reason: 'not-offered', money: { is: 'released' } });
      expect((await mailTo(shop, EVES)).map(({ text }) => /Your card was \w+ \w+/.exec(text)?.[0])).toEqual([
        'Your card was not charged',
      ]);
    },
  );

  it('is sold to nobody where a provider that charges has the money of both: either may have got it', async () => {
    const { shop } = await shopWith({ charges: true });
    const eve = await lostDecision(shop);
    const { ref } = await lostSale(shop, 'collected');
    await hearOfPage(shop, ref);
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
    expect(await eve.progress()).toMatchObject({ state: 'lost', reason: 'not-offered', money: { is: 'refunded' } });
    expect(complaints(shop)).toMatchObject([{ level: 'error', leadId: 'lead-1', outcome: 'collected' }]);
  });

  it('is left as it is while the provider cannot tell who has got it, and is asked for again', async () => {
    const { shop, manners, usual } = await shopWith({ charges: true });
    const eve = await lostDecision(shop);
    const { ref } = await lostSale(shop, 'refunded');
    manners.readPurchase = (asked) => (asked === ref ? usual.readPurchase(asked) : away());
    await hearOfPage(shop, ref);
    expect((await shop.lead())?.standing.state).toBe('listed');
    expect((await eve.progress())?.state).toBe('open');
    expect(complaints(shop)).toMatchObject([{ level: 'warn', event: 'job failed', job: 'settle-checkout' }]);
    delete manners.readPurchase;
    shop.clock.step(MINUTE);
    await shop.queue.drain();
    expect(await eve.progress()).toMatchObject({ state: 'settled', delivery: { state: 'sent' } });
    expect(complaints(shop).at(-1)).toMatchObject({ level: 'warn', purchaseId: LOST, outcome: 'refunded' });
  });

  it('is its buyer’s also when the provider is away before all of that is written down', async () => {
    const { shop, manners } = await shopWith();
    const eve = await lostDecision(shop);
    const { ref } = await lostSale(shop, 'refunded');
    manners.collect = away;
    await hearOfPage(shop, ref);
    expect((await eve.progress())?.state).toBe('won');
    delete manners.collect;
    shop.clock.step(MINUTE);
    await shop.queue.drain();
    expect(await eve.progress()).toMatchObject({ state: 'settled', delivery: { state: 'sent' } });
    expect((await shop.lead())?.standing).toMatchObject({ state: 'sold', purchaseId: eve.id });
    expect(complaints(shop).at(-1)).toMatchObject({ level: 'warn', purchaseId: LOST, outcome: 'refunded' });
  });

  it('is withdrawn also where the provider has forgotten the page of somebody who wanted it', async () => {
    const { shop, manners, usual } = await shopWith();
    const eve = await begin(shop, EVE);
    const { ref } = await lostSale(shop, 'collected');
    manners.readPurchase = (asked) =>
      asked === eve.checkout.ref ? Promise.reject(new UnknownCheckout('forgotten')) : usual.readPurchase(asked);
    await hearOfPage(shop, ref);
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
    expect(complaints(shop)).toMatchObject([{ level: 'error', leadId: 'lead-1', outcome: 'collected' }]);
  });

  it('is not sold again where its order is stored as open, and its money has come and gone back in the time that is lost', async () => {
    const record = auditRecord();
    const { shop } = await shopWith({ around: record.around });
    const eve = await lostDecision(shop);
    await shop.atProvider.refund(eve.checkout.ref);
    await eve.settle();
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
    expect((await eve.progress())?.state).toBe('abandoned');
    expect(record.entries).toMatchObject([WITHDRAWN]);
    await hearOfPage(shop, eve.checkout.ref);
    expect(record.entries).toHaveLength(1);
    expect(await shop.mails()).toEqual([]);
  });

  it.each(['collected', 'refunded'] as const)(
    'is not sold again where its order is stored without its page, and was given up here (%s)',
    async (fate) => {
      const record = auditRecord();
      const { shop } = await shopWith({ around: record.around });
      const eve = await begin(shop, EVE);
      await withoutPage(shop, eve.id);
      shop.clock.step(20 * MINUTE);
      await shop.settleEverything();
      await eve.pay(EVES);
      await FATES[fate](shop, eve.checkout.ref);
      await hearOfPage(shop, eve.checkout.ref);
      expect((await shop.lead())?.standing.state).toBe('withdrawn');
      expect(record.entries).toMatchObject([WITHDRAWN]);
    },
  );

  it('is told of also where the database has lost it too', async () => {
    const { shop } = await shopWith();
    const { ref } = await lostSale(shop, 'collected', 'lead-2');
    await hearOfPage(shop, ref);
    expect(complaints(shop)).toMatchObject([{ level: 'error', leadId: 'lead-2', outcome: 'collected' }]);
    expect((await shop.lead())?.standing.state).toBe('listed');
  });
});

describe('a lead of which nobody has got the contact', () => {
  it('stays on the list when the money of a lost order was only held', async () => {
    const record = auditRecord();
    const { shop } = await shopWith({ around: record.around });
    const wish = { ...page(), successUrl: successUrlOf(SHOP_URL, 'lead-1') };
    const checkout = await shop.outside.payments.openPurchase({ ...wish, purchaseId: LOST, email: undefined });
    await shop.pay(checkout, DANA);
    await hearOfPage(shop, checkout.ref);
    expect(complaints(shop)).toMatchObject([{ level: 'error', leadId: 'lead-1', outcome: 'released' }]);
    await hearOfPage(shop, checkout.ref);
    expect([(await shop.lead())?.standing.state, record.entries]).toEqual(['listed', []]);
  });

  it('stays on the list when its order was given up before it was paid, whatever was taken for it', async () => {
    const { shop } = await shopWith({ charges: true });
    const dana = await begin(shop);
    await withoutPage(shop, dana.id);
    shop.clock.step(20 * MINUTE);
    await shop.settleEverything();
    await dana.pay(DANA);
    await hearOfPage(shop, dana.checkout.ref);
    expect(complaints(shop)).toMatchObject([{ purchaseId: dana.id, leadId: 'lead-1', outcome: 'collected' }]);
    expect((await shop.lead())?.standing.state).toBe('listed');
  });

  it('stays on the list when its order was given up, and cost nothing: no money tells of a winner', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await withoutPage(shop, dana.id);
    shop.clock.step(20 * MINUTE);
    await shop.settleEverything();
    manners.readPurchase = async () => ({ state: 'free', email: DANA });
    await hearOfPage(shop, dana.checkout.ref);
    expect(complaints(shop)).toMatchObject([{ purchaseId: dana.id, leadId: 'lead-1', outcome: 'free' }]);
    expect((await shop.lead())?.standing.state).toBe('listed');
  });
});

describe('a purchase that the store has without its page', () => {
  it('gets it back by the first that is told of it, and is sold as ever', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    await withoutPage(shop, dana.id);
    await dana.pay(DANA);
    await hearOfPage(shop, dana.checkout.ref);
    expect(await dana.progress()).toMatchObject({ state: 'settled', delivery: { state: 'sent' } });
    expect(await dana.money()).toBe('collected');
    expect(await mailTo(shop, DANA)).toHaveLength(1);
    expect(complaints(shop)).toEqual([]);
  });

  it('and was given up before it was paid has its held money let go, and asks for a person', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    await withoutPage(shop, dana.id);
    shop.clock.step(20 * MINUTE);
    await shop.settleEverything();
    expect((await dana.progress())?.state).toBe('abandoned');
    await dana.pay(DANA);
    await hearOfPage(shop, dana.checkout.ref);
    expect(await dana.money()).toBe('released');
    expect(complaints(shop)).toMatchObject([{ level: 'error', purchaseId: dana.id, outcome: 'released' }]);
  });

  it('and was given up is not spoken of when its page closes unpaid', async () => {
    const { shop } = await shopWith();
    const dana = await begin(shop);
    await withoutPage(shop, dana.id);
    shop.clock.step(20 * MINUTE);
    await shop.settleEverything();
    await shop.outside.payments.closeCheckout(dana.checkout.ref);
    await hearOfPage(shop, dana.checkout.ref);
    expect(complaints(shop)).toEqual([]);
  });
});

describe('a subscription that the store does not know, and the provider tells of', () => {
  it.each(['by its page', 'by itself'])('(%s) asks for a person while it is paid', async (how) => {
    const { shop } = await shopWith();
    const checkout = await lostSubscription(shop);
    await shop.pay(checkout, DANA);
    const ref = checkout.ref.replace('cs_', 'sub_');
    await (how === 'by itself' ? hearOfSubscription(shop, ref) : hearOfPage(shop, checkout.ref));
    const about = { subscriptionId: LOST, providerRef: ref };
    expect(complaints(shop)).toEqual([
      { level: 'error', event: 'payment of an unknown order', ...about, outcome: 'active' },
    ]);
    await shop.outside.payments.endAtOnce(ref);
    await hearOfSubscription(shop, ref);
    expect(complaints(shop).slice(1)).toEqual([
      { level: 'warn', event: 'page of an unknown order', ...about, outcome: 'ended' },
    ]);
  });

  it('is a warning where nobody has paid, and nothing while somebody may', async () => {
    const { shop } = await shopWith();
    const checkout = await lostSubscription(shop);
    await hearOfPage(shop, checkout.ref);
    expect(complaints(shop)).toEqual([]);
    await shop.outside.payments.closeCheckout(checkout.ref);
    await hearOfPage(shop, checkout.ref);
    expect(complaints(shop)).toEqual([
      { level: 'warn', event: 'page of an unknown order', subscriptionId: LOST, outcome: 'closed' },
    ]);
  });

  it('is left alone when it is not of a shop', async () => {
    const { shop } = await shopWith();
    await hearOfSubscription(shop, 'sub_sim_0000000000000000000000000000000000000000');
    expect(complaints(shop)).toEqual([]);
  });
});

describe('a subscription that the store has without its page', () => {
  it.each(['by its page', 'by itself'])('(%s) gets it back, and begins as ever', async (how) => {
    const { shop } = await shopWith();
    const dana = await somebodyIn(shop);
    const checkout = await dana.open();
    const [{ id } = { id: 'none' }] = await dana.stored();
    await withoutPage(shop, id);
    await dana.pay(checkout);
    const ref = checkout.ref.replace('cs_', 'sub_');
    await (how === 'by itself' ? hearOfSubscription(shop, ref) : hearOfPage(shop, checkout.ref));
    expect(await dana.stored()).toMatchObject([{ progress: { state: 'live' }, checkout: { ref: checkout.ref } }]);
    expect(complaints(shop)).toEqual([]);
  });
});
