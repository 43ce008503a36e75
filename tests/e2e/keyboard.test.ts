import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { sharedProduct } from './shared-product.ts';
import { me, newcomer, subscribe } from './vault.ts';
import { claimButton, fact, openSummary, seeTitle, SUCCESS, summary, terms, toastText, visits } from './shop.ts';

const product = sharedProduct();
const visit = visits(() => product().address);

/** Presses Tab until the focus is where it is wanted; a person would not press it faster. */
const tabTo = async (page: Page, wanted: Locator): Promise<void> => {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab', { delay: 20 });
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('the focus never came there');
};

type Colours = { readonly ring: string; readonly button: string; readonly card: string };

/** What a button of the night card looks like, with its ring and the card around it. */
const coloursOf = (button: Locator): Promise<Colours> =>
  button.evaluate((element) => {
    const [own, around] = [getComputedStyle(element), getComputedStyle(element.parentElement ?? element)];
    return { ring: own.outlineColor, button: own.backgroundColor, card: around.backgroundColor };
  });

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** How much two colours differ, as WCAG counts it: from 1 to 21. */
const contrast = (one: string, other: string): number => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

describe('by keyboard alone', () => {
  test('a lead is bought from the first Tab to the way home', async () => {
    const lead = await product().lead('Tampa');
    const page = await visit();
    await page.goto('/?city=Tampa');
    await claimButton(page, lead).waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await tabTo(page, claimButton(page, lead));
    await page.keyboard.press('Enter');
    await summary(page).waitFor();
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Checkout Summary');
    await tabTo(page, summary(page).getByLabel('Coupon code'));
    await page.keyboard.type('WELCOME10');
    await page.keyboard.press('Enter');
    await toastText(page, 'Coupon Applied');
    await tabTo(page, summary(page).getByRole('button', { name: 'Continue to terms' }));
    await page.keyboard.press('Enter');
    await terms(page).waitFor();
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Terms and Conditions');
    await tabTo(page, terms(page).getByRole('checkbox'));
    await page.keyboard.press('Space');
    await tabTo(page, terms(page).getByRole('button', { name: 'I Accept the Terms' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dev/checkout/*');
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type('keys@agents.example');
    await tabTo(page, page.getByRole('button', { name: /^Pay / }));
    await page.keyboard.press('Enter');
    await seeTitle(page, SUCCESS);
    expect(await fact(page, 'Your email')).toBe('keys@agents.example');
    await tabTo(page, page.getByRole('link', { name: 'Back to Home' }));
    await page.keyboard.press('Enter');
    await seeTitle(page, 'Home buyers who want a call back.');
  });

  test('Esc closes either dialog, and the focus is on the very button that opened it', async () => {
    const lead = await product().lead('Boise');
    const page = await visit();
    await page.goto('/?city=Boise');
    const button = claimButton(page, lead);
    for (const goOn of [
      async () => {},
      async () => {
        await summary(page).getByRole('button', { name: 'Continue to terms' }).press('Enter');
        await terms(page).waitFor();
      },
    ]) {
      await button.focus();
      await page.keyboard.press('Enter');
      await summary(page).waitFor();
      await goOn();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    }
  });

  test('the focus stays in an open dialog', async () => {
    const page = await visit();
    await openSummary(page, await product().lead('Boise'));
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab', { delay: 20 });
      expect(await summary(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    }
  });

  test.for(['light', 'dark'] as const)(
    'the focus is seen on the night card of a %s screen, and what is busy there looks so',
    async (colorScheme) => {
      const page = await visit({ colorScheme });
      await page.goto('/lead-vault');
      await tabTo(page, page.getByRole('button', { name: 'Subscribe Now' }));
      const { ring, button, card } = await coloursOf(page.getByRole('button', { name: 'Subscribe Now' }));
      expect(contrast(ring, card)).toBeGreaterThan(3);
      await page.clock.install();
      await page.keyboard.press('Enter');
      const busy = page.getByRole('button', { name: 'Redirecting...' });
      await busy.hover();
      await expect.poll(() => coloursOf(busy).then((now) => contrast(now.button, button))).toBeGreaterThan(1.3);
    },
  );
});

test('Enter that is held down unsubscribes once, and does not press what the focus goes to', async () => {
  const page = await visit();
  await newcomer(page, product(), 'heavy-hand@example.com');
  await subscribe(page);
  await page.goto('/profile');
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(new URL(request.url()).pathname)));
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await page.getByRole('button', { name: 'Confirm Unsubscribe' }).focus();
  // As a keyboard does: the first press, and then its repeats.
  await page.keyboard.down('Enter');
  const keep = page.getByRole('button', { name: 'Keep my subscription' });
  await keep.waitFor();
  for (let times = 0; times < 20; times += 1) {
    await page.keyboard.down('Enter');
    await page.waitForTimeout(35);
  }
  await page.keyboard.up('Enter');
  expect(await keep.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(sent).toEqual(['/api/stripe/subscription/unsubscribe']);
  expect((await me(page)).cancelAtPeriodEnd).toBe(true);
});
