import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { phone, wide } from '#tests/support/browser.ts';
import { sharedProduct } from './shared-product.ts';
import { hold, visits } from './shop.ts';
import { openDashboard, seeCount } from './vault.ts';

const product = sharedProduct();
const visit = visits(() => product().address);

const placeOf = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** Scrolls, and waits until it has. */
const goDown = async (page: Page, place: number): Promise<void> => {
  await page.evaluate((y) => scrollTo(0, y), place);
  await expect.poll(() => placeOf(page)).toBe(place);
};

const toContact = async (page: Page): Promise<void> => {
  // The press of a pointer would scroll to the link.
  await page.getByRole('link', { name: 'Contact Us' }).dispatchEvent('click');
  await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
};

describe.for([
  [phone, 1200],
  [wide, 250],
] as const)('the place in the dashboard at %o', ([viewport, place]) => {
  test.for([
    ['a reload', (page: Page) => page.reload()],
    [
      'Back from another page',
      async (page: Page) => {
        await page.goto('/dev/mailbox');
        await page.goBack();
      },
    ],
    [
      'Back from another screen',
      async (page: Page) => {
        await toContact(page);
        await page.goBack();
      },
    ],
  ] as const)('is kept by %s', async ([, comeBack]) => {
    const page = await visit({ viewport });
    await openDashboard(page);
    await goDown(page, place);
    await comeBack(page);
    await seeCount(page, 'Showing');
    await expect.poll(() => placeOf(page)).toBe(place);
  });
});

test('a link to the dashboard leads to its top, however far down it was left', async () => {
  const page = await visit({ viewport: wide });
  await openDashboard(page);
  await goDown(page, 250);
  await toContact(page);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await seeCount(page, 'Showing');
  expect(await placeOf(page)).toBe(0);
});

test('whoever goes elsewhere before the leads are there is not moved when they come', async () => {
  const page = await visit({ viewport: wide });
  await openDashboard(page);
  await goDown(page, 250);
  const check = hold(page, '**/api/auth/me');
  await page.reload();
  // The server has drawn it: before it is hydrated, nothing knows that anybody moves.
  await page.getByRole('heading', { name: 'Checking subscription...' }).waitFor();
  await page.locator('html[data-hydrated]').waitFor();
  const asked = await check;
  await page.keyboard.press('Home');
  await expect.poll(() => placeOf(page)).toBe(0);
  await asked.continue();
  await seeCount(page, 'Showing');
  expect(await placeOf(page)).toBe(0);
});
