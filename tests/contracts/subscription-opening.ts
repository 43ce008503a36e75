import { describe, expect, it } from 'vitest';

import { MINUTE } from '#domain/instant.ts';
import { closingTime } from '#application/closing-time.ts';
import { ProviderRefused } from '#application/ports/payment-provider.ts';

import { BUYER, RARE_ADDRESSES, REFERENCE, idOf } from './payment-rig.ts';
import type { SubscriptionsInUse } from './subscriptions-in-use.ts';

/** How the page of a subscription is opened. */
export const opensSubscriptionPages = (shop: SubscriptionsInUse): void => {
  const { wish, open, subscribed } = shop;

  it('works where each method is called by itself, as by what goes round a provider: none uses `this`', async () => {
    const { openSubscription, readSubscriptionCheckout } = shop.rig.payments;
    const { ref } = await openSubscription(wish());
    expect(await readSubscriptionCheckout(ref)).toEqual({ state: 'open' });
  });

  describe('opening', () => {
    it('answers a reference, the address of a hosted page and when it closes', async () => {
      const closesAt = closingTime(shop.payments.profile, shop.rig.now());
      const checkout = await open({ closesAt });
      expect(checkout.ref).toMatch(REFERENCE);
      expect(new URL(checkout.url).protocol).toMatch(/^https?:$/);
      expect(Math.abs(checkout.closesAt - closesAt)).toBeLessThan(1_000);
      expect(await shop.payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'open' });
    });

    it('is at a page that the browser may be sent to', async () => {
      const asked = wish();
      const { url } = await shop.payments.openSubscription(asked);
      const pages = [new URL(asked.successUrl).origin, ...shop.payments.profile.browser.hostedPages];
      expect(pages).toContain(new URL(url).origin);
    });

    it('opens a page for whoever subscribes: an address that it does not take keeps nobody from it', async () => {
      for (const email of RARE_ADDRESSES) {
        const { payer } = wish();
        const { ref } = await subscribed({ payer: { ...payer, email } });
        expect(await shop.payments.readSubscription(ref)).toMatchObject({ status: 'active' });
      }
    });

    it('opens one checkout under one subscription id, also when asked several times at once', async () => {
      const same = wish();
      const opened = await Promise.all([1, 2, 3, 4].map(() => shop.payments.openSubscription(same)));
      const again = await shop.payments.openSubscription(same);
      expect(new Set([...opened, again].map(({ ref }) => ref)).size).toBe(1);
      expect(again).toEqual(opened[0]);
      await shop.rig.advance(again.closesAt - shop.rig.now() - MINUTE);
      expect(await shop.payments.openSubscription(same)).toEqual(again);
    });

    it('opens different checkouts for different subscriptions of the same payer', async () => {
      const payer = { id: idOf('account of two'), email: BUYER, ref: undefined };
      expect((await open({ payer })).ref).not.toBe((await open({ payer })).ref);
    });

    it('answers the paid checkout, and does not open a second one, when it was paid meanwhile', async () => {
      const same = wish();
      const first = await shop.payments.openSubscription(same);
      await shop.rig.buyer.pay(first, BUYER);
      expect((await shop.payments.openSubscription(same)).ref).toBe(first.ref);
      expect(await shop.payments.readSubscriptionCheckout(first.ref)).toMatchObject({ state: 'paid' });
    });

    it('refuses to open one subscription id with two amounts, or for two payers', async () => {
      const first = wish();
      await shop.payments.openSubscription(first);
      const { payer } = wish();
      for (const other of [{ monthlyAmount: 100 }, { payer }])
        await expect(shop.payments.openSubscription({ ...first, ...other })).rejects.toThrow(ProviderRefused);
    });

    it('takes its smallest charge, and refuses less', async () => {
      const { smallestCharge } = shop.payments.profile;
      await expect(open({ monthlyAmount: smallestCharge })).resolves.toBeDefined();
      for (const monthlyAmount of [smallestCharge - 1, 1, 0, -1, 0.5, Number.NaN])
        await expect(open({ monthlyAmount })).rejects.toThrow(ProviderRefused);
    });

    it('shows what is sold, for which dollars and cents each month, to whom, and the way back: each as the shop says it', async () => {
      const wishes = [
        {
          monthlyAmount: 3999,
          lineItem: 'Lead Vault, monthly',
          email: BUYER,
          cancelUrl: 'http://localhost:3000/lead-vault',
        },
        {
          monthlyAmount: 1905,
          lineItem: 'Lead <b>Vault</b> 🏡',
          email: 'dana@example.org',
          cancelUrl: 'http://localhost:3000/',
        },
        {
          monthlyAmount: 123_456,
          lineItem: 'Lead Vault of all states, '.repeat(5).slice(0, 120),
          email: 'dana@example.net',
          cancelUrl: 'https://homelead.example/lead-vault?q=%C3%A9',
        },
      ];
      for (const { monthlyAmount: amount, lineItem, email, cancelUrl } of wishes) {
        const page = await open({
          monthlyAmount: amount,
          lineItem,
          cancelUrl,
          payer: { id: idOf(`account of ${email}`), email, ref: undefined },
        });
        const shown = await shop.rig.shown(page);
        expect(shown).toEqual({
          currency: 'USD',
          takes: 'each month',
          amount,
          lineItem,
          cancelUrl,
          ...('email' in shown && { email }),
        });
      }
    });

    it('shows a known payer the address that he has now, and not the one that he came with', async () => {
      const payer = { id: idOf('account that moves'), email: BUYER, ref: undefined };
      const { payerRef: ref } = await shop.payments.readSubscription((await subscribed({ payer })).ref);
      const email = 'dana@example.org';
      const shown = await shop.rig.shown(await open({ payer: { ...payer, email, ref } }));
      expect(shown).toEqual({ ...shown, ...('email' in shown && { email }) });
    });

    it('refuses to stay open shorter or longer than it can', async () => {
      const { min, max } = shop.payments.profile.checkoutMinutes;
      for (const minutes of [-5, 0, min - 1, max + 1, Number.NaN])
        await expect(open({ closesAt: shop.rig.now() + minutes * MINUTE })).rejects.toThrow(ProviderRefused);
    });
  });
};
