import { beforeEach, describe, expect, it } from 'vitest';

import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import { HOUR, MINUTE } from '#domain/instant.ts';

import { simulatedRig } from './rig.ts';
import type { SimulatedRig } from './rig.ts';

const BUYER = 'dana.reyes@example.com';

describe('the page of the simulated checkout', () => {
  let rig: SimulatedRig;
  let purchases = 0;

  beforeEach(() => {
    rig = simulatedRig();
  });

  const open = (changes: { readonly amount?: number; readonly lineItem?: string; readonly email?: string } = {}) =>
    rig.payments.openPurchase({
      purchaseId: `purchase-${(purchases += 1)}`,
      amount: changes.amount ?? 2250,
      lineItem: changes.lineItem ?? 'Buyer Lead in Austin',
      email: changes.email,
      closesAt: rig.now() + 31 * MINUTE,
      successUrl: 'http://localhost:3000/success?session_id={ref}&lead=7',
      cancelUrl: 'http://localhost:3000/?canceled=1',
    });
  const pathOf = ({ url }: OpenedCheckout) => new URL(url).pathname;
  const get = (checkout: OpenedCheckout) => rig.pages.request(pathOf(checkout));
  const send = (checkout: OpenedCheckout, body: string, type = 'application/x-www-form-urlencoded') =>
    rig.pages.request(pathOf(checkout), { method: 'POST', body, headers: { 'content-type': type } });
  const successOf = ({ ref }: OpenedCheckout) => `http://localhost:3000/success?session_id=${ref}&lead=7`;
  const stateOf = async ({ ref }: OpenedCheckout) => (await rig.payments.readPurchase(ref)).state;

  it('lives under /dev/checkout of the shop, its reference in its address', async () => {
    const checkout = await open();
    expect(checkout.url).toBe(`http://localhost:3000/dev/checkout/${checkout.ref}`);
  });

  it('shows the amount, the line item, the e-mail field, three buttons, and that no money moves', async () => {
    const page = await get(await open());
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('No money moves');
    expect(text).toContain('$22.50');
    expect(text).toContain('Buyer Lead in Austin');
    expect(text).toMatch(/<input[^>]*name="email"[^>]*type="email"[^>]*value=""[^>]*autocomplete="email"/);
    expect(text).toContain('Test card, nothing to enter');
    expect(
      text.match(/<button[^>]*value="(\w+)"[^>]*>([^<]+)</g)?.map((button) => button.replace(/^.*value=/, '')),
    ).toEqual(['"pay">Pay $22.50<', '"decline">Decline<', '"cancel">Back to the shop<']);
    expect(text).toMatch(/open until\s+<time datetime="2026-11-23T15:35:05.678Z">15:35 UTC/);
  });

  it('tells what is paid and what becomes of the money and the address, and of nothing that has gone wrong', async () => {
    const text = (await (await get(await open())).text()).replaceAll(/\s+/g, ' ');
    expect(text).toContain('<title>Pay $22.50 · Simulated checkout</title>');
    expect(text).toContain('<h1>Pay Homelead <span class="amount">$22.50</span></h1>');
    expect(text).toContain('<dt>Total due</dt><dd>$22.50</dd>');
    expect(text).toContain('Your order is sent to this address.');
    expect(text).toContain('The amount is held first, and taken once the shop confirms the order.');
    expect(text).not.toMatch(/aria-invalid|role="alert"|Enter an email address|every month/);
  });

  it('has no script, is not kept and is not found by search engines', async () => {
    const page = await get(await open());
    expect(await page.text()).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.headers.get('content-type')).toBe('text/html; charset=UTF-8');
  });

  it('fills in the address of a signed-in buyer', async () => {
    expect(await (await get(await open({ email: BUYER }))).text()).toContain(`value="${BUYER}"`);
  });

  it('shows the texts of the shop as texts', async () => {
    const text = await (await get(await open({ lineItem: '<img src=x onerror="alert(1)"> & \'Co\'' }))).text();
    expect(text).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;Co&#39;');
    expect(text).not.toContain('<img');
  });

  it('says Complete order when there is nothing to pay, and then shows no card', async () => {
    const checkout = await open({ amount: 0 });
    const text = await (await get(checkout)).text();
    expect(text).toContain('Complete order');
    expect(text).toContain('<h1>Complete your order');
    expect(text).toContain('Your order is sent to this address.');
    expect(text).not.toMatch(/Pay \$|Test card|Decline|held|payments/);
    const answer = await rig.post(checkout, 'pay', BUYER);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, successOf(checkout)]);
    expect(await rig.payments.readPurchase(checkout.ref)).toEqual({ state: 'free', email: BUYER });
  });

  it('goes to the success page after paying, with the reference in its address', async () => {
    const checkout = await open();
    const answer = await rig.post(checkout, 'pay', BUYER);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, successOf(checkout)]);
    expect(await stateOf(checkout)).toBe('authorised');
  });

  it('keeps the address as it was given, without what nobody sees round it', async () => {
    const checkout = await open();
    await rig.post(checkout, 'pay', ' \u200BDana.Reyes@Example.COM ');
    expect(await rig.payments.readPurchase(checkout.ref)).toMatchObject({ email: 'Dana.Reyes@Example.COM' });
  });

  it('pays once when the button is pressed twice, and keeps the first address', async () => {
    const checkout = await open();
    const answers = await Promise.all([rig.post(checkout, 'pay', BUYER), rig.post(checkout, 'pay', 'sam@example.org')]);
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual([successOf(checkout), successOf(checkout)]);
    expect((await rig.list())[0]).toMatchObject({ email: BUYER, history: [{ what: 'authorised' }] });
  });

  it('leads a paid buyer to the success page, whatever he asks for then', async () => {
    const checkout = await open();
    await rig.post(checkout, 'pay', BUYER);
    const answers = await Promise.all([
      get(checkout),
      rig.post(checkout, 'decline', BUYER),
      rig.post(checkout, 'cancel', ''),
      rig.post(checkout, 'pay', 'no address'),
    ]);
    for (const answer of answers)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, successOf(checkout)]);
  });

  it('says that the card was declined, keeps the address and stays open', async () => {
    const checkout = await open();
    const answer = await rig.post(checkout, 'decline', BUYER);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain('Your card was declined.');
    expect(text).toContain(`value="${BUYER}"`);
    // What is `no-store` would have the Back button ask whether to post again.
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(text).not.toContain('aria-invalid');
    expect(await stateOf(checkout)).toBe('open');
    expect((await rig.list())[0]?.history).toEqual([]);
  });

  it('leads back to the shop and leaves the checkout open', async () => {
    const checkout = await open();
    const answer = await rig.post(checkout, 'cancel', 'half an addr');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://localhost:3000/?canceled=1']);
    expect(await stateOf(checkout)).toBe('open');
    expect((await rig.post(checkout, 'pay', BUYER)).status).toBe(303);
  });

  it('asks again for an address that is none, shows what was typed, and pays nothing', async () => {
    const checkout = await open();
    for (const email of ['', 'dana', 'dana@', 'a@b.co, c@d.co', '"><script>']) {
      const answer = await rig.post(checkout, 'pay', email);
      const text = await answer.text();
      expect(answer.status).toBe(400);
      expect(text).toContain('Enter an email address like name@example.com.');
      expect(text).toMatch(/aria-describedby="email-note"\s+aria-invalid="true"/);
      expect(text).toContain(
        `value="${email.replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('<', '&lt;')}"`,
      );
    }
    expect(await stateOf(checkout)).toBe('open');
  });

  it('refuses over-long and unprintable addresses without showing them', async () => {
    const checkout = await open();
    for (const email of [`${'a'.repeat(60_000)}@example.com`, 'dana\0@example.com', 'dana@exam\u0007ple.com']) {
      for (const outcome of ['pay', 'decline', 'cancel'] as const) {
        const answer = await rig.post(checkout, outcome, email);
        const text = await answer.text();
        expect(answer.status).toBe(400);
        expect(text.length).toBeLessThan(5_000);
        // oxlint-disable-next-line no-control-regex -- none of these may come back
        expect(text).not.toMatch(/[\u0000\u0007]/);
      }
    }
    expect(await stateOf(checkout)).toBe('open');
  });

  it('refuses what is not its own form', async () => {
    const checkout = await open();
    const wrong = ['', 'email=a@b.co', 'outcome=', 'outcome=PAY&email=a@b.co', 'outcome=refund', 'outcome=pay%00'];
    const twice = 'outcome=decline&outcome=pay&email=a@b.co';
    for (const body of [...wrong, twice, '{"outcome":"pay"}', '%', '\0', `__proto__=pay`])
      expect((await send(checkout, body)).status).toBe(400);
    for (const type of [
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencodedx',
    ])
      expect((await send(checkout, 'outcome=pay&email=a@b.co', type)).status).toBe(415);
    expect(
      (await send(checkout, 'outcome=pay&email=a@b.co', 'Application/X-WWW-Form-Urlencoded; charset=UTF-8')).status,
    ).toBe(303);
  });

  it('says what to do about a form that it cannot read', async () => {
    const checkout = await open();
    const incomplete = await (await send(checkout, 'email=a@b.co')).text();
    expect(incomplete).toContain('<h1>Not understood</h1>');
    expect(incomplete).toContain('The form was not complete. Go back and try again.');
    const strange = await (await send(checkout, '{}', 'application/json')).text();
    expect(strange).toContain('<h1>Not a form</h1>');
    expect(strange).toContain('This page takes its own form only.');
  });

  it('answers 404 with a page to an id that no checkout has', async () => {
    for (const id of ['unknown', `cs_sim_${'0'.repeat(40)}`, '%00', '%ff', '..%2f', 'x'.repeat(3_000), '__proto__']) {
      for (const init of [{}, { method: 'POST', body: new URLSearchParams({ outcome: 'pay', email: BUYER }) }]) {
        const page = await rig.pages.request(`/dev/checkout/${id}`, init);
        expect(page.status).toBe(404);
        const text = await page.text();
        expect(text).toContain('<h1>No such checkout</h1>');
        expect(text).toContain('This address belongs to no checkout. Nothing was charged.');
      }
    }
  });

  const closings = {
    'when the shop closed it': (checkout: OpenedCheckout) => rig.payments.closeCheckout(checkout.ref),
    'when its time is over': () => rig.advance(31 * MINUTE),
  };
  for (const [when, end] of Object.entries(closings)) {
    it(`says that nothing was charged ${when}, leads back, and tells where to read more`, async () => {
      const checkout = await open();
      await end(checkout);
      for (const answer of [
        await get(checkout),
        await rig.post(checkout, 'pay', BUYER),
        await rig.post(checkout, 'decline', ''),
      ]) {
        const text = await answer.text();
        expect(answer.status).toBe(200);
        expect(text).toContain('This checkout is closed. Your card was not charged.');
        expect(text).toContain('Not paid <span class="amount">$22.50</span>');
        expect(text).not.toContain('Total due');
        expect(text).toContain('href="http://localhost:3000/?canceled=1"');
        expect(text).toContain(`href="${successOf(checkout).replace('&', '&amp;')}"`);
        expect(text).not.toContain('<form');
      }
      expect((await rig.post(checkout, 'cancel', '')).headers.get('location')).toBe(
        'http://localhost:3000/?canceled=1',
      );
      expect(await stateOf(checkout)).toBe('closed');
    });
  }

  it('lists every checkout for developers, newest first, with what happened to its money and when', async () => {
    const first = await open();
    const second = await open({ amount: 0, email: BUYER });
    await rig.post(first, 'pay', 'sam@example.org');
    await rig.advance(HOUR);
    const reading = await rig.payments.readPurchase(first.ref);
    if (reading.state !== 'authorised') throw new Error('not paid');
    await rig.payments.collect(reading.paymentRef);
    await rig.payments.collect(reading.paymentRef);
    const lineItem = 'Buyer Lead in Austin';
    expect(await rig.list()).toEqual([
      { id: second.ref, kind: 'purchase', amount: 0, lineItem, state: 'closed', email: BUYER, history: [] },
      {
        id: first.ref,
        kind: 'purchase',
        amount: 2250,
        lineItem,
        state: 'collected',
        email: 'sam@example.org',
        history: [
          { what: 'authorised', at: '2026-11-23T15:04:05.678Z' },
          { what: 'collected', at: '2026-11-23T16:04:05.678Z' },
        ],
      },
    ]);
  });

  it('is never kept as that list, and brings its stylesheet, of which an update of the shop is seen at once', async () => {
    const list = await rig.pages.request('/dev/checkout.json');
    expect(list.headers.get('cache-control')).toBe('no-store');
    const { headers, status } = await rig.pages.request('/dev/checkout.css');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/css; charset=utf-8',
      'no-cache',
    ]);
  });

  it('keeps its books in the documents: another process goes on with the same checkout', async () => {
    const checkout = await open();
    const other = simulatedRig({ documents: rig.documents });
    expect((await other.post(checkout, 'pay', BUYER)).status).toBe(303);
    expect(await stateOf(checkout)).toBe('authorised');
  });
});
