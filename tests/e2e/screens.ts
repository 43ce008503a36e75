import type { Locator, Page } from 'playwright-core';

import type { Product } from './product.ts';
import { answerNext, applyCoupon, openSummary, seeTitle, SUCCESS, summary, terms, toastText } from './shop.ts';

export const promo = (page: Page): Locator =>
  page.getByRole('heading', { name: 'Every unsold lead from the past 90 days' });

/** Every screen and state that a buyer can meet, each from wherever the one before has led. `receipt` links to a success page. */
const screensOf = (product: Product, receipt: string): Readonly<Record<string, (page: Page) => Promise<unknown>>> => ({
  home: async (page) => {
    await page.goto('/');
    await page.getByRole('list', { name: 'Available leads' }).waitFor();
    await promo(page).waitFor();
  },
  'nothing found': async (page) => {
    await page.goto('/?city=Atlantis');
    await page.getByRole('heading', { name: /^No leads in/ }).waitFor();
  },
  'list not loaded': async (page) => {
    await page.goto('/');
    await answerNext(page, '**/api/good-lead/unsold*', (route) => route.abort());
    await page.getByRole('link', { name: 'Page 2' }).click();
    await toastText(page, 'Error');
  },
  summary: async (page) => openSummary(page, await product.lead('Boise')),
  'coupon refused': async (page) => {
    await applyCoupon(page, 'EXPIRED');
    await toastText(page, 'Invalid Coupon');
  },
  'coupon applied': async (page) => {
    await applyCoupon(page, 'WELCOME10');
    await toastText(page, 'Coupon Applied');
  },
  terms: async (page) => {
    await summary(page).getByRole('button', { name: 'Continue to terms' }).click();
    await terms(page).waitFor();
  },
  'terms agreed': (page) => terms(page).getByRole('checkbox').check(),
  success: async (page) => {
    await page.goto(receipt);
    await seeTitle(page, SUCCESS);
  },
  'payment failed': async (page) => {
    await page.goto('/success');
    await seeTitle(page, 'Payment Failed');
  },
  'not found': async (page) => {
    await page.goto('/nowhere');
    await seeTitle(page, 'Oops! Page not found');
  },
});

/** Looks at every screen but some; answers all that was found, each with the name of its screen. */
export const lookAround = async (
  page: Page,
  {
    product,
    receipt,
    except = [],
  }: { readonly product: Product; readonly receipt: string; readonly except?: string[] },
  look: (page: Page) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const [name, go] of Object.entries(screensOf(product, receipt))) {
    if (except.includes(name)) continue;
    await go(page);
    found.push(...(await look(page)).map((finding) => `${name}: ${finding}`));
  }
  return found;
};
