import { beforeEach, describe, expect, it } from 'vitest';

import { somePurchaseCheckout, someSubscriptionCheckout } from '#tests/contracts/checkout-samples.ts';

import { simulatedRig } from './rig.ts';
import type { SimulatedRig } from './rig.ts';

const BUYER = 'dana.reyes@example.com';

describe('the page of the simulated checkout for payments', () => {
  let rig: SimulatedRig;
  let purchases = 0;

  beforeEach(() => {
    rig = simulatedRig();
  });

  const open = (changes: { readonly amount?: number; readonly lineItem?: string } = {}) =>
    rig.payments.openPurchase(
      somePurchaseCheckout(rig.now(), { purchaseId: `purchase-${(purchases += 1)}`, ...changes }),
    );
  const held = async (email = BUYER, changes: Parameters<typeof open>[0] = {}) => {
    const checkout = await open(changes);
    await rig.post(checkout, 'pay', email);
    return { ...checkout, paymentRef: checkout.ref.replace('cs_', 'pi_') };
  };
  const collected = async (email = BUYER, changes: Parameters<typeof open>[0] = {}) => {
    const checkout = await held(email, changes);
    await rig.payments.collect(checkout.paymentRef);
    return checkout;
  };
  const listPage = async () => (await (await rig.pages.request('/dev/payments')).text()).replaceAll(/\s+/g, ' ');
  const send = (ref: string, body: string, type = 'application/x-www-form-urlencoded') =>
    rig.pages.request(`/dev/payments/${ref}`, { method: 'POST', body, headers: { 'content-type': type } });
  const buttonsOf = (text: string) =>
    [...text.matchAll(/<button[^>]*value="(\w+)"[^>]*>\s*([^<]+?)\s*</g)].map(
      ([, value, label]) => `${value}: ${label}`,
    );
  const historyOf = async (ref: string) =>
    (await rig.list()).find(({ id }) => id === ref)?.history.map(({ what }) => what);

  it('says that there is none, and where one begins; an open checkout, an order of nothing and a subscription are none', async () => {
    await open();
    await held(BUYER, { amount: 0 });
    const monthly = await rig.payments.openSubscription(someSubscriptionCheckout(rig.now()));
    await rig.post(monthly, 'pay', BUYER);
    const text = await listPage();
    expect(text).toContain('No payment yet');
    expect(text).toContain('href="/"');
    expect(buttonsOf(text)).toEqual([]);
    for (const outcome of ['refund', 'dispute'] as const)
      expect((await rig.pressPayment(monthly.ref.replace('cs_', 'pi_'), outcome)).status).toBe(404);
  });

  it('shows all of them, newest first, each with its history, and the buttons of what may happen next', async () => {
    await held('held@example.com');
    const released = await held('released@example.com');
    await rig.payments.release(released.paymentRef);
    await collected('collected@example.com');
    await rig.payments.refund((await collected('refunded@example.com')).paymentRef);
    await rig.elsewhere.dispute(await collected('disputed@example.com'));
    const text = await listPage();
    const cards = text.split('<li class="card entry">').slice(1);
    const stateOf = (card: string) => /data-state="(\w+)"/.exec(card)?.[1];
    const nameOf = (card: string) => /(\w+)@example\.com/.exec(card)?.[1];
    expect(cards.map((card) => [nameOf(card), stateOf(card), buttonsOf(card)])).toEqual([
      ['disputed', 'disputed', ['win: Win']],
      ['refunded', 'refunded', ['bounce: Bounce']],
      ['collected', 'collected', ['refund: Refund', 'dispute: Dispute']],
      ['released', 'released', []],
      ['held', 'authorised', []],
    ]);
    expect(cards[0]).toMatch(/Disputed on .*Collected on .*Held on /);
    expect(cards[2]).toContain('$22.50 from collected@example.com');
    expect(cards[2]).toContain('Buyer Lead in Austin');
    expect(text).toContain('5 payments, newest first');
    expect(cards[2]).toMatch(/<code>pi_sim_\w+<\/code>/);
    expect(cards[4]).not.toContain('<form');
  });

  it('counts a single one as one, and can be looked at anew', async () => {
    const empty = await listPage();
    expect(empty).toContain('<h1>No payment yet</h1>');
    expect(empty.match(/href="\/dev\/payments">Refresh/g)).toHaveLength(1);
    await collected();
    const text = await listPage();
    expect(text).toContain('<h1>Payments</h1>');
    expect(text).toContain('1 payment. Refund sends one back');
    expect(text.match(/href="\/dev\/payments">Refresh/g)).toHaveLength(1);
  });

  it('has no script, is not kept and is not found by search engines', async () => {
    await collected();
    const page = await rig.pages.request('/dev/payments');
    expect(await page.text()).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
    expect([page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
  });

  it('shows the texts of the shop as texts', async () => {
    await collected(BUYER, { lineItem: '<img src=x onerror="alert(1)">' });
    expect(await listPage()).not.toContain('<img');
  });

  it.each([
    ['refund', 'refunded', 'refund'],
    ['dispute', 'disputed', 'dispute'],
  ] as const)('sends one back by %s, once, and tells the shop of it', async (outcome, what, how) => {
    const { ref, paymentRef } = await collected();
    const countBefore = (await rig.notifications()).length;
    const answers = await Promise.all([rig.pressPayment(paymentRef, outcome), rig.pressPayment(paymentRef, outcome)]);
    for (const answer of answers)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dev/payments']);
    expect(await historyOf(ref)).toEqual(['authorised', 'collected', what]);
    expect(await rig.payments.readPurchase(ref)).toMatchObject({ state: 'refunded', how });
    const news = (await rig.notifications()).slice(countBefore);
    expect(news).toHaveLength(1);
    for (const { body } of news) {
      const told: unknown = JSON.parse(new TextDecoder().decode(body));
      expect(told).toMatchObject({ type: `checkout.${what}`, checkout: ref });
    }
  });

  it.each([
    ['refund', 'bounce', 'bounced'],
    ['dispute', 'win', 'won'],
  ] as const)(
    'gives one back to the shop that went by %s, once, and tells the shop of it',
    async (first, outcome, what) => {
      const { ref, paymentRef } = await collected();
      for (const wrong of ['bounce', 'win'] as const) await rig.pressPayment(paymentRef, wrong);
      expect(await historyOf(ref)).toEqual(['authorised', 'collected']);
      await rig.pressPayment(paymentRef, first);
      const countBefore = (await rig.notifications()).length;
      for (let time = 0; time < 2; time += 1) await rig.pressPayment(paymentRef, outcome);
      expect((await historyOf(ref))?.slice(3)).toEqual([what]);
      expect(await rig.payments.readPurchase(ref)).toMatchObject({ state: 'collected' });
      const news = (await rig.notifications()).slice(countBefore);
      expect(news.map(({ body }) => JSON.parse(new TextDecoder().decode(body)) as unknown)).toMatchObject([
        { type: `checkout.${what}`, checkout: ref },
      ]);
    },
  );

  it('does nothing to money that the shop does not have, or that went back already', async () => {
    const waiting = await held();
    await rig.pressPayment(waiting.paymentRef, 'refund');
    expect(await historyOf(waiting.ref)).toEqual(['authorised']);
    const back = await collected();
    await rig.pressPayment(back.paymentRef, 'dispute');
    await rig.pressPayment(back.paymentRef, 'refund');
    expect(await historyOf(back.ref)).toEqual(['authorised', 'collected', 'disputed']);
  });

  it('knows no other payments, takes forms only, and only its own', async () => {
    const { ref, paymentRef } = await collected();
    for (const other of ['nobody', ref, 'pi_sim_0', '%00', 'x'.repeat(2_000)]) {
      const answer = await send(other, 'outcome=refund');
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('This address belongs to no payment. Nothing was changed.');
    }
    expect((await send(paymentRef, '{"outcome":"refund"}', 'application/json')).status).toBe(415);
    for (const body of ['', 'outcome=steal', 'outcome=refund&outcome=dispute'])
      expect((await send(paymentRef, body)).status).toBe(400);
    expect(await historyOf(ref)).toEqual(['authorised', 'collected']);
  });

  it('is named on the hosted page of a purchase', async () => {
    const { url } = await open();
    expect(await (await rig.pages.request(new URL(url).pathname)).text()).toContain('href="/dev/payments"');
  });
});
