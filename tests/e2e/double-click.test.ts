import type { CDPSession, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { phone } from '#tests/support/browser.ts';
import { enter } from './account.ts';
import { sharedProduct } from './shared-product.ts';
import { answerNext, openSummary, seeTitle, summary, terms, visits } from './shop.ts';

const product = sharedProduct();
const visit = visits(() => product().address);

/** How long the second click comes after the first, in milliseconds. */
const GAP = 150;

/** By then what clicks have opened or closed is there, or gone, in milliseconds. */
const SETTLED = 600;

const middleOf = async (part: Locator): Promise<readonly [number, number]> => {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
};

/** What sends a click or a tap to the browser, as the `nth` of its place and with its time in seconds. */
type Press = (browser: CDPSession, nth: number, timestamp: number) => Promise<void>;

/** Presses twice, with `GAP` between them for the page, however long the machine takes to send the second one. */
const twice = async (page: Page, press: Press): Promise<void> => {
  const browser = await page.context().newCDPSession(page);
  const first = Date.now();
  await press(browser, 1, first / 1_000);
  await page.waitForTimeout(GAP);
  await press(browser, 2, (first + GAP) / 1_000);
  await page.waitForTimeout(SETTLED);
};

/** Clicks twice where something is now. `counted` as a browser counts a double click, else as one does that a program makes. */
const doubleClick = async (page: Page, part: Locator, counted = true): Promise<void> => {
  await part.scrollIntoViewIfNeeded();
  const [x, y] = await middleOf(part);
  await page.mouse.move(x, y);
  await twice(page, async (browser, nth, timestamp) => {
    const click = { x, y, button: 'left', clickCount: counted ? nth : 1, timestamp } as const;
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await browser.send('Input.dispatchMouseEvent', { type, ...click });
  });
};

const doubleTap = async (page: Page, part: Locator): Promise<void> => {
  const [x, y] = await middleOf(part);
  await twice(page, async (browser, _, timestamp) => {
    await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }], timestamp });
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  });
};

/** Whether what a press opens is there, and stays. */
const staysOpen = async (page: Page, part: Locator): Promise<boolean> => {
  await part.waitFor();
  await page.waitForTimeout(SETTLED);
  return part.isVisible();
};

/** Puts a button at a height of the window, in pixels. */
const scrollTo = (part: Locator, top: number): Promise<void> =>
  part.evaluate((element, height) => scrollBy(0, element.getBoundingClientRect().top - height), top);

describe('a second click at once does nothing to what the first has brought', () => {
  test.for([true, false])("on 'Continue to terms', whose place the agreement takes (counted: %s)", async (counted) => {
    const page = await visit();
    const dialog = await openSummary(page, await product().lead('Boise'));
    await page.waitForTimeout(300);
    await doubleClick(page, dialog.getByRole('button', { name: 'Continue to terms' }), counted);
    await terms(page).waitFor();
    expect(await terms(page).getByRole('checkbox').isChecked()).toBe(false);
    expect(await terms(page).getByRole('button', { name: 'I Accept the Terms' }).isDisabled()).toBe(true);
  });

  test("on 'Claim This Lead', whose place is outside of the dialog then", async () => {
    const page = await visit();
    await page.goto('/');
    const claim = page.getByRole('button', { name: 'Claim This Lead' }).first();
    await claim.waitFor();
    await scrollTo(claim, 60);
    await doubleClick(page, claim);
    expect(await staysOpen(page, summary(page))).toBe(true);
    await page.mouse.click(20, 20);
    await summary(page).waitFor({ state: 'hidden' });
  });

  test("nor does a second tap on 'Claim This Lead' close the dialog", async () => {
    const page = await visit({ viewport: phone });
    await page.goto('/');
    const claim = page.getByRole('button', { name: 'Claim This Lead' }).first();
    await claim.waitFor();
    await page.waitForLoadState('networkidle');
    await scrollTo(claim, 60);
    await doubleTap(page, claim);
    expect(await staysOpen(page, summary(page))).toBe(true);
  });

  test("on 'Back' in the terms", async () => {
    const page = await visit();
    const dialog = await openSummary(page, await product().lead('Boise'));
    await dialog.getByRole('button', { name: 'Continue to terms' }).click();
    await terms(page).waitFor();
    await page.waitForTimeout(SETTLED);
    await doubleClick(page, terms(page).getByRole('button', { name: 'Back' }));
    expect(await staysOpen(page, summary(page))).toBe(true);
  });

  test("on 'Keep my subscription', which becomes 'Unsubscribe'", async () => {
    const page = await visit();
    await enter(page, 'dana@example.com', 'sample-pass');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('button', { name: 'Confirm Unsubscribe' }).click();
    const keep = page.getByRole('button', { name: 'Keep my subscription' });
    await keep.waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await doubleClick(page, keep);
    await page.getByRole('button', { name: 'Unsubscribe' }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });
});

test("'Sign In' stays under the pointer while it tries again, with what was refused before", async () => {
  const page = await visit();
  await page.goto('/signin');
  await page.getByLabel('Email').fill('dana@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong-pass');
  const button = page.locator('main button[type=submit]');
  await button.click();
  await page.getByRole('alert').waitFor();
  const before = await middleOf(button);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await answerNext(page, '**/api/auth/login', async (route) => {
    await released;
    await route.continue();
  });
  await doubleClick(page, button);
  expect(await button.innerText()).toContain('Signing In...');
  expect(await middleOf(button)).toEqual(before);
  expect(await page.getByText('Invalid credentials', { exact: true }).count()).toBeGreaterThan(0);
  release();
  await page.getByRole('alert').waitFor();
  expect(new URL(page.url()).pathname).toBe('/signin');
});

describe('two clicks at once that are meant', () => {
  test('show a password and hide it, tick the agreement and take that back', async () => {
    const page = await visit();
    await page.goto('/signin');
    const password = page.getByLabel('Password', { exact: true });
    const eye = page.getByRole('button', { name: /password$/ });
    await eye.click();
    expect(await password.getAttribute('type')).toBe('text');
    await page.waitForTimeout(SETTLED);
    await doubleClick(page, eye);
    expect(await password.getAttribute('type')).toBe('text');
    await openSummary(page, await product().lead('Boise'));
    await summary(page).getByRole('button', { name: 'Continue to terms' }).click();
    const agreement = terms(page).getByText('I have read and agree to the terms.');
    const box = terms(page).getByRole('checkbox');
    await agreement.click();
    expect(await box.isChecked()).toBe(true);
    await page.waitForTimeout(SETTLED);
    await doubleClick(page, agreement);
    expect(await box.isChecked()).toBe(true);
  });

  test('on a word select it', async () => {
    const page = await visit();
    await page.goto('/contact-us');
    await seeTitle(page, 'Contact Us');
    const [left, top] = await page.getByText('A question about a lead').evaluate((text) => {
      const { x, y } = text.getBoundingClientRect();
      return [x, y];
    });
    await page.mouse.dblclick(left + 30, top + 10);
    expect(await page.evaluate(() => String(getSelection()).trim())).toBe('question');
  });
});
