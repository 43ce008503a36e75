import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { phone, wide } from '#tests/support/browser.ts';
import { startProduct } from './product.ts';
import type { Product } from './product.ts';
import { acceptTerms, answerNext, applyCoupon, openSummary, summary, terms, toastText, visits } from './shop.ts';

let product: Product;
const visit = visits(() => product.address);

beforeAll(async () => {
  product = await startProduct({ LIMIT_COUPON: '1000/60' });
});
afterAll(() => product.discard());

/** Windows that a dialog does not fit into: small phones, a phone between its bars, a laptop at twice its size. */
const SMALL = [
  { width: 390, height: 664 },
  { width: 375, height: 553 },
  { width: 320, height: 568 },
  { width: 720, height: 450 },
] as const;

/** Whether a part is in the window from its first line to its last, and nothing lies on it. */
const isInSight = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [3, height / 2, height - 3].every((down) => {
      const met = document.elementFromPoint(left + width / 2, top + down);
      return met !== null && element.contains(met);
    });
  });

const openTerms = async (page: Page): Promise<Locator> => {
  await openSummary(page, await product.lead('Boise'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await summary(page).getByRole('button', { name: 'Continue to terms' }).click();
  await terms(page).waitFor();
  return terms(page);
};

const tick = (dialog: Locator): Locator => dialog.locator('label', { hasText: 'I have read and agree to the terms.' });

describe.for(SMALL)('in a window of $width × $height', (viewport) => {
  test('the button that accepts the terms is in sight only with the box that enables it', async () => {
    const dialog = await openTerms(await visit({ viewport }));
    const accept = dialog.getByRole('button', { name: 'I Accept the Terms' });
    expect(await isInSight(tick(dialog))).toBe(await isInSight(accept));
    await accept.scrollIntoViewIfNeeded();
    expect(await isInSight(tick(dialog))).toBe(true);
  });

  test('a coupon that is refused is explained in sight', async () => {
    const page = await visit({ viewport });
    await openSummary(page, await product.lead('Boise'));
    await applyCoupon(page, 'EXPIRED');
    await toastText(page, 'Invalid Coupon');
    const message = summary(page).locator('form p');
    expect(await message.innerText()).not.toBe('');
    await expect.poll(() => isInSight(message)).toBe(true);
  });
});

test('a payment that fails leaves the ticked box in sight on a phone', async () => {
  const page = await visit({ viewport: phone });
  await answerNext(page, '**/create-checkout-session', (route) => route.fulfill({ status: 503, json: {} }));
  await openSummary(page, await product.lead('Boise'));
  await acceptTerms(page);
  await toastText(page, 'Payment Error');
  expect(await isInSight(tick(terms(page)))).toBe(true);
});

/** The names of buttons as they are read: line by line, each from the left. */
const asRead = async (buttons: Locator): Promise<readonly (string | null)[]> => {
  const placed = await Promise.all(
    (await buttons.all()).map(async (button) => ({
      name: await button.textContent(),
      box: await button.boundingBox(),
    })),
  );
  return placed
    .toSorted((one, other) => (one.box?.y ?? 0) - (other.box?.y ?? 0) || (one.box?.x ?? 0) - (other.box?.x ?? 0))
    .map(({ name }) => name);
};

test.for([
  { viewport: phone, first: /^I Accept the Terms/ },
  { viewport: wide, first: /^Back/ },
])(
  'the Tab key follows the buttons of the terms as they are read, at $viewport.width px',
  async ({ viewport, first }) => {
    const page = await visit({ viewport });
    const dialog = await openTerms(page);
    await dialog.getByRole('checkbox').check();
    const read = await asRead(dialog.locator('footer').getByRole('button'));
    expect(read[0]).toMatch(first);
    const stops: (string | null)[] = [];
    for (const _ of read) {
      await page.keyboard.press('Tab', { delay: 20 });
      stops.push(await page.evaluate(() => document.activeElement?.textContent ?? null));
    }
    expect(stops).toEqual(read);
  },
);
