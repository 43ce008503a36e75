import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { phone } from '#tests/support/browser.ts';
import { sharedProduct } from './shared-product.ts';
import { hold, summary, visits } from './shop.ts';

const product = sharedProduct();
const visit = visits(() => product().address);

/** How long it takes until all that a press has begun is there, in milliseconds. */
const SETTLED = 600;

/** Loads a page that can be seen, whose script does not come yet. Answers how to let it come, and wait until the page answers. */
const fallAsleep = async (page: Page, load: () => Promise<unknown>): Promise<() => Promise<void>> => {
  const early = page.waitForResponse('**/assets/early-*.js');
  const script = hold(page, '**/assets/index-*.js');
  await load();
  await (await early).finished();
  await page.locator('footer').waitFor();
  await page.waitForTimeout(100);
  return async () => {
    await (await script).continue();
    await page.locator('html[data-hydrated]').waitFor();
    await page.waitForTimeout(SETTLED);
  };
};

const asleep = async (path: string): Promise<{ readonly page: Page; readonly wake: () => Promise<void> }> => {
  const page = await visit({ viewport: phone });
  return { page, wake: await fallAsleep(page, () => page.goto(path, { waitUntil: 'commit' })) };
};

const claims = (page: Page): Locator => page.getByRole('button', { name: 'Claim This Lead' });

const isBusy = async (button: Locator): Promise<boolean> => (await button.getAttribute('aria-disabled')) === 'true';

describe('a press on a page that can be seen and does not answer yet', () => {
  test("on 'Claim This Lead' looks busy at once, and opens that lead's dialog once when it does", async () => {
    const { page, wake } = await asleep('/?city=TX');
    const claim = claims(page).nth(1);
    const place = await page.getByRole('list', { name: 'Available leads' }).locator('h3').nth(1).innerText();
    await claim.tap();
    await claim.tap({ force: true });
    expect(await isBusy(claim)).toBe(true);
    await wake();
    expect(await summary(page).innerText()).toContain(place);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await summary(page).waitFor({ state: 'hidden' });
    expect(await isBusy(claim)).toBe(false);
    expect(await claim.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('counts with the keyboard too', async () => {
    const { page, wake } = await asleep('/');
    await claims(page).first().focus();
    await page.keyboard.press('Enter');
    await wake();
    await expect.poll(() => summary(page).isVisible()).toBe(true);
  });

  test("on 'Subscribe Now' leads to the sign-up", async () => {
    const { page, wake } = await asleep('/lead-vault');
    const subscribe = page.getByRole('button', { name: 'Subscribe Now' });
    await subscribe.tap();
    expect(await isBusy(subscribe)).toBe(true);
    await wake();
    await page.waitForURL('**/signup');
  });

  test('counts for the last button only, and for none once something else is pressed or typed', async () => {
    const { page, wake } = await asleep('/');
    const [first, second] = [claims(page).nth(0), claims(page).nth(1)];
    await first.tap();
    await second.tap();
    expect([await isBusy(first), await isBusy(second)]).toEqual([false, true]);
    await page.getByRole('heading', { level: 1 }).tap();
    expect(await isBusy(second)).toBe(false);
    await first.tap();
    await page.getByRole('searchbox').evaluate((box) => box.dispatchEvent(new InputEvent('input', { bubbles: true })));
    expect(await isBusy(first)).toBe(false);
    await wake();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await first.tap();
    await summary(page).waitFor();
  });

  test('on a button that is dead changes nothing: it stays so, before and after', async () => {
    const { page, wake } = await asleep('/');
    const dead = page.getByRole('button', { name: 'Previous testimonials' });
    await dead.tap({ force: true });
    await page.getByRole('heading', { level: 1 }).tap();
    expect(await isBusy(dead)).toBe(true);
    await wake();
    expect(await isBusy(dead)).toBe(true);
  });

  test('is over when Back leads to another list', async () => {
    const page = await visit({ viewport: phone });
    await page.goto('/');
    await page.getByRole('searchbox').fill('TX');
    await page.waitForURL('/?city=TX');
    await page.getByText('page 1 of 2').waitFor();
    const wake = await fallAsleep(page, () => page.reload({ waitUntil: 'commit' }));
    await claims(page).nth(1).tap();
    expect(await isBusy(claims(page).nth(1))).toBe(true);
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForURL('/', { waitUntil: 'commit' });
    await wake();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('is over when the page is left, or its script does not come', async () => {
    const page = await visit({ viewport: phone });
    await page.goto('/');
    const script = hold(page, '**/assets/index-*.js');
    // A page that is reloaded is not asked for once more when its script does not come.
    await page.reload({ waitUntil: 'commit' });
    const claim = claims(page).first();
    await expect
      .poll(async () => {
        await claim.tap();
        return isBusy(claim);
      })
      .toBe(true);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    expect(await isBusy(claim)).toBe(false);
    await claim.tap();
    await (await script).abort();
    await expect.poll(() => isBusy(claim)).toBe(false);
  });
});
