import type { Locator, Page, Route } from 'playwright-core';
import { afterEach, expect } from 'vitest';

import type { UnsoldLeadBody } from '#adapters/http/contract/contract.ts';
import { visitor } from '#tests/support/browser.ts';
import type { Visit } from '#tests/support/browser.ts';
import type { Product } from './product.ts';

/** How long a page may take to show what is waited for, in milliseconds. */
const PATIENCE = 15_000;

/** The browser's own note about an answer that is no success: the journeys cause some of these on purpose. */
const ANSWER_NOTE = /^Failed to load resource: /;

/** What a page complains of: faults of its scripts, errors in its console, and what the content security policy refused. */
const listen = (page: Page, heard: string[]): void => {
  page.on('pageerror', (error) => void heard.push(`fault: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !ANSWER_NOTE.test(message.text())) heard.push(`console: ${message.text()}`);
  });
};

/** What a page of a failed test shows, for whoever looks for the cause. */
const sightOf = (page: Page): Promise<string> =>
  page
    .locator('body')
    .innerText({ timeout: 1_000 })
    .then((text) => `${page.url()} shows:\n${text}`)
    .catch((error: unknown) => `${page.url()} shows nothing: ${String(error)}`);

/** Opens new visitors of the shop, who leave after each test; a test fails when one of their pages had a complaint. */
export const visits = (shop: () => string): ((options?: Visit) => Promise<Page>) => {
  const leaving: (() => Promise<void>)[] = [];
  const heard: string[] = [];
  const open: Page[] = [];
  afterEach(async ({ task }) => {
    const pages = open.splice(0);
    if (task.result?.state === 'fail') for (const page of pages) process.stderr.write(`${await sightOf(page)}\n`);
    await Promise.all(leaving.splice(0).map((leave) => leave()));
    expect(heard.splice(0)).toEqual([]);
  });
  return async (options = {}) => {
    const context = await visitor({ baseURL: shop(), ...options });
    context.setDefaultTimeout(PATIENCE);
    leaving.push(() => context.close());
    context.on('page', (page) => {
      open.push(page);
      listen(page, heard);
    });
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`refused by ${violatedDirective}: ${blockedURI}`),
      );
    });
    return context.newPage();
  };
};

export const row = (page: Page, lead: UnsoldLeadBody): Locator =>
  page.getByRole('listitem').filter({ has: page.locator(`#lead-${lead.id}`) });

export const claimButton = (page: Page, lead: UnsoldLeadBody): Locator => row(page, lead).getByRole('button');

export const summary = (page: Page): Locator => page.getByRole('dialog', { name: 'Checkout Summary' });

export const terms = (page: Page): Locator => page.getByRole('dialog', { name: 'Terms and Conditions' });

/** Waits for a toast; answers its title and its text. */
export const toastText = async (page: Page, title: string): Promise<readonly string[]> =>
  (await page.getByRole('dialog', { name: title, exact: true }).innerText()).split('\n').filter((line) => line !== '');

/** From the list of the lead's city to its Checkout Summary. */
export const openSummary = async (page: Page, lead: UnsoldLeadBody): Promise<Locator> => {
  await page.goto(`/?${new URLSearchParams({ city: lead.city })}`);
  await claimButton(page, lead).click();
  await summary(page).waitFor();
  return summary(page);
};

export const applyCoupon = async (page: Page, code: string): Promise<void> => {
  await summary(page).getByLabel('Coupon code').fill(code);
  await summary(page).getByRole('button', { name: 'Apply' }).click();
};

export const acceptTerms = async (page: Page): Promise<void> => {
  await summary(page).getByRole('button', { name: 'Continue to terms' }).click();
  await terms(page).getByRole('checkbox', { name: 'I have read and agree to the terms.' }).check();
  await terms(page).getByRole('button', { name: 'I Accept the Terms' }).click();
};

/** From anywhere to the hosted page of a lead, optionally with a coupon. */
export const openHostedPage = async (page: Page, lead: UnsoldLeadBody, coupon?: string): Promise<void> => {
  await openSummary(page, lead);
  if (coupon !== undefined) {
    await applyCoupon(page, coupon);
    await toastText(page, 'Coupon Applied');
  }
  await acceptTerms(page);
  await page.waitForURL('**/dev/checkout/*');
};

/** Pays on the hosted page, or completes an order of nothing. */
export const pay = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: /^(Pay \$|Complete order)/ }).click();
};

/**
 * Has the next call to an address answered by the test; later ones pass. The route stays: one that playwright takes away after
 * its last use can lose other calls of that moment.
 */
export const answerNext = (page: Page, pattern: string, answer: (route: Route) => unknown): Promise<unknown> => {
  let answered = false;
  return page.route(pattern, (route) => {
    if (answered) return route.fallback();
    answered = true;
    return answer(route);
  });
};

/** Holds the next call to an address until the test lets it go on, fail or be answered. Later ones pass. */
export const hold = (page: Page, pattern: string): Promise<Route> =>
  new Promise((resolve) => {
    void answerNext(page, pattern, resolve);
  });

/**
 * Has the next call to an address sent once more by itself, with the first answer lost: so does a browser whose connection was
 * cut. The page hears of the second answer alone.
 */
export const loseAnswer = (page: Page, pattern: string): Promise<unknown> =>
  answerNext(page, pattern, async (route) => {
    await route.fetch();
    await route.continue();
  });

/** Waits until the screen has the title. */
export const seeTitle = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();

export const SUCCESS = 'Success! Your Lead is On the Way.';

/** A value of the receipt on the success page. */
export const fact = (page: Page, name: string): Promise<string> =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd').innerText();

/**
 * How often each mail to a buyer was sent, once a mail to a later buyer has arrived: more would have come before that. Goes to the
 * mailbox.
 */
export const deliveriesTo = async (page: Page, product: Product, email: string): Promise<readonly string[]> => {
  const later = `later.${email}`;
  await product.verify(await product.pay(await product.lead('TX'), later));
  await expect.poll(() => product.mailsTo(later), { timeout: PATIENCE }).toHaveLength(1);
  await page.goto('/dev/mailbox');
  const mails = page.getByRole('navigation', { name: 'Mails' }).getByRole('link');
  const own = await mails.filter({ has: page.getByText(email, { exact: true }) }).all();
  const deliveries: string[] = [];
  for (const address of await Promise.all(own.map((mail) => mail.getAttribute('href')))) {
    await page.goto(address ?? '');
    const [repeated = 'Sent once'] = await page.getByText(/^Sent \d+ times/).allInnerTexts();
    deliveries.push(repeated);
  }
  return deliveries;
};
