import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { signIn } from './account.ts';
import { foreignServers } from './foreign.ts';
import type { ForeignServers } from './foreign.ts';
import { startProduct } from './product.ts';
import type { Product } from './product.ts';
import { acceptTerms, fact, hold, openSummary, seeTitle, SUCCESS, terms, toastText, visits } from './shop.ts';
import { DASHBOARD, seeCount } from './vault.ts';

const PATIENCE = { timeout: 15_000 };
const SCRIPT = 'https://js.stripe.com/**';

/** In place of Stripe's own: keeps the key that it was made with. */
const STRIPE_JS = {
  contentType: 'text/javascript',
  body: 'window.Stripe = (key) => { document.documentElement.dataset.stripe = key; return {}; };',
};

let foreign: ForeignServers;
let product: Product;
const visit = visits(() => product.address);

beforeAll(async () => {
  foreign = await foreignServers();
  product = await startProduct({ ...foreign.environment, STRIPE_PUBLISHABLE_KEY: 'pk_test_journeys' });
});
afterAll(async () => {
  await product.discard();
  await foreign.close();
});

/** A visitor to whom Stripe.js comes; answers what was fetched for it. */
const visitWithStripe = async () => {
  const page = await visit();
  const fetched: string[] = [];
  await page.route(SCRIPT, (route) => {
    fetched.push(route.request().url());
    return route.fulfill(STRIPE_JS);
  });
  return { page, fetched };
};
const keyIn = (page: Page) => page.locator('html').getAttribute('data-stripe');

const pay = async (page: Page, email?: string): Promise<void> => {
  await page.waitForURL(foreign.pages);
  if (email !== undefined) await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
};

describe('with a payment provider and a mail server known by the environment alone', () => {
  test('a person buys a lead and gets its contact by mail; a refund made over there withdraws the sale', async () => {
    const email = 'dana@agents.example';
    const lead = await product.lead('Boise');
    const { page, fetched } = await visitWithStripe();
    await page.goto('/contact-us');
    await seeTitle(page, 'Contact Us');
    await page.goto('/');
    await page.getByRole('list', { name: 'Available leads' }).waitFor();
    expect(fetched).toEqual([]);

    await openSummary(page, lead);
    await expect.poll(() => keyIn(page)).toBe('pk_test_journeys');
    expect(fetched).toHaveLength(1);
    await acceptTerms(page);
    await pay(page, email);
    await seeTitle(page, SUCCESS);
    const receipt = page.url();
    expect(await fact(page, 'Your email')).toBe(email);
    const saleNumber = await fact(page, 'Lead number');
    await expect.poll(async () => (await foreign.mailsTo(email)).length, PATIENCE).toBe(1);
    const [mail] = await foreign.mailsTo(email);
    expect(mail?.subject).toBe(`Your lead in Boise, ID (${saleNumber})`);
    expect(mail?.text).toMatch(/Name: \S+ \S+/);
    expect(await product.leads('Boise')).not.toContainEqual(lead);

    const { books } = foreign.double.account;
    const session = [...books.sessions.values()].find(({ customer_details: details }) => details?.email === email);
    expect(books.intents.get(session?.payment_intent ?? '')).toMatchObject({ status: 'succeeded' });
    foreign.double.dashboard.refund(session?.payment_intent ?? '');
    const statuses = await foreign.notify(product.address);
    expect(statuses.length).toBeGreaterThan(1);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expect
      .poll(async () => (await product.verify(receipt)) as object, PATIENCE)
      .toMatchObject({ success: false, error: 'This purchase was refunded.' });
    await page.goto(receipt);
    await seeTitle(page, 'Payment Failed');
    expect(await product.leads('Boise')).not.toContainEqual(lead);
  });

  test('a user subscribes, and is told by mail and on the dashboard when a renewal fails', async () => {
    const email = 'omar@example.com';
    const { page } = await visitWithStripe();
    await page.goto(DASHBOARD);
    await signIn(page, email, 'sample-pass');
    await seeTitle(page, "You're not subscribed");
    await expect.poll(() => keyIn(page)).toBe('pk_test_journeys');
    await page.getByRole('button', { name: 'Subscribe Now' }).click();
    await pay(page);
    await seeTitle(page, 'Lead Vault Dashboard');
    await seeCount(page, 'Showing');
    expect(new Set(await foreign.notify(product.address))).toEqual(new Set([200]));

    const [subscription = ''] = foreign.double.account.books.subscriptions.keys();
    foreign.double.buyer.renewalFailed(subscription);
    expect(new Set(await foreign.notify(product.address))).toEqual(new Set([200]));
    await expect.poll(async () => (await foreign.mailsTo(email)).length, PATIENCE).toBe(1);
    await page.reload();
    await page.getByRole('button', { name: 'Pay now' }).waitFor();
  });
});

describe('Stripe.js', () => {
  test("that cannot be fetched is 'Stripe failed to load.'; the dialog stays, and the next try leads to the payment page", async () => {
    const page = await visit();
    let isBlocked = true;
    await page.route(SCRIPT, (route) => (isBlocked ? route.abort() : route.fulfill(STRIPE_JS)));
    const opened = foreign.double.account.books.sessions.size;
    await openSummary(page, await product.lead('Tampa'));
    await acceptTerms(page);
    expect(await toastText(page, 'Payment Error')).toEqual(['Payment Error', 'Stripe failed to load.']);
    expect(await terms(page).getByText('Stripe failed to load.').isVisible()).toBe(true);
    expect(foreign.double.account.books.sessions.size).toBe(opened);
    isBlocked = false;
    await terms(page).getByRole('button', { name: 'I Accept the Terms' }).click();
    await page.waitForURL(foreign.pages);
  });

  test('that is silent is given up after 8 seconds; once it has come after all, the next try leads on', async () => {
    const page = await visit();
    await page.clock.install();
    const silent = hold(page, SCRIPT);
    await openSummary(page, await product.lead('Tampa'));
    await acceptTerms(page);
    await terms(page).getByRole('button', { name: 'Redirecting...' }).waitFor();
    const route = await silent;
    await page.clock.fastForward(8_000);
    expect(await toastText(page, 'Payment Error')).toEqual(['Payment Error', 'Stripe failed to load.']);
    await route.fulfill(STRIPE_JS);
    await terms(page).getByRole('button', { name: 'I Accept the Terms' }).click();
    await page.waitForURL(foreign.pages);
  });

  test('that cannot be fetched keeps who subscribes in the shop', async () => {
    const page = await visit();
    await page.route(SCRIPT, (route) => route.abort());
    await page.goto(DASHBOARD);
    await signIn(page, 'dana@example.com', 'sample-pass');
    await seeTitle(page, "You're not subscribed");
    await page.getByRole('button', { name: 'Subscribe Now' }).click();
    expect(await toastText(page, 'Subscription Error')).toEqual(['Subscription Error', 'Stripe failed to load.']);
    await page.getByRole('button', { name: 'Subscribe Now' }).waitFor();
  });
});
