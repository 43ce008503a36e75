import { beforeEach, describe, expect, it } from 'vitest';

import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import { DAY, MINUTE } from '#domain/instant.ts';
import { somePurchaseCheckout, someSubscriptionCheckout } from '#tests/contracts/checkout-samples.ts';

import { simulatedRig } from './rig.ts';
import type { SimulatedRig } from './rig.ts';

const BUYER = 'dana.reyes@example.com';

describe('the pages of the simulated checkout for subscriptions', () => {
  let rig: SimulatedRig;
  let subscriptions = 0;

  beforeEach(() => {
    rig = simulatedRig();
  });

  const open = (email = BUYER) => {
    subscriptions += 1;
    const payer = { id: `account-${subscriptions}`, email, ref: undefined };
    const subscriptionId = `subscription-${subscriptions}`;
    return rig.payments.openSubscription(someSubscriptionCheckout(rig.now(), { subscriptionId, payer }));
  };
  const subscribed = async (email = BUYER) => {
    const checkout = await open(email);
    await rig.post(checkout, 'pay', email);
    return checkout.ref.replace('cs_', 'sub_');
  };
  const get = ({ url }: OpenedCheckout) => rig.pages.request(new URL(url).pathname);
  const listPage = async () => (await rig.pages.request('/dev/subscriptions')).text();
  const send = (id: string, body: string, type = 'application/x-www-form-urlencoded') =>
    rig.pages.request(`/dev/subscriptions/${id}`, { method: 'POST', body, headers: { 'content-type': type } });
  const buttonsOf = (text: string) =>
    [...text.matchAll(/<button[^>]*value="(\w+)"[^>]*>\s*([^<]+?)\s*</g)].map(
      ([, value, label]) => `${value}: ${label}`,
    );
  const listed = async (id: string) => (await rig.listSubscriptions()).find((one) => one.id === id);

  describe('the hosted page', () => {
    it('shows what is due today and each month, the address, three buttons, and that it charges at once', async () => {
      const page = await get(await open());
      const text = (await page.text()).replaceAll(/\s+/g, ' ');
      expect(page.status).toBe(200);
      expect(text).toContain('<dt>Lead Vault, monthly</dt><dd>$39.00</dd>');
      expect(text).toContain('<dt>Total due today</dt><dd>$39.00</dd>');
      expect(text).toContain('<dt>then</dt><dd>$39.00 every month</dd>');
      expect(text).toContain('<h1>Subscribe to Homelead <span class="amount">$39.00</span></h1>');
      expect(text).toContain('Your subscription is kept under this address.');
      expect(text).toContain('The first month is charged at once');
      expect(text).not.toContain('held');
      expect(text).toContain(`value="${BUYER}"`);
      expect(buttonsOf(text)).toEqual([
        'pay: Subscribe and pay $39.00',
        'decline: Decline',
        'cancel: Back to the shop',
      ]);
      expect(text).toContain('href="/dev/subscriptions"');
    });

    it('goes to the success page after paying, and again whenever somebody comes back', async () => {
      const checkout = await open();
      const success = `http://localhost:3000/lead-vault-dashboard?session_id=${checkout.ref}`;
      for (const answer of [
        await rig.post(checkout, 'pay', BUYER),
        await rig.post(checkout, 'pay', BUYER),
        await rig.post(checkout, 'cancel', ''),
        await get(checkout),
      ])
        expect([answer.status, answer.headers.get('location')]).toEqual([303, success]);
      expect(await rig.listSubscriptions()).toHaveLength(1);
    });

    it('says that the card was declined, leads back to the shop, and asks again for an address that is none', async () => {
      const checkout = await open();
      expect(await (await rig.post(checkout, 'decline', BUYER)).text()).toContain('Your card was declined.');
      const back = await rig.post(checkout, 'cancel', '');
      expect([back.status, back.headers.get('location')]).toEqual([
        303,
        'http://localhost:3000/lead-vault?cancelled=1',
      ]);
      expect((await rig.post(checkout, 'pay', 'nobody')).status).toBe(400);
      expect(await rig.payments.readSubscriptionCheckout(checkout.ref)).toEqual({ state: 'open' });
      expect(await rig.listSubscriptions()).toEqual([]);
    });

    it('says that nothing was charged once it is closed, and says nothing of a month then', async () => {
      const checkout = await open();
      await rig.payments.closeCheckout(checkout.ref);
      const text = await (await rig.post(checkout, 'pay', BUYER)).text();
      expect(text).toContain('This checkout is closed. Your card was not charged.');
      expect(text).not.toMatch(/due today|every month|<form/);
    });

    it('is listed for developers beside the purchases, with its payments and what was sent back', async () => {
      const purchase = await rig.payments.openPurchase(somePurchaseCheckout(rig.now()));
      const id = await subscribed();
      await rig.advance(MINUTE);
      await rig.press(id, 'renew');
      await rig.advance(MINUTE);
      await rig.payments.refund(id.replace('sub_', 'pi_'));
      expect(await rig.list()).toMatchObject([
        {
          id: id.replace('sub_', 'cs_'),
          kind: 'subscription',
          amount: 3900,
          state: 'collected',
          email: BUYER,
          history: [
            { what: 'collected', at: '2026-11-23T15:04:05.678Z' },
            { what: 'collected', at: '2026-11-23T15:05:05.678Z' },
            { what: 'refunded', at: '2026-11-23T15:06:05.678Z' },
          ],
        },
        { id: purchase.ref, kind: 'purchase', state: 'open', history: [] },
      ]);
    });
  });

  describe('the list', () => {
    it('says that there is none, and where one begins; an open checkout is none', async () => {
      await open();
      const text = await listPage();
      expect(text).toContain('No subscription yet');
      expect(text).toContain('href="/lead-vault"');
    });

    it('shows all of them, newest first, each with its facts and only the buttons that would do something', async () => {
      const [first, second, third] = [
        await subscribed('first@example.com'),
        await subscribed('second@example.com'),
        await subscribed('third@example.com'),
      ];
      await rig.press(first, 'end');
      await rig.press(second, 'fail');
      await rig.payments.endAfterPaidPeriod(third);
      await subscribed('fourth@example.com');
      const text = await listPage();
      const cards = text
        .split('<li class="card entry">')
        .slice(1)
        .map((card) => ({
          email: /<h2[^>]*>([^<]+)</.exec(card)?.[1],
          state: /data-state="(\w+)"/.exec(card)?.[1],
          end: /<dt>(Ends|Ended)<\/dt>/.exec(card)?.[1],
          buttons: buttonsOf(card),
        }));
      const [renew, fail, end] = ['renew: Renew now', 'fail: Let the renewal fail', 'end: End at once'];
      expect(cards).toEqual([
        { email: 'fourth@example.com', state: 'active', end: undefined, buttons: [renew, fail, end] },
        { email: 'third@example.com', state: 'active', end: 'Ends', buttons: [end] },
        { email: 'second@example.com', state: 'overdue', end: undefined, buttons: [renew, end] },
        { email: 'first@example.com', state: 'ended', end: 'Ended', buttons: [] },
      ]);
      expect(text).toContain('4 subscriptions, newest first');
      expect(text).toContain('Dec 23, 2026, 15:04 UTC');
    });

    it('tells of a single one what was paid for it, newest first, and what was sent back', async () => {
      const empty = await listPage();
      expect(empty).toContain('<h1>No subscription yet</h1>');
      expect(empty.match(/href="\/dev\/subscriptions">Refresh/g)).toHaveLength(1);
      const id = await subscribed();
      await rig.advance(MINUTE);
      await rig.press(id, 'renew');
      const { payments = [], customer = '' } = (await listed(id)) ?? {};
      await rig.payments.refund(payments[0]?.ref ?? '');
      const text = (await listPage()).replaceAll(/\s+/g, ' ').replaceAll(/<\/?time[^>]*>/g, '');
      expect(text).toContain('<h1>Subscriptions</h1>');
      expect(text).toContain('1 subscription. Each renews by itself');
      expect(text.match(/href="\/dev\/subscriptions">Refresh/g)).toHaveLength(1);
      expect([...text.matchAll(/<li>(\$.*?)<\/li>/g)].map(([, line]) => line)).toEqual([
        '$39.00 on Nov 23, 2026, 15:05 UTC',
        '$39.00 on Nov 23, 2026, 15:04 UTC, sent back on Nov 23, 2026, 15:05 UTC',
      ]);
      expect(text).toContain(`<dt>Customer</dt><dd><code>${customer}</code>`);
      expect(text).toContain(`<dt>Subscription</dt><dd><code>${id}</code>`);
      expect(text).toContain('<dt>Started</dt><dd>Nov 23, 2026, 15:04 UTC');
    });

    it('has no script, is not kept and is not found by search engines', async () => {
      await subscribed();
      const page = await rig.pages.request('/dev/subscriptions');
      expect(await page.text()).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('x-robots-tag')).toBe('noindex');
      expect((await rig.pages.request('/dev/subscriptions.json')).headers.get('cache-control')).toBe('no-store');
    });

    it('is there as JSON too', async () => {
      const id = await subscribed();
      expect(await rig.listSubscriptions()).toEqual([
        {
          id,
          customer: expect.stringMatching(/^cus_sim_[0-9a-f]{24}$/) as string,
          email: BUYER,
          state: 'active',
          startedAt: '2026-11-23T15:04:05.678Z',
          paidThrough: '2026-12-23T15:04:05.678Z',
          endsAt: null,
          payments: [
            { ref: id.replace('sub_', 'pi_'), amount: 3900, at: '2026-11-23T15:04:05.678Z', refundedAt: null },
          ],
        },
      ]);
    });
  });

  describe('the buttons', () => {
    it('lead back to the list', async () => {
      const id = await subscribed();
      for (const outcome of ['renew', 'fail', 'renew', 'end', 'end'] as const) {
        const answer = await rig.press(id, outcome);
        expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dev/subscriptions']);
      }
    });

    it('renew for one more month', async () => {
      const id = await subscribed();
      await rig.press(id, 'renew');
      expect(await listed(id)).toMatchObject({ state: 'active', paidThrough: '2027-01-23T15:04:05.678Z' });
      expect((await listed(id))?.payments).toHaveLength(2);
    });

    it('let a renewal fail as of now, and pay it later', async () => {
      const id = await subscribed();
      await rig.advance(2 * DAY);
      await rig.press(id, 'fail');
      expect(await listed(id)).toMatchObject({ state: 'overdue', paidThrough: '2026-11-25T15:04:05.678Z' });
      await rig.advance(DAY);
      await rig.press(id, 'fail');
      expect(await listed(id)).toMatchObject({ state: 'overdue', paidThrough: '2026-11-25T15:04:05.678Z' });
      await rig.press(id, 'renew');
      expect(await listed(id)).toMatchObject({ state: 'active', paidThrough: '2026-12-26T15:04:05.678Z' });
    });

    it('of an old page leave what is about to end, or has ended, as it is', async () => {
      const [leaving, gone] = [await subscribed(), await subscribed()];
      await rig.payments.endAfterPaidPeriod(leaving);
      await rig.press(gone, 'end');
      const before = await rig.listSubscriptions();
      for (const id of [leaving, gone]) for (const outcome of ['renew', 'fail'] as const) await rig.press(id, outcome);
      expect(await rig.listSubscriptions()).toEqual(before);
    });

    it('refuse what is not their form, and change nothing then', async () => {
      const id = await subscribed();
      const before = await rig.listSubscriptions();
      for (const body of ['', 'outcome=', 'outcome=END', 'outcome=pay', 'outcome=end%00', 'outcome=fail&outcome=end'])
        expect((await send(id, body)).status).toBe(400);
      for (const body of ['{"outcome":"end"}', '%', '\0', '__proto__=end', 'end'])
        expect((await send(id, body)).status).toBe(400);
      for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
        expect((await send(id, 'outcome=end', type)).status).toBe(415);
      expect(await rig.listSubscriptions()).toEqual(before);
    });

    it('answer 404 with a page to an id that no subscription has', async () => {
      const unpaid = await open();
      const others = [unpaid.ref, unpaid.ref.replace('cs_', 'sub_'), (await subscribed()).replace('sub_', 'cs_')];
      const wild = ['unknown', `sub_sim_${'0'.repeat(40)}`, '%00', '%ff', '..%2f', 'x'.repeat(3_000), '__proto__'];
      for (const id of [...others, ...wild]) {
        const page = await send(id, 'outcome=end');
        expect(page.status).toBe(404);
        expect(await page.text()).toContain('No such subscription');
        expect((await send(id, 'outcome=nothing')).status).toBe(404);
      }
    });
  });
});
