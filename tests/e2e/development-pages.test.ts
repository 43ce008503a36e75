import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';

import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { devMailbox } from '#adapters/dev-mailbox/dev-mailbox.ts';
import { securityHeaders } from '#adapters/http/headers.ts';
import { sameOrigin } from '#adapters/http/same-origin.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { simulatedCheckout } from '#adapters/simulated-checkout/simulated-checkout.ts';
import { renderLetter } from '#application/letters/letter.ts';
import { MINUTE } from '#domain/instant.ts';
import { faultsIn, phone, visitor, wide } from '#tests/support/browser.ts';

const BUYER = 'dana.reyes@example.com';

describe('the development pages in a browser, behind the headers and checks of the shop', () => {
  const documents = memoryDocuments();
  const clock = () => Date.now();
  const { payments, pages } = simulatedCheckout({
    documents,
    clock,
    secrets: memorySecrets(),
    publicUrl: undefined,
    signingSecret: 'secret',
    notifications: 'never',
    notify: () => Promise.resolve(),
  });
  const mailbox = devMailbox({ documents, clock, from: 'Homelead <hello@homelead.example>' });
  const app = new Hono();
  let shop = '';
  let purchases = 0;
  let close = () => {};

  beforeAll(() => {
    app.use(securityHeaders({ https: false, script: undefined }));
    app.use(sameOrigin(() => shop));
    app.get('/', (c) => c.text('the shop'));
    app.get('/success', (c) => c.text('the success page'));
    app.get('/favicon.svg', (c) => c.body(null, 204));
    const stylesheet = readFileSync(new URL('../../web/public/dev.css', import.meta.url), 'utf8');
    app.get('/dev.css', (c) => c.body(stylesheet, 200, { 'content-type': 'text/css' }));
    app.route('/', pages);
    app.route('/', mailbox.pages);
    const server = serve({ fetch: app.fetch, port: 0 });
    shop = `http://localhost:${(server.address() as AddressInfo).port}`;
    close = () => void server.close();
  });

  afterAll(() => close());

  const open = () =>
    payments.openPurchase({
      purchaseId: `purchase-${(purchases += 1)}`,
      amount: 2250,
      lineItem: 'Buyer Lead in Austin',
      email: undefined,
      closesAt: clock() + 31 * MINUTE,
      successUrl: `${shop}/success?session_id={ref}`,
      cancelUrl: `${shop}/`,
    });

  const openMonthly = () =>
    payments.openSubscription({
      subscriptionId: `subscription-${(purchases += 1)}`,
      monthlyAmount: 3900,
      lineItem: 'Lead Vault, monthly',
      payer: { id: 'dana', email: BUYER, ref: undefined },
      closesAt: clock() + 31 * MINUTE,
      successUrl: `${shop}/success?session_id={ref}`,
      cancelUrl: `${shop}/`,
    });

  const block = { kind: 'link', label: 'The shop', url: 'SHOP' } as const;
  const send = (id: string) => {
    const letter = renderLetter({
      subject: `Mail ${id}`,
      heading: 'Here is your lead',
      blocks: [{ ...block, url: shop }],
    });
    return mailbox.mailer.send({ id, to: BUYER, replyTo: undefined, writtenBy: 'shop', ...letter });
  };

  it('have no fault that axe finds, and no sideways scroll, on the smallest phone and on a wide screen, in light and dark', async () => {
    const context = await visitor({ viewport: phone });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on(
      'console',
      (message) => void (/Content Security Policy/.test(message.text()) && refused.push(message.text())),
    );
    const faults: Record<string, readonly string[]> = {};
    const look = async (name: string) => {
      // A text can be read before the stylesheet has come: until then a page is as broad as it likes.
      await page.waitForLoadState();
      faults[name] = await faultsIn(page, [320, wide.width]);
    };
    const checkout = await open();
    await page.goto(checkout.url);
    await look('open');
    await page.getByRole('button', { name: 'Pay $22.50' }).click();
    await page.getByText('Enter an email address').waitFor();
    await look('bad address');
    await page.getByLabel('Email').fill(BUYER);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('Your card was declined.').waitFor();
    await look('declined');
    await payments.closeCheckout(checkout.ref);
    await page.getByRole('button', { name: 'Pay $22.50' }).click();
    await page.getByRole('heading', { name: 'This checkout is closed. Your card was not charged.' }).waitFor();
    await look('closed');
    await page.goto(`${shop}/dev/checkout/nobody`);
    await look('unknown');
    const monthly = await openMonthly();
    await page.goto(monthly.url);
    await look('subscription');
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('Your card was declined.').waitFor();
    await look('subscription, declined');
    await page.getByRole('button', { name: /pay \$39\.00/ }).click();
    await page.waitForURL(`${shop}/success*`);
    await page.goto(`${shop}/dev/subscriptions`);
    await page.getByRole('button', { name: 'Let the renewal fail' }).first().click();
    await page
      .getByText(/overdue/i)
      .first()
      .waitFor();
    await look('subscriptions');
    const paid = await open();
    await page.goto(paid.url);
    await page.getByLabel('Email').fill(BUYER);
    await page.getByRole('button', { name: 'Pay $22.50' }).click();
    await page.waitForURL(`${shop}/success*`);
    await payments.collect(paid.ref.replace('cs_', 'pi_'));
    await page.goto(`${shop}/dev/payments`);
    await look('payments');
    await page.getByRole('button', { name: 'Dispute' }).first().click();
    await page.getByText('Disputed', { exact: true }).first().waitFor();
    await look('payments, disputed');
    await send('lead-1');
    await page.goto(`${shop}/dev/mailbox`);
    await look('mailbox');
    await page.goto(`${shop}/dev/mailbox/lead-1`);
    await look('one mail');
    expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([]);
    expect(refused).toEqual([]);
    await context.close();
  });

  it('take a payment by keyboard alone', async () => {
    const context = await visitor();
    const page = await context.newPage();
    const checkout = await open();
    await page.goto(checkout.url);
    await page.keyboard.press('Tab');
    await page.keyboard.type(BUYER);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${shop}/success?session_id=${checkout.ref}`);
    expect(await payments.readPurchase(checkout.ref)).toMatchObject({ state: 'authorised', email: BUYER });
    await context.close();
  });

  it('lead a buyer who comes Back after paying to the success page, and never to a question of the browser', async () => {
    const context = await visitor();
    const page = await context.newPage();
    const checkout = await open();
    await page.goto(checkout.url);
    await page.getByLabel('Email').fill(BUYER);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('Your card was declined.').waitFor();
    await page.getByRole('button', { name: 'Pay $22.50' }).click();
    await page.waitForURL(/success/);
    await page.goBack();
    await page.getByRole('button', { name: 'Pay $22.50' }).click();
    await page.waitForURL(/success/);
    expect((await payments.readPurchase(checkout.ref)).state).toBe('authorised');
    await context.close();
  });

  it('show a mail with its own styles, and open its links in a new tab', async () => {
    const context = await visitor();
    const page = await context.newPage();
    await send('lead-2');
    await page.goto(`${shop}/dev/mailbox/lead-2`);
    const link = page.frameLocator('iframe').getByRole('link', { name: 'The shop' });
    expect(await link.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(3, 93, 69)');
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await opened.waitForLoadState();
    expect(await opened.textContent('body')).toBe('the shop');
    await context.close();
  });

  it('run no script of a mail', async () => {
    const context = await visitor();
    const page = await context.newPage();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const html =
      '<p>hostile</p><script>alert(1)</script><img src="x" onerror="alert(2)"><a href="javascript:alert(3)">go</a>';
    await mailbox.mailer.send({
      id: 'hostile',
      to: BUYER,
      replyTo: undefined,
      writtenBy: 'shop',
      subject: 'Hostile',
      text: 'x',
      html,
    });
    for (const path of ['/dev/mailbox/hostile', '/dev/mailbox/hostile/html']) {
      await page.goto(shop + path);
      const mail = path.endsWith('/html') ? page.mainFrame() : page.frameLocator('iframe');
      await mail.getByText('hostile').waitFor();
      await mail.getByText('go').click();
    }
    expect(dialogs).toEqual([]);
    await context.close();
  });
});
