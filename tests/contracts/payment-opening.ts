import { describe, expect, it } from 'vitest';

import { MINUTE } from '#domain/instant.ts';
import { closingTime } from '#application/closing-time.ts';
import { ProviderRefused } from '#application/ports/payment-provider.ts';

import { BUYER, RARE_ADDRESSES, REFERENCE } from './payment-rig.ts';
import type { PurchasesInUse } from './payments-in-use.ts';

/** How a hosted page is opened. */
export const opensPages = (shop: PurchasesInUse): void => {
  const { wish, open, paidState } = shop;

  it('works where each method is called by itself, as by what goes round a provider: none uses `this`', async () => {
    const { openPurchase, readPurchase } = shop.rig.payments;
    const { ref } = await openPurchase(wish());
    expect(await readPurchase(ref)).toEqual({ state: 'open' });
  });

  describe('opening', () => {
    it('answers a reference, the address of a hosted page and when it closes', async () => {
      const closesAt = closingTime(shop.payments.profile, shop.rig.now());
      const checkout = await open({ closesAt });
      expect(checkout.ref).toMatch(REFERENCE);
      expect(new URL(checkout.url).protocol).toMatch(/^https?:$/);
      expect(Math.abs(checkout.closesAt - closesAt)).toBeLessThan(1_000);
      expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
    });

    it('is at a page that the browser may be sent to', async () => {
      const { successUrl, ...rest } = wish();
      const { url } = await shop.payments.openPurchase({ ...rest, successUrl });
      const { hostedPages } = shop.payments.profile.browser;
      expect([new URL(successUrl).origin, ...hostedPages]).toContain(new URL(url).origin);
      for (const origin of hostedPages) expect(new URL(origin).origin).toBe(origin);
    });

    it('opens a page for whoever has signed in: an address that it does not take keeps nobody from buying', async () => {
      for (const email of RARE_ADDRESSES) {
        const checkout = await open({ email });
        expect(await shop.payments.readPurchase(checkout.ref)).toEqual({ state: 'open' });
        await shop.rig.buyer.pay(checkout, BUYER);
        expect(await shop.payments.readPurchase(checkout.ref)).toMatchObject({ state: paidState() });
      }
    });

    it('opens one checkout under one purchase id, also when asked several times at once', async () => {
      const same = wish();
      const opened = await Promise.all([1, 2, 3, 4].map(() => shop.payments.openPurchase(same)));
      const again = await shop.payments.openPurchase(same);
      expect(new Set([...opened, again].map(({ ref }) => ref)).size).toBe(1);
      expect(again).toEqual(opened[0]);
      await shop.rig.advance(again.closesAt - shop.rig.now() - MINUTE);
      expect(await shop.payments.openPurchase(same)).toEqual(again);
    });

    it('opens different checkouts for different purchases of the same thing', async () => {
      expect((await open()).ref).not.toBe((await open()).ref);
    });

    it('answers the paid checkout, and does not open a second one, when the purchase was paid meanwhile', async () => {
      const same = wish();
      const first = await shop.payments.openPurchase(same);
      await shop.rig.buyer.pay(first, BUYER);
      expect((await shop.payments.openPurchase(same)).ref).toBe(first.ref);
      expect(await shop.payments.readPurchase(first.ref)).toMatchObject({ state: paidState() });
    });

    it('refuses to open one purchase id with two amounts', async () => {
      const first = wish({ email: BUYER });
      await shop.payments.openPurchase(first);
      await expect(shop.payments.openPurchase({ ...first, amount: 100 })).rejects.toThrow(ProviderRefused);
    });

    it('takes its smallest charge, and refuses less', async () => {
      const { smallestCharge } = shop.payments.profile;
      await expect(open({ amount: smallestCharge })).resolves.toBeDefined();
      for (const amount of [smallestCharge - 1, 1, -1, 0.5, Number.NaN])
        await expect(open({ amount, email: BUYER })).rejects.toThrow(ProviderRefused);
    });

    it('refuses to stay open shorter or longer than it can', async () => {
      const { min, max } = shop.payments.profile.checkoutMinutes;
      for (const minutes of [-5, 0, min - 1, max + 1, Number.NaN])
        await expect(open({ closesAt: shop.rig.now() + minutes * MINUTE, email: BUYER })).rejects.toThrow(
          ProviderRefused,
        );
    });

    it('can stay open for as long as the shop leaves it open: a few minutes longer than the shortest time', () => {
      const { profile } = shop.payments;
      expect(profile.checkoutMinutes.max * MINUTE).toBeGreaterThanOrEqual(closingTime(profile, 0));
    });

    it('shows what is sold, for which dollars and cents, once, to whom, and the way back: each as the shop says it', async () => {
      const wishes = [
        {
          amount: 1999,
          lineItem: 'Buyer Lead in Austin',
          email: undefined,
          cancelUrl: 'http://localhost:3000/?page=2',
        },
        {
          amount: 10_005,
          lineItem: 'Buyer Lead in <b>Coeur d’Alene</b> & "O\'Fallon" 漢字 🏡',
          email: BUYER,
          cancelUrl: 'http://localhost:3000/lead/8',
        },
        {
          amount: 9_999_999,
          lineItem: `Buyer Lead in ${'Llanfairpwllgwyngyll '.repeat(6)}`.slice(0, 120),
          email: 'dana+leads@example.com',
          cancelUrl: 'https://homelead.example/lead/8?q=%C3%A9&page=2',
        },
      ];
      for (const { email, ...wished } of wishes) {
        const shown = await shop.rig.shown(await open({ email, ...wished }));
        expect(shown).toEqual({ currency: 'USD', takes: 'once', ...wished, ...('email' in shown && { email }) });
      }
    });
  });
};
