import { describe, expect, test } from 'vitest';

import { sharedProduct } from './shared-product.ts';
import {
  acceptTerms,
  answerNext,
  applyCoupon,
  claimButton,
  fact,
  openHostedPage,
  openSummary,
  pay,
  row,
  seeTitle,
  SUCCESS,
  summary,
  terms,
  toastText,
  visits,
} from './shop.ts';

const product = sharedProduct();
const visit = visits(() => product().address);

const priceText = (dollars: number): string => `$${dollars.toFixed(2)}`;

describe('an agent', () => {
  test('buys a lead with a coupon and reads its contact in an e-mail; the lead is gone from the list', async () => {
    const email = 'dana@agents.example';
    const lead = await product().lead('Boise');
    const discounted = priceText((Math.round(lead.price * 100) - Math.round(lead.price * 10)) / 100);
    const page = await visit();

    await openSummary(page, lead);
    await applyCoupon(page, 'welcome10');
    expect(await toastText(page, 'Coupon Applied')).toEqual(['Coupon Applied', `New price: ${discounted}`]);
    expect(await summary(page).getByText('Total today').locator('..').innerText()).toContain(discounted);

    await summary(page).getByRole('button', { name: 'Continue to terms' }).click();
    const accept = terms(page).getByRole('button', { name: 'I Accept the Terms' });
    expect(await accept.isDisabled()).toBe(true);
    await terms(page).getByRole('checkbox').check();
    // The toast is read before the server may answer: the browser then leaves the page.
    let redirecting: readonly string[] = [];
    await page.route('**/create-checkout-session', async (route) => {
      redirecting = await toastText(page, 'Redirecting to payment...');
      await route.continue();
    });
    await accept.click();

    await page.waitForURL('**/dev/checkout/*');
    expect(redirecting).toEqual(['Redirecting to payment...']);
    expect(await page.getByText('No money moves').isVisible()).toBe(true);
    expect(await page.getByLabel('Your order').innerText()).toContain('Buyer Lead in Boise');
    await page.getByRole('button', { name: `Pay ${discounted}`, exact: true }).waitFor();
    await pay(page, email);

    await seeTitle(page, SUCCESS);
    expect(await fact(page, 'Your email')).toBe(email);
    const saleNumber = await fact(page, 'Lead number');
    expect([await fact(page, 'Bought'), (await fact(page, 'Paid')).split(' on ')[0]]).toEqual([
      'Buyer Lead in Boise',
      discounted,
    ]);
    expect(saleNumber).toMatch(/^HL-[0-9A-Z]{4}-[0-9A-Z]{4}$/);

    await expect.poll(() => product().mailsTo(email), { timeout: 15_000 }).toHaveLength(1);
    const [mail] = await product().mailsTo(email);
    expect(mail?.subject).toBe(`Your lead in Boise, ID (${saleNumber})`);
    expect(mail?.text).toMatch(/Name: \S+ \S+/);
    expect(mail?.text).toMatch(lead.hasEmail ? /Email: \S+@example\.com/ : /Email: Not given/);
    expect(mail?.text).toMatch(lead.hasPhoneNumber ? /Phone: \(\d{3}\) 555-01\d\d/ : /Phone: Not given/);
    expect(mail?.text).toContain(`Paid: ${discounted}`);
    expect(mail?.html).toContain(saleNumber);

    await page.getByRole('link', { name: 'Back to Home' }).click();
    await seeTitle(page, 'Home buyers who want a call back.');
    expect(page.url()).toBe(`${product().address}/?city=Boise`);
    await page.getByRole('searchbox', { name: 'City or state' }).fill('Boise');
    await page.waitForURL('**/?city=Boise');
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ leads?, / })
      .waitFor();
    expect(await row(page, lead).count()).toBe(0);
    expect(await product().leads('Boise')).not.toContainEqual(lead);
  });

  test('reads in another tab that the lead is sold, where its button turns to a disabled Purchased', async () => {
    const lead = await product().lead('Tampa');
    const page = await visit();
    await openSummary(page, lead);
    await product().verify(await product().pay(lead, 'faster@agents.example'));

    await acceptTerms(page);
    expect(await toastText(page, 'Lead Sold')).toEqual([
      'Lead Sold',
      'This lead has just been sold to another buyer. Your card was not charged.',
    ]);
    await terms(page).waitFor({ state: 'hidden' });
    const button = claimButton(page, lead);
    expect(await button.innerText()).toBe('Purchased');
    expect(await button.isDisabled()).toBe(true);
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Available Leads');
  });

  test('sees a lead of his own as Purchased in the tab that was left open', async () => {
    const lead = await product().lead('Omaha');
    const page = await visit();
    const tab = await page.context().newPage();
    await tab.goto('/?city=Omaha');
    await claimButton(tab, lead).waitFor();
    await openHostedPage(page, lead);
    await pay(page, 'omar@agents.example');
    await seeTitle(page, SUCCESS);
    await claimButton(tab, lead).filter({ hasText: 'Purchased' }).waitFor();
    expect(await claimButton(tab, lead).isDisabled()).toBe(true);
  });

  test('gets a lead for nothing with a coupon over its whole price, through the hosted page all the same', async () => {
    const email = 'free@agents.example';
    const lead = await product().lead('Tulsa');
    const page = await visit();
    await openHostedPage(page, lead, 'FREE');
    expect(await page.getByLabel('Your order').innerText()).toContain('$0.00');
    await page.getByRole('button', { name: 'Complete order' }).waitFor();
    await pay(page, email);
    await seeTitle(page, SUCCESS);
    expect(await fact(page, 'Your email')).toBe(email);
    await expect.poll(() => product().mailsTo(email), { timeout: 15_000 }).toHaveLength(1);
    expect((await product().mailsTo(email))[0]?.text).toContain('Paid: $0.00');
    expect(await product().checkoutOf(email)).toMatchObject({ state: 'free', amount: 0 });
  });
});

describe('a coupon', () => {
  test('that has expired is refused in a toast and beside the field, and the price stays', async () => {
    const lead = await product().lead('Denver');
    const page = await visit();
    const dialog = await openSummary(page, lead);
    await applyCoupon(page, 'EXPIRED');
    const message = 'Coupon is invalid or has expired.';
    expect(await toastText(page, 'Invalid Coupon')).toEqual(['Invalid Coupon', message]);
    const field = dialog.getByLabel('Coupon code');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.locator(`#${await field.getAttribute('aria-describedby')}`).innerText()).toBe(message);
    expect(await dialog.getByText('Total today').locator('..').innerText()).toContain(priceText(lead.price));
  });

  test('that cannot be checked says so, and keeps what was typed', async () => {
    const page = await visit();
    const dialog = await openSummary(page, await product().lead('Denver'));
    await page.route('**/validate-coupon', (route) => route.abort());
    await applyCoupon(page, 'WELCOME10');
    expect(await toastText(page, 'Error')).toEqual(['Error', 'Failed to apply coupon.']);
    expect(await dialog.getByLabel('Coupon code').inputValue()).toBe('WELCOME10');
  });

  test('with one use goes to whoever pays first; the other is not charged, and reads why', async () => {
    const [first, second, third] = [
      await product().lead('Dallas'),
      await product().lead('Raleigh'),
      await product().lead('Atlanta'),
    ];
    const [winner, loser] = [await visit(), await visit()];
    await Promise.all([openHostedPage(winner, first, 'LIMIT1'), openHostedPage(loser, second, 'LIMIT1')]);
    await pay(winner, 'winner@agents.example');
    await seeTitle(winner, SUCCESS);
    await pay(loser, 'loser@agents.example');
    await seeTitle(loser, 'Payment Failed');
    const text = 'The last use of your coupon was taken by a payment before yours. Your card was not charged.';
    expect(await loser.getByRole('status').innerText()).toContain(text);
    await expect.poll(() => product().mailsTo('loser@agents.example'), { timeout: 15_000 }).toHaveLength(1);
    expect((await product().mailsTo('loser@agents.example'))[0]?.text).toContain(text);
    expect((await product().checkoutOf('loser@agents.example'))?.state).toBe('released');

    await openSummary(loser, third);
    await applyCoupon(loser, 'LIMIT1');
    expect(await toastText(loser, 'Invalid Coupon')).toEqual(['Invalid Coupon', 'This coupon has been used up.']);
    expect(await product().leads('Raleigh')).toContainEqual(second);
  });
});

describe('a checkout that cannot be opened', () => {
  test('says so in a toast and in the dialog, and lets one try again', async () => {
    const page = await visit();
    await openSummary(page, await product().lead('Denver'));
    await answerNext(page, '**/create-checkout-session', (route) => route.fulfill({ status: 500, body: 'no' }));
    await acceptTerms(page);
    const text = 'There was an error processing your payment. Please try again.';
    expect(await toastText(page, 'Payment Error')).toEqual(['Payment Error', text]);
    expect(await terms(page).innerText()).toContain(text);
    await terms(page).getByRole('button', { name: 'I Accept the Terms' }).click();
    await page.waitForURL('**/dev/checkout/*');
  });
});
