import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { phone } from '#tests/support/browser.ts';
import { sharedProduct } from './shared-product.ts';
import {
  acceptTerms,
  applyCoupon,
  answerNext,
  claimButton,
  deliveriesTo,
  fact,
  hold,
  openHostedPage,
  openSummary,
  pay,
  seeTitle,
  SUCCESS,
  summary,
  terms,
  toastText,
  visits,
} from './shop.ts';
import { newcomer } from './vault.ts';

// Each payment is told of twice here, on top of what the buyers' browsers ask.
const product = sharedProduct({ SIMULATED_NOTIFICATIONS: 'twice' });
const visit = visits(() => product().address);

const CHECK = '**/api/stripe/checkout-session*';

describe('on the hosted page', () => {
  test('a declined card can be followed by one that pays', async () => {
    const email = 'declined@agents.example';
    const page = await visit();
    await openHostedPage(page, await product().lead('Boise'));
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('Your card was declined.').waitFor();
    expect(await product().checkoutOf(email)).toBeUndefined();
    await page.getByRole('button', { name: /^Pay / }).click();
    await seeTitle(page, SUCCESS);
    await expect.poll(() => product().mailsTo(email), { timeout: 15_000 }).toHaveLength(1);
  });

  test('Back to the shop says that nothing was charged, keeps the search and its page, and the lead can be claimed again', async () => {
    const page = await visit();
    await page.goto('/?city=TX&page=2');
    const claims = page.getByRole('button', { name: 'Claim This Lead' });
    await claims.first().waitFor();
    const rows = await page.getByRole('list', { name: 'Available leads' }).innerText();
    await claims.first().click();
    await acceptTerms(page);
    await page.waitForURL('**/dev/checkout/*');
    await page.getByRole('button', { name: 'Back to the shop' }).click();
    expect(await toastText(page, 'You were not charged.')).toEqual(['You were not charged.']);
    expect(page.url()).toBe(`${product().address}/?city=TX&page=2`);
    expect(await page.getByRole('searchbox').inputValue()).toBe('TX');
    await claims.first().waitFor();
    expect(await page.getByRole('list', { name: 'Available leads' }).innerText()).toBe(rows);
    await claims.first().click();
    await acceptTerms(page);
    await page.waitForURL('**/dev/checkout/*');
  });

  test('the Back button leads to the same list, and nothing is stuck', async () => {
    const lead = await product().lead('Boise');
    const page = await visit();
    await openHostedPage(page, lead);
    await page.goBack();
    expect(page.url()).toBe(`${product().address}/?city=Boise`);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await claimButton(page, lead).click();
    await summary(page).waitFor();
    await acceptTerms(page);
    await page.waitForURL('**/dev/checkout/*');
  });

  // The test browser keeps no pages for Back, so this one never leaves, and is told that it was kept.
  test('the Back button works too where the browser has kept the page as it was', async () => {
    const page = await visit();
    await openSummary(page, await product().lead('Boise'));
    const left = page.waitForRequest('**/dev/checkout/*');
    await answerNext(page, '**/dev/checkout/*', (route) => route.abort('aborted'));
    await acceptTerms(page);
    await left;
    const accept = terms(page).getByRole('button', { name: /^(Redirecting|I Accept)/ });
    expect(await accept.getAttribute('aria-disabled')).toBe('true');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await terms(page).getByRole('button', { name: 'I Accept the Terms' }).click();
    await page.waitForURL('**/dev/checkout/*');
  });
});

describe('the success page', () => {
  test('says the same when it is loaded again, and sends no second mail', async () => {
    const email = 'reload@agents.example';
    const page = await visit();
    await openHostedPage(page, await product().lead('Denver'));
    await pay(page, email);
    await seeTitle(page, SUCCESS);
    const saleNumber = await fact(page, 'Lead number');
    await page.reload();
    await seeTitle(page, SUCCESS);
    expect([await fact(page, 'Your email'), await fact(page, 'Lead number')]).toEqual([email, saleNumber]);
    expect(await deliveriesTo(page, product(), email)).toEqual(['Sent once']);
  });

  test('shows the e-mail masked to another browser', async () => {
    const email = 'masked@agents.example';
    const page = await visit();
    await openHostedPage(page, await product().lead('Tampa'));
    await pay(page, email);
    await seeTitle(page, SUCCESS);
    const other = await visit();
    await other.goto(page.url());
    await seeTitle(other, SUCCESS);
    expect(await fact(other, 'Your email')).toBe('m•••@a•••.example');
    expect(await fact(other, 'Lead number')).toBe(await fact(page, 'Lead number'));
    expect(await other.content()).not.toContain(email);
  });

  test('fails for the id of another lead, and for a payment that nobody made', async () => {
    const lead = await product().lead('Nashville');
    const link = new URL(await product().pay(await product().lead('Sacramento'), 'mixed@agents.example'));
    const page = await visit();
    for (const [name, value] of [
      ['lead', lead.id],
      ['session_id', 'cs_sim_unknown'],
    ] as const) {
      link.searchParams.set(name, value);
      await page.goto(link.href);
      await seeTitle(page, 'Payment Failed');
      expect(await page.getByRole('status').innerText()).toContain('This payment could not be found.');
    }
    await page.goto('/success');
    await seeTitle(page, 'Payment Failed');
    expect(await page.getByRole('status').innerText()).toContain('Lead information is missing.');
  });

  test("shows 'Verifying Payment...' on a slow network, and asks again by itself where that drops the request", async () => {
    const email = 'offline@agents.example';
    const page = await visit();
    await openHostedPage(page, await product().lead('Columbus'));
    const question = hold(page, CHECK);
    await pay(page, email);
    const asked = await question;
    await seeTitle(page, 'Verifying Payment...');
    await asked.abort('internetdisconnected');
    await seeTitle(page, SUCCESS);
    expect(await fact(page, 'Your email')).toBe(email);
  });

  test('asks again by itself while the payment is on its way', async () => {
    const email = 'patient@agents.example';
    const page = await visit();
    await openHostedPage(page, await product().lead('Phoenix'));
    await answerNext(page, CHECK, (route) => route.fulfill({ json: { success: false, status: 'processing' } }));
    await pay(page, email);
    await seeTitle(page, SUCCESS);
    expect(await fact(page, 'Your email')).toBe(email);
  });
});

/** Presses something once the browser is on its way to the hosted page, which does not come. Playwright itself waits for a page on its way. */
const pressOnTheWay = async (page: Page, among: string, name: string): Promise<void> => {
  void hold(page, '**/dev/checkout/*');
  await page.evaluate(
    ([selector, text]) => {
      const press = (): void =>
        [...document.querySelectorAll<HTMLElement>(selector)]
          .find(({ innerText }) => innerText.trim() === text)
          ?.click();
      navigation.addEventListener('navigate', ({ destination }) => {
        if (destination.url.includes('/dev/checkout/')) setTimeout(press);
      });
    },
    [among, name] as const,
  );
};

test('a payment page that is long in coming is given up by Back to the summary, and by a link that is followed meanwhile', async () => {
  const page = await visit({ viewport: phone });
  await openSummary(page, await product().lead('Boise'));
  await pressOnTheWay(page, '[role=dialog] button', 'Back');
  await acceptTerms(page);
  await summary(page).waitFor();
  await applyCoupon(page, 'WELCOME10');
  await toastText(page, 'Coupon Applied');

  await newcomer(page, product(), 'undecided@agents.example');
  await pressOnTheWay(page, 'footer a', 'Contact Us');
  await page.getByRole('button', { name: 'Subscribe Now' }).click();
  await seeTitle(page, 'Contact Us');
  expect(page.url()).toBe(`${product().address}/contact-us`);
});

test('a payment that the provider tells of twice brings exactly one mail, though its buyer never sees the success page', async () => {
  await product().pay(await product().lead('Boise'), 'told@agents.example');
  expect(await deliveriesTo(await visit(), product(), 'told@agents.example')).toEqual(['Sent once']);
});
