import { describe, expect, it } from 'vitest';

import { MailRefused } from '#application/ports/mailer.ts';
import { ProviderRefused, ProviderUnavailable } from '#application/ports/payment-provider.ts';
import type { OpenedCheckout, PurchaseCheckout } from '#application/ports/payment-provider.ts';
import { DAY, MINUTE, WEEK } from '#domain/instant.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { TERMS, termsText } from '#domain/terms.ts';
import { someCoupon } from '#tests/domain/coupon.ts';
import { away, begin, shopWith } from './buyer.ts';
import { buy, mailServer, refundOf } from './refunds.ts';
import { NOW, SHOP_URL, aLeadOnOffer, openShop, opened } from './shop.ts';
import type { Shop } from './shop.ts';

const TEN_OFF = someCoupon({ code: 'TENOFF', discount: { kind: 'amount', cents: 1_000 } });
const FREE = someCoupon({ code: 'FREE', discount: { kind: 'percent', basisPoints: 10_000 } });

const purchaseOf = async ({ purchase, purchaseIds }: Shop) => purchase(purchaseIds.at(-1) ?? 'none');

const standingAs = (standing: LeadStanding): Lead => aLeadOnOffer({ standing });

/** A shop that keeps what the provider is asked to open. */
const shopThatNotes = async () => {
  const wishes: PurchaseCheckout[] = [];
  const { shop, manners, usual } = await shopWith({ coupons: [TEN_OFF, FREE] });
  manners.openPurchase = (wish) => {
    wishes.push(wish);
    return usual.openPurchase(wish);
  };
  return { shop, wishes };
};

describe('buying a lead', () => {
  it('opens a hosted page for a line item that the server makes: Buyer Lead in {city}', async () => {
    const { shop, wishes } = await shopThatNotes();
    const checkout = opened(await shop.buy());
    expect(checkout.url).toBe(`${SHOP_URL}/dev/checkout/${checkout.ref}`);
    expect(wishes).toEqual([
      {
        purchaseId: shop.purchaseIds[0],
        amount: 2_500,
        lineItem: 'Buyer Lead in Austin',
        email: undefined,
        closesAt: NOW + 35 * MINUTE,
        successUrl: `${SHOP_URL}/success?session_id={ref}&lead=lead-1`,
        cancelUrl: `${SHOP_URL}/?cancelled=1`,
      },
    ]);
    const purchase = await purchaseOf(shop);
    expect(purchase?.saleNumber).toMatch(/^HL-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(purchase).toMatchObject({
      leadId: 'lead-1',
      listPrice: 2_500,
      price: 2_500,
      visitorHash: 'visitor of dana',
      openedAt: NOW,
      checkout: { ref: checkout.ref, closesAt: NOW + 35 * MINUTE },
      progress: { state: 'open' },
    });
  });

  it('prefills the address of a signed-in buyer, and never one that was typed', async () => {
    const { shop, wishes } = await shopThatNotes();
    const buyer = { id: 'omar', email: 'omar@example.com' };
    for (const request of [{ buyer }, { buyer, email: 'typed@example.com' }, { email: 'typed@example.com' }])
      opened(await shop.buy(request));
    expect(wishes.map(({ email }) => email)).toEqual([buyer.email, buyer.email, undefined]);
  });

  it('reserves nothing: the lead stays listed and others may open a page for it too', async () => {
    const shop = await openShop();
    const first = opened(await shop.buy());
    const second = opened(await shop.buy());
    expect(second.ref).not.toBe(first.ref);
    expect((await shop.lead())?.standing.state).toBe('listed');
  });

  it('stores the purchase before the provider hears of it', async () => {
    const known: unknown[] = [];
    const { shop, manners, usual } = await shopWith();
    manners.openPurchase = async (wish) => {
      known.push(await shop.purchase(wish.purchaseId));
      return usual.openPurchase(wish);
    };
    opened(await shop.buy());
    expect(known).toMatchObject([{ progress: { state: 'open' }, checkout: undefined }]);
  });

  it('of an unknown lead is refused', async () => {
    const shop = await openShop();
    expect(await shop.buy({ leadId: 'lead-2' })).toStrictEqual({ is: 'lead-unknown' });
  });

  it('of a sold lead is refused, with what the button needs to know', async () => {
    const shop = await openShop({
      leads: [standingAs({ state: 'sold', listedAt: NOW - DAY, soldAt: NOW - 1, purchaseId: 'other' })],
    });
    expect(await shop.buy()).toEqual({
      is: 'sold',
      message: 'This lead has just been sold to another buyer. Your card was not charged.',
    });
  });

  it.each<[string, LeadStanding]>([
    ['scheduled', { state: 'listed', listedAt: NOW + 1 }],
    ['whose week is over', { state: 'listed', listedAt: NOW - WEEK }],
    ['vaulted', { state: 'vaulted', listedAt: NOW - WEEK, vaultedAt: NOW - DAY }],
    ['withdrawn', { state: 'withdrawn', listedAt: NOW - DAY, withdrawnAt: NOW - 1 }],
  ])('of a lead that is %s is refused', async (_, standing) => {
    const shop = await openShop({ leads: [standingAs(standing)] });
    expect(await shop.buy()).toEqual({
      is: 'not-offered',
      message: 'This lead is no longer offered. Your card was not charged.',
    });
    expect(await purchaseOf(shop)).toBeUndefined();
  });

  it('is possible in every week that the lead has on the shelf, and no longer', async () => {
    const leads = [standingAs({ state: 'listed', listedAt: NOW - WEEK })];
    const shop = await openShop({ leads, around: (outside) => ({ ...outside, shelfCycles: 2 }) });
    opened(await shop.buy());
    shop.clock.step(WEEK);
    expect(await shop.buy()).toMatchObject({ is: 'not-offered' });
  });
});

describe('a lead that its own buyer asks for once more', () => {
  const buyer = { id: 'omar', email: 'omar@example.com' };
  const elsewhere = { visitorHash: 'another visitor' };
  const toOthers = {
    is: 'sold',
    message: 'This lead has just been sold to another buyer. Your card was not charged.',
  };
  const toBuyer = {
    is: 'sold',
    message:
      'You have bought this lead already. Its contact details come to you by email. Nothing was charged a second time.',
  };

  /** What is read in the browser that has bought, by its user elsewhere, and by anybody else. */
  const readIn = (shop: Shop) =>
    Promise.all([shop.buy(), shop.buy({ ...elsewhere, buyer }), shop.buy({ ...elsewhere, buyer: undefined })]);

  it('is refused in words that say so, by the browser or the user, before the money is collected and after', async () => {
    const { shop, manners } = await shopWith();
    const sale = await begin(shop, { buyer });
    await sale.pay('omar@example.com');
    manners.collect = away;
    await expect(sale.settle()).rejects.toThrow('away');
    expect((await sale.progress())?.state).toBe('won');
    expect(await readIn(shop)).toEqual([toBuyer, toBuyer, toOthers]);
    delete manners.collect;
    await sale.settle();
    expect((await sale.progress())?.state).toBe('settled');
    expect(await readIn(shop)).toEqual([toBuyer, toBuyer, toOthers]);
  });

  it('promises no contact while its payment is being refunded', async () => {
    const { shop, manners } = await shopWith();
    const sale = await begin(shop, { buyer });
    await sale.pay('omar@example.com');
    await sale.settle();
    manners.refund = async () => 'pending';
    await refundOf(shop, sale.id);
    expect((await sale.progress())?.state).toBe('refunding');
    const message =
      'You have bought this lead already, and your payment is being refunded. Nothing was charged a second time.';
    expect(await readIn(shop)).toEqual([{ is: 'sold', message }, { is: 'sold', message }, toOthers]);
  });

  it('promises no contact by a mail that was refused', async () => {
    const { manners, around } = mailServer();
    manners.send = () => Promise.reject(new MailRefused('no such mailbox'));
    const shop = await openShop({ around });
    await buy(shop, { buyer });
    await shop.queue.drain();
    const message =
      'You have bought this lead already, but our email with it was refused: write to us, and give another address. Nothing was charged a second time.';
    expect(await readIn(shop)).toEqual([{ is: 'sold', message }, { is: 'sold', message }, toOthers]);
  });

  it('is not taken for that of every guest, where a guest has bought it', async () => {
    const { shop } = await shopWith();
    const sale = await begin(shop);
    await sale.pay('dana@example.com');
    await sale.settle();
    expect(await readIn(shop)).toEqual([toBuyer, toOthers, toOthers]);
  });
});

describe('the price to pay', () => {
  it('comes from lead and coupon on the server', async () => {
    const { shop, wishes } = await shopThatNotes();
    opened(await shop.buy({ codeTyped: ' tenoff ', amount: 1_500 }));
    expect(wishes[0]?.amount).toBe(1_500);
    expect(await purchaseOf(shop)).toMatchObject({ listPrice: 2_500, price: 1_500, couponCode: 'TENOFF' });
  });

  it('may be sent as the list price beside a valid coupon, and is the discounted one all the same', async () => {
    const { shop, wishes } = await shopThatNotes();
    opened(await shop.buy({ codeTyped: 'TENOFF', amount: 2_500 }));
    expect(wishes[0]?.amount).toBe(1_500);
  });

  it.each([
    ['', 2_499, 2_500],
    ['', 0, 2_500],
    ['', 1_500, 2_500],
    ['TENOFF', 1, 1_500],
    ['TENOFF', 9_999_999, 1_500],
  ])(
    'with the coupon %j is not %d cents: refused with the right price, and nothing is stored',
    async (codeTyped, amount, price) => {
      const { shop, wishes } = await shopThatNotes();
      expect(await shop.buy({ codeTyped, amount })).toEqual({ is: 'price-changed', price });
      expect(wishes).toEqual([]);
      expect(await purchaseOf(shop)).toBeUndefined();
    },
  );

  it('of nothing still goes through the hosted page', async () => {
    const { shop, wishes } = await shopThatNotes();
    opened(await shop.buy({ codeTyped: 'FREE', amount: 0 }));
    expect(wishes[0]?.amount).toBe(0);
  });

  it.each([
    ['NOSUCHCODE', 'Coupon is invalid or has expired.'],
    ['not a code', 'Coupon is invalid or has expired.'],
    ['USED', 'This coupon has been used up.'],
  ])('with the refused coupon %j is not asked for: the buyer reads why', async (codeTyped, message) => {
    const shop = await openShop({ coupons: [someCoupon({ code: 'USED', uses: 1, maxUses: 1 })] });
    expect(await shop.buy({ codeTyped })).toEqual({ is: 'coupon-refused', message });
    expect(await purchaseOf(shop)).toBeUndefined();
  });
});

describe('the terms of a purchase', () => {
  it('are kept with it: version, hash of the text, time, address and user agent', async () => {
    const shop = await openShop();
    opened(await shop.buy());
    expect((await purchaseOf(shop))?.terms).toEqual({
      version: TERMS.version,
      textHash: shop.outside.secrets.hash(termsText()),
      acceptedAt: NOW,
      clientAddress: '192.0.2.7',
      userAgent: 'a browser',
    });
  });

  it('may be missing from callers that do not know of them', async () => {
    const shop = await openShop();
    opened(await shop.buy({ termsVersion: undefined }));
    expect((await purchaseOf(shop))?.terms).toBeUndefined();
  });

  it('must be accepted where they are required', async () => {
    const shop = await openShop({ around: (outside) => ({ ...outside, termsRequired: true }) });
    expect(await shop.buy({ termsVersion: undefined })).toEqual({ is: 'terms-not-accepted' });
    opened(await shop.buy());
  });

  it.each(['1999-01-01', '2999-01-01'])('must be the current ones, and not those of %s', async (termsVersion) => {
    const shop = await openShop();
    expect(await shop.buy({ termsVersion })).toEqual({ is: 'terms-not-accepted' });
    expect(await purchaseOf(shop)).toBeUndefined();
  });
});

describe('a hosted page that cannot be opened', () => {
  const shopWhoseOpening = async (fails: () => Promise<never>) => {
    const { shop, manners } = await shopWith();
    manners.openPurchase = fails;
    return shop;
  };

  it.each([new ProviderUnavailable('away'), new ProviderRefused('no')])(
    'because of $name is told as such, and the purchase is given up',
    async (error) => {
      const shop = await shopWhoseOpening(() => Promise.reject(error));
      expect(await shop.buy()).toMatchObject({ is: 'payments-unavailable' });
      expect((await purchaseOf(shop))?.progress.state).toBe('abandoned');
    },
  );

  it('because of a fault of ours is thrown, and the purchase is given up', async () => {
    const shop = await shopWhoseOpening(() => Promise.reject(new Error('a bug')));
    await expect(shop.buy()).rejects.toThrow('a bug');
    expect((await purchaseOf(shop))?.progress.state).toBe('abandoned');
  });

  it('because the price is below the smallest charge is told as such', async () => {
    const shop = await openShop({ leads: [aLeadOnOffer({ price: 49 })] });
    expect(await shop.buy({ amount: 49 })).toMatchObject({ is: 'payments-unavailable' });
  });

  it('because the process ended in between leaves a purchase that the sweep gives up after ten minutes', async () => {
    const shop = await shopWhoseOpening(() => new Promise<never>(() => {}));
    void shop.buy();
    await Promise.resolve();
    await shop.settleEverything({ rounds: 5 });
    expect((await purchaseOf(shop))?.progress.state).toBe('open');
    await shop.settleEverything({ rounds: 1 });
    expect(await purchaseOf(shop)).toMatchObject({ checkout: undefined, progress: { state: 'abandoned' } });
  });

  it('until the sweep has given the purchase up is closed again: nobody may pay there', async () => {
    const slow = Promise.withResolvers<void>();
    const pages: OpenedCheckout[] = [];
    const { shop, manners, usual } = await shopWith();
    manners.openPurchase = async (wish) => {
      const page = await usual.openPurchase(wish);
      pages.push(page);
      await slow.promise;
      return page;
    };
    const answer = shop.buy();
    await shop.settleEverything({ rounds: 6 });
    slow.resolve();
    expect(await answer).toMatchObject({ is: 'payments-unavailable' });
    expect(await shop.pay(pages[0] as OpenedCheckout, 'dana@example.com')).toBe(false);
    expect(await purchaseOf(shop)).toMatchObject({ checkout: undefined, progress: { state: 'abandoned' } });
  });
});
