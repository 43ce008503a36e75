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

test('Back that is taken back, as there are unsaved changes, leaves the page where it was', async () => {
  const page = await visit({ viewport: phone });
  page.on('dialog', (question) => void question.dismiss());
  await openDashboard(page);
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const field = page.getByLabel('Location');
  await field.fill('Austin');
  await goDown(page, 400);
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => history.back());
  await asked;
  await page.waitForURL('/profile');
  await page.waitForTimeout(300);
  expect([await placeOf(page), await field.inputValue()]).toEqual([400, 'Austin']);
});

/**
 * What a visitor may still wait for who has reloaded the dashboard, and when nothing else is missing: once a page is loaded, the browser
 * restores a position by itself, as far as the page is long enough.
 */
const waits = {
  'the page is hydrated': ['**/assets/index-*.js', 'commit', 'html:not([data-hydrated])'],
  'the leads are there': ['**/api/auth/me', 'load', 'html[data-hydrated]'],
} as const;

describe.for(['the page is hydrated', 'the leads are there'] as const)('before %s', (wait) => {
  const [address, waitUntil, state] = waits[wait];

  /** The dashboard, reloaded at a position further down; `finish` lets all come that it waits for. */
  const reloaded = async () => {
    const page = await visit({ viewport: wide });
    await openDashboard(page);
    await goDown(page, 250);
    const missing = hold(page, address);
    const early = page.waitForResponse('**/assets/early-*.js');
    await page.reload({ waitUntil });
    await (await early).finished();
    await page.getByRole('heading', { name: 'Checking subscription...' }).waitFor();
    await page.locator(state).waitFor();
    const finish = async (): Promise<void> => {
      await (await missing).continue();
      await seeCount(page, 'Showing');
    };
    return { page, finish };
  };

  test('whoever scrolls is not moved', async () => {
    const { page, finish } = await reloaded();
    await page.mouse.wheel(0, 100 - (await placeOf(page)));
    await expect.poll(() => placeOf(page)).toBe(100);
    await finish();
    expect(await placeOf(page)).toBe(100);
  });

  test('whoever does nothing is taken to the place that is kept', async () => {
    const { page, finish } = await reloaded();
    await finish();
    await expect.poll(() => placeOf(page)).toBe(250);
  });
});
