import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';

import { phone, visitor } from '#tests/support/browser.ts';
import { UNREACHED } from '#web/api.ts';
import { sharedProduct } from './shared-product.ts';
import { answerNext, hold, summary, toastText } from './shop.ts';
import { DASHBOARD, openDashboard } from './vault.ts';

// What a page fetches after its first load may not come: the connection is gone, or a newer product has other files. React
// complains of that in the console, as it should.

const product = sharedProduct();
let context: BrowserContext;
afterEach(() => context.close());

const open = async (): Promise<Page> => {
  context = await visitor({ baseURL: product().address, viewport: phone });
  context.setDefaultTimeout(15_000);
  return context.newPage();
};

/** Opens a page and waits until it has fetched what it wants. */
const settle = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
};

type Trouble = 'gone' | 'offline';

/** From now on no file comes that the page of an address does not name, until the answer is called. */
const loseFiles = async (page: Page, address: string, trouble: Trouble): Promise<() => Promise<void>> => {
  const html = await (await fetch(product().address + address)).text();
  await page.route('**/assets/*.js', (route) => {
    if (html.includes(new URL(route.request().url()).pathname)) return route.continue();
    return trouble === 'gone'
      ? route.fulfill({ status: 404, body: 'Not found.' })
      : route.abort('internetdisconnected');
  });
  return () => page.unroute('**/assets/*.js');
};

const claim = (page: Page): Promise<void> => page.getByRole('button', { name: 'Claim This Lead' }).first().click();
const bar = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded.' }).first();
const reload = async (page: Page): Promise<void> => {
  await Promise.all([page.waitForEvent('load'), bar(page).getByRole('button', { name: 'Reload' }).click()]);
};

describe('a connection that drops', () => {
  test('after the page has come to rest keeps no checkout shut, and lets failures be told', async () => {
    const page = await open();
    await settle(page, '/');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Page 2' }).click();
    expect(await toastText(page, 'Error')).toEqual(['Error', 'Failed to load leads.']);
    // The list asks again by itself.
    await context.setOffline(false);
    await page.getByRole('list', { name: 'Available leads' }).waitFor();
    await context.setOffline(true);
    await claim(page);
    await summary(page).waitFor();
  });

  test('before it has come to rest lets failures be told: what tells them is asked for while the page wakes up', async () => {
    const page = await open();
    await page.addInitScript(() => void (globalThis.requestIdleCallback = () => 0));
    await settle(page, '/');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Page 2' }).click();
    expect(await toastText(page, 'Error')).toEqual(['Error', 'Failed to load leads.']);
  });

  test('before that is told, and a reload is offered if a second press does not help', async () => {
    const page = await open();
    const find = await loseFiles(page, '/', 'offline');
    await settle(page, '/');
    await claim(page);
    await bar(page).waitFor();
    await find();
    await claim(page);
    await summary(page).or(bar(page)).first().waitFor();
    if (await bar(page).isVisible()) {
      await reload(page);
      await claim(page);
    }
    await summary(page).waitFor();
    expect(await bar(page).isVisible()).toBe(false);
  });

  test('keeps a screen that was not fetched yet away until it is back: the screen comes by itself then', async () => {
    const page = await open();
    await settle(page, '/');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Contact Us' }).click();
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
    // A reload would put the browser's own page in the place of this one.
    await page.locator('main .card').getByRole('button', { name: 'Try again' }).click();
    expect(await toastText(page, 'Error')).toEqual(['Error', UNREACHED]);
    expect(await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).isVisible()).toBe(true);
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
  });

  test("keeps no export from being made by a later press on 'Export CSV'", async () => {
    const page = await open();
    await openDashboard(page);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect(await toastText(page, 'Error')).toEqual(['Error', UNREACHED]);
    await context.setOffline(false);
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  });
});

test('a claim whose dialogs are long on their way says that they are loading, until they are there', async () => {
  const page = await open();
  const dialogs = hold(page, '**/assets/purchase-dialogs-*.js');
  await page.goto('/');
  await claim(page);
  const loading = page.getByRole('status').filter({ hasText: 'Loading...' });
  await expect.poll(() => loading.evaluate((sheet) => getComputedStyle(sheet).opacity)).toBe('1');
  expect((await loading.boundingBox())?.width).toBe(phone.width);
  await (await dialogs).continue();
  await summary(page).waitFor();
  expect(await loading.count()).toBe(0);
});

describe('when the files of a page are gone, since the product was updated,', () => {
  test('claiming a lead says so and offers to reload, which helps', async () => {
    const page = await open();
    const find = await loseFiles(page, '/', 'gone');
    await settle(page, '/');
    await claim(page);
    await bar(page).waitFor();
    await find();
    await reload(page);
    await claim(page);
    await summary(page).waitFor();
    expect(await bar(page).isVisible()).toBe(false);
  });

  test('so does what has only something to tell', async () => {
    const page = await open();
    await loseFiles(page, '/?cancelled=1', 'gone');
    await settle(page, '/?cancelled=1');
    await bar(page).waitFor();
    expect(await page.getByRole('list', { name: 'Available leads' }).isVisible()).toBe(true);
  });

  test('the first page does without the cards beside its list', async () => {
    const page = await open();
    await page.route('**/assets/home-cards-*.js', (route) => route.fulfill({ status: 404 }));
    await settle(page, '/');
    expect(await page.getByRole('complementary', { name: 'More from Homelead' }).count()).toBe(0);
    expect(await bar(page).isVisible()).toBe(false);
    await claim(page);
    await summary(page).waitFor();
  });

  test('so does an export', async () => {
    const page = await open();
    await page.route(/assets\/(?:save-and-tell|export-progress)/, (route) => route.fulfill({ status: 404 }));
    await openDashboard(page, DASHBOARD);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await bar(page).waitFor();
    expect(await page.getByRole('heading', { level: 1, name: 'Lead Vault Dashboard' }).isVisible()).toBe(true);
  });
});

describe('when the script of a page is gone, since another version was asked for it,', () => {
  const gone = { status: 404, body: 'Not found.' };

  test.each(['index', 'react'])('the page is asked for once more, and answers: %s', async (name) => {
    const page = await open();
    await answerNext(page, `**/assets/${name}-*.js`, (route) => route.fulfill(gone));
    await page.goto('/');
    await page.locator('html[data-hydrated]').waitFor();
    await claim(page);
    await summary(page).waitFor();
    expect(await summary(page).isVisible()).toBe(true);
  });

  test('and stays gone, the page is asked for no more often, and can be read', async () => {
    const page = await open();
    let asked = 0;
    await page.route('**/assets/index-*.js', (route) => {
      asked += 1;
      return route.fulfill(gone);
    });
    await page.goto('/');
    await expect.poll(() => asked).toBe(2);
    await page.waitForLoadState('load');
    await page.waitForTimeout(500);
    expect(asked).toBe(2);
    expect(await page.getByRole('list', { name: 'Available leads' }).isVisible()).toBe(true);
  });
});
