import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { phone, wide } from '#tests/support/browser.ts';
import { sharedProduct } from './shared-product.ts';
import { acceptTerms, hold, seeTitle, summary, terms, visits } from './shop.ts';
import { DASHBOARD, openDashboard } from './vault.ts';

const product = sharedProduct();
const visit = visits(() => product().address);

const LIST = '/?city=TX&page=2';

const claims = (page: Page) => page.getByRole('button', { name: 'Claim This Lead' });
const dialogs = (page: Page) => page.getByRole('dialog').count();
const entries = (page: Page): Promise<number> => page.evaluate(() => history.length);
const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** Where somebody is: the address, the rows and how far down. */
const place = async (page: Page) => ({
  address: page.url().replace(product().address, ''),
  rows: await page.getByRole('list', { name: 'Available leads' }).innerText(),
  scrolled: await scrolled(page),
});

/** From the contact form by links to a page of the list, and down to a lead of it, which is claimed. */
const claimFromList = async (page: Page) => {
  await page.goto('/contact-us');
  await page.getByRole('banner').getByRole('link', { name: 'Homelead' }).click();
  await page.getByRole('searchbox').fill('TX');
  await page.waitForURL('/?city=TX');
  // Until the list is there, its pager moves under a press.
  await page.getByText('page 1 of 2').waitFor();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await page.getByText('page 2 of 2').waitFor();
  await claims(page).nth(3).scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, 40));
  const before = await place(page);
  await claims(page).nth(3).click();
  await summary(page).waitFor();
  expect(await scrolled(page)).toBe(before.scrolled);
  return before;
};

/** A step back of the page itself is on its way for a moment. */
const rest = (page: Page): Promise<void> => page.waitForTimeout(150);

/** Until the history has come to rest at an entry of a screen: a page that is loaded at a dialog's goes back when its script has come. */
const restAtScreen = async (page: Page): Promise<void> => {
  await rest(page);
  await page.waitForFunction(() => history.state !== 'over');
};

describe.for([phone, wide])('with a purchase dialog open, at $width px', (viewport) => {
  test('Back closes it and leaves the list, its address and its place as they are', async () => {
    const page = await visit({ viewport });
    const before = await claimFromList(page);
    await page.goBack();
    await expect.poll(() => dialogs(page)).toBe(0);
    await restAtScreen(page);
    expect(await place(page)).toEqual(before);
    await expect
      .poll(() =>
        claims(page)
          .nth(3)
          .evaluate((button) => button === document.activeElement),
      )
      .toBe(true);
  });

  test('Back closes it from the terms, too, and another lead can be claimed and left in the same way', async () => {
    const page = await visit({ viewport });
    const before = await claimFromList(page);
    await summary(page).getByRole('button', { name: 'Continue to terms' }).click();
    await terms(page).waitFor();
    await page.goBack();
    await expect.poll(() => dialogs(page)).toBe(0);
    await claims(page).nth(2).click();
    await summary(page).waitFor();
    await page.goBack();
    await expect.poll(() => dialogs(page)).toBe(0);
    expect((await place(page)).address).toBe(before.address);
  });
});

describe('with a purchase dialog open over a search that waits for a pause in the typing', () => {
  test('Back closes it and leaves that search, which the next Back undoes', async () => {
    const page = await visit();
    await page.goto('/');
    // Once its code is here, the dialog opens before a pause in the typing has begun the search.
    await claims(page).first().click();
    await summary(page).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialogs(page)).toBe(0);
    await restAtScreen(page);
    await page.getByRole('searchbox').fill('TX');
    await claims(page).first().dispatchEvent('click');
    await summary(page).waitFor();
    await page.getByText('page 1 of 2').waitFor();
    await page.goBack();
    await expect.poll(() => dialogs(page)).toBe(0);
    await restAtScreen(page);
    expect((await place(page)).address).toBe('/?city=TX');
    await page.goBack();
    await page.waitForURL('/');
  });
});

describe('after a purchase dialog', () => {
  test.for(['Back', 'Esc', 'Close', 'Cancel'] as const)(
    'that %s has closed, Back goes where it would have gone, and Forward opens nothing',
    async (way) => {
      const page = await visit();
      const before = await claimFromList(page);
      if (way === 'Back') await page.goBack();
      else if (way === 'Esc') await page.keyboard.press('Escape');
      else await summary(page).getByRole('button', { name: way }).click();
      await expect.poll(() => dialogs(page)).toBe(0);
      await restAtScreen(page);
      expect(await place(page)).toEqual(before);

      await page.evaluate(() => history.forward());
      await restAtScreen(page);
      expect(await dialogs(page)).toBe(0);
      expect(await place(page)).toEqual(before);

      await page.goBack();
      await page.waitForURL('/?city=TX');
      await page.goForward();
      await page.waitForURL(LIST);
      await page.goBack();
      await page.waitForURL('/?city=TX');
      await page.goBack();
      await page.goBack();
      await seeTitle(page, 'Contact Us');
    },
  );

  test('each next one has the same place: the history does not grow', async () => {
    const page = await visit();
    await claimFromList(page);
    const before = await entries(page);
    for (let times = 0; times < 3; times += 1) {
      await page.keyboard.press('Escape');
      await expect.poll(() => dialogs(page)).toBe(0);
      await claims(page).first().click();
      await summary(page).waitFor();
    }
    await rest(page);
    expect(await entries(page)).toBe(before);
    await page.goBack();
    await expect.poll(() => dialogs(page)).toBe(0);
    await page.goBack();
    await page.waitForURL('/?city=TX');
  });

  test('that was left by several steps back at once nothing lies open at home', async () => {
    const page = await visit();
    await claimFromList(page);
    await page.evaluate(() => history.go(-4));
    await seeTitle(page, 'Contact Us');
    expect(await dialogs(page)).toBe(0);
    await page.getByRole('banner').getByRole('link', { name: 'Homelead' }).click();
    await claims(page).first().waitFor();
    expect(await dialogs(page)).toBe(0);
  });
});

describe('a page that is loaded anew with a purchase dialog open', () => {
  test('shows the list as it was; Back goes where it would have gone', async () => {
    const page = await visit();
    const before = await claimFromList(page);
    await page.reload();
    await claims(page).first().waitFor();
    await restAtScreen(page);
    expect(await dialogs(page)).toBe(0);
    expect(await place(page)).toEqual(before);
    await page.goBack();
    await page.waitForURL('/?city=TX');
  });

  test('whose script is long in coming answers Back meanwhile, and shows the list of that address', async () => {
    const page = await visit();
    await claimFromList(page);
    const script = hold(page, '**/assets/index-*.js');
    await page.reload({ waitUntil: 'commit' });
    await claims(page).first().waitFor();
    await restAtScreen(page);
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForURL('/?city=TX', { waitUntil: 'commit' });
    await (await script).continue();
    await page.getByText('page 1 of 2').waitFor();
  });
});

describe("with the question before 'Unsubscribe' open", () => {
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Unsubscribe from service?' });

  /** From the dashboard by a link to the profile, and the question asked. */
  const askToUnsubscribe = async (): Promise<Page> => {
    const page = await visit({ viewport: phone });
    await openDashboard(page);
    await page.getByRole('button', { name: /account menu$/ }).click();
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await question(page).waitFor();
    return page;
  };

  test('Back closes it and leaves the profile as it is, and the next Back goes where it would have gone', async () => {
    const page = await askToUnsubscribe();
    await page.goBack();
    await question(page).waitFor({ state: 'detached' });
    await seeTitle(page, 'Profile');
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Unsubscribe');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question(page).waitFor({ state: 'detached' });
    await restAtScreen(page);
    await seeTitle(page, 'Profile');
    await page.goBack();
    await seeTitle(page, 'Lead Vault Dashboard');
  });

  test('what came too late is told for longer than a glance, and Back goes where it would have gone', async () => {
    const page = await askToUnsubscribe();
    const late = { status: 409, json: { error: 'No.', message: 'No.', code: 'NOT_SUBSCRIBED' } };
    const call = hold(page, '**/api/stripe/subscription/unsubscribe');
    await page.getByRole('button', { name: 'Confirm Unsubscribe' }).click();
    const route = await call;
    await rest(page);
    await route.fulfill(late);
    await question(page).waitFor({ state: 'detached' });
    await page.waitForTimeout(2_500);
    expect(await page.getByText('Failed to unsubscribe').isVisible()).toBe(true);
    await page.goBack();
    await seeTitle(page, 'Lead Vault Dashboard');
  });
});

describe('after another page of a list', () => {
  /** To the pager, to another page, however short, and back: answers where one should be. */
  const turnAndReturn = async (page: Page, name: string): Promise<number> => {
    await page.getByRole('navigation', { name: 'Pagination' }).scrollIntoViewIfNeeded();
    const [before, list] = [await scrolled(page), page.url()];
    await page.getByRole('link', { name, exact: true }).click();
    await page.waitForURL((url) => url.href !== list);
    await page.locator('[aria-busy=false]').waitFor();
    expect(await scrolled(page)).toBeLessThan(before);
    await page.goBack();
    return before;
  };

  test.for([
    ['/', 'Page 2', phone],
    ['/', 'Next', wide],
    ['/?city=a&page=2', 'Page 3', phone],
  ] as const)('Back leads down to where the reader was, at home: %s, %s', async ([address, name, viewport]) => {
    const page = await visit({ viewport });
    await page.goto(address);
    const before = await turnAndReturn(page, name);
    await page.waitForURL(address);
    await expect.poll(() => scrolled(page)).toBe(before);
  });

  test.for([
    ['Page 2', wide],
    ['Next', wide],
    ['Last', phone],
  ] as const)('Back leads down to where the reader was, on the dashboard: %s', async ([name, viewport]) => {
    const page = await visit({ viewport });
    await openDashboard(page);
    const before = await turnAndReturn(page, name);
    await page.waitForURL(DASHBOARD);
    await expect.poll(() => scrolled(page)).toBe(before);
  });
});

describe('from the hosted payment page', () => {
  test('Back leads to the list as it was, and the next Back where it would have gone', async () => {
    const page = await visit();
    const before = await claimFromList(page);
    await acceptTerms(page);
    await page.waitForURL('**/dev/checkout/*');
    await page.goBack();
    await claims(page).first().waitFor();
    await restAtScreen(page);
    expect(await dialogs(page)).toBe(0);
    expect(await place(page)).toEqual(before);
    await page.goBack();
    await page.waitForURL('/?city=TX');
  });

  test('Forward leads to it again, for whoever went Back by mistake', async () => {
    const page = await visit();
    await claimFromList(page);
    await acceptTerms(page);
    await page.waitForURL('**/dev/checkout/*');
    const checkout = page.url();
    await page.goBack();
    await claims(page).first().waitFor();
    await restAtScreen(page);
    await page.goForward();
    await page.waitForURL(checkout);
    await page.getByRole('button', { name: /^Pay / }).waitFor();
  });
});
