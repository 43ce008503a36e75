import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { delay, HttpResponse } from 'msw';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { TERMS } from '#domain/terms.ts';
import { script, writePaymentTags } from '#tests/support/payment-tags.ts';
import {
  accept,
  answerCheckout,
  answerCoupon,
  apply,
  button,
  calls,
  hosted,
  LEAD,
  leave,
  openSummary,
  openTerms,
  summary,
  tenPercent,
  terms,
  toast,
  total,
  useShop,
} from '#tests/support/shop.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { acceptTerms } from '#web/stores/accept-terms.ts';
import { closePurchase, usePurchase } from '#web/stores/purchase.ts';
import { markPurchased } from '#web/stores/purchased.ts';
import { held } from './held.ts';

useWebApi();
useShop();

describe('the Terms and Conditions dialog', () => {
  test('shows every article of the terms, and the focus is on its title', async () => {
    await openTerms();
    const dialog = within(await terms());
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
      TERMS.articles.map(({ title, text }) => `${title} ${text}`),
    );
    expect(dialog.getByText('Step 2 of 3')).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Terms and Conditions');
  });

  test('the terms checkbox must be ticked before acceptance is enabled', async () => {
    const user = await openTerms();
    expect(button('I Accept the Terms')).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('checkbox'));
    expect(button('I Accept the Terms')).toHaveProperty('disabled', false);
  });

  test('the tick resets each time it opens; Back keeps the coupon', async () => {
    answerCoupon(tenPercent);
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    await user.click(button('Continue to terms'));
    await user.click(await screen.findByRole('checkbox'));
    await user.click(button('Back'));
    expect(await total()).toBe('$22.50');
    expect(document.activeElement?.textContent).toBe('Checkout Summary');
    await user.click(button('Continue to terms'));
    expect(await screen.findByRole('checkbox')).toHaveProperty('checked', false);
  });

  test.each(['Continue to terms', 'Back'])("begins at its top, and so does the summary: '%s'", async (press) => {
    const user = await openSummary();
    if (press === 'Back') await user.click(button('Continue to terms'));
    const sheet = button(press).closest('.sheet') as Element;
    sheet.scrollTop = 11;
    await user.click(button(press));
    expect(sheet.scrollTop).toBe(0);
  });

  test('declining closes the dialog', async () => {
    const user = await openTerms();
    await user.click(button('Decline'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toEqual([]);
  });

  test("accepting shows 'Redirecting to payment...' and leads to the hosted checkout", async () => {
    answerCoupon(tenPercent);
    answerCheckout(hosted);
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    await user.click(button('Continue to terms'));
    await accept(user);
    await toast('Redirecting to payment...');
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://checkout.stripe.com/c/pay/cs_1'));
    expect(calls.at(-1)).toEqual({
      path: 'create-checkout-session',
      body: {
        leadId: LEAD.id,
        amount: 22.5,
        description: 'Buyer Lead in Austin',
        couponCode: 'WELCOME10',
        termsVersion: TERMS.version,
        returnTo: '/',
      },
    });
  });

  test('a total of nothing still goes through the hosted page', async () => {
    answerCoupon(() => HttpResponse.json({ valid: true, discountedPrice: 0, message: '' }));
    answerCheckout(() => HttpResponse.json({ id: 'cs_1', url: '/dev/checkout/cs_1' }));
    const user = await openSummary();
    await apply(user, 'FREE');
    await toast('Coupon Applied');
    expect(await total()).toBe('$0.00');
    await user.click(button('Continue to terms'));
    await accept(user);
    await waitFor(() => expect(leave).toHaveBeenCalledWith(`${window.location.origin}/dev/checkout/cs_1`));
    expect(calls.at(-1)?.body).toMatchObject({ amount: 0, couponCode: 'FREE' });
  });

  test('a busy Accept keeps the focus and ignores a second click', async () => {
    const reply = held();
    answerCheckout(async () => {
      await reply.released;
      return hosted();
    });
    const user = await openTerms();
    await accept(user);
    const busy = button('Redirecting...');
    expect(document.activeElement).toBe(busy);
    await user.click(busy);
    reply.release();
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    expect(calls).toHaveLength(1);
  });

  test('accepting twice at once opens one checkout', async () => {
    answerCheckout(hosted);
    await openTerms();
    await act(() => Promise.all([acceptTerms(TERMS.version), acceptTerms(TERMS.version)]));
    expect(leave).toHaveBeenCalledOnce();
    expect(calls).toHaveLength(1);
  });

  test("a failure shows 'Payment Error' and the dialog stays with its values", async () => {
    answerCheckout(() => failure(503, 'PAYMENTS_UNAVAILABLE', 'Later.'));
    const user = await openTerms();
    await accept(user);
    const text = 'There was an error processing your payment. Please try again.';
    expect(within(await toast('Payment Error')).getByText(text)).toBeDefined();
    expect(within(await terms()).getByText(`${text} You were not charged.`)).toBeDefined();
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', true);
    expect(document.activeElement).toBe(button('I Accept the Terms'));
    answerCheckout(hosted);
    await user.click(button('I Accept the Terms'));
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  });

  test.each([
    ['terms that have changed since the page was opened, and that a reload shows them', 409, 'TERMS_NOT_ACCEPTED'],
    ['a rule that this page does not know', 403, 'OF_A_LATER_VERSION'],
  ])("a refusal is told in the server's words: %s", async (_what, status, code) => {
    const text = 'Please reload the page to read and accept the current terms.';
    answerCheckout(() => failure(status, code, text));
    const user = await openTerms();
    await accept(user);
    expect(within(await toast('Payment Error')).getByText(text)).toBeDefined();
    expect(within(await terms()).getByText(`${text} You were not charged.`)).toBeDefined();
  });

  test('a part of the shop that did not come is told in the name of the provider, and in place that a reload helps', async () => {
    writePaymentTags({ script: script('pk_test_1') });
    vi.doMock('@stripe/stripe-js/pure', () => {
      throw new Error('no network');
    });
    onTestFinished(() => vi.doUnmock('@stripe/stripe-js/pure'));
    const user = await openTerms();
    await accept(user);
    const text = 'Stripe failed to load.';
    expect(within(await toast('Payment Error')).getByText(text)).toBeDefined();
    expect(within(await terms()).getByText(`${text} Please reload the page.`)).toBeDefined();
    expect([calls, leave.mock.calls]).toEqual([[], []]);
  });

  test('a second try takes back what the toast says of the first, at once', async () => {
    const reply = held();
    answerCheckout(() => failure(503, 'PAYMENTS_UNAVAILABLE', 'Later.'));
    const user = await openTerms();
    await accept(user);
    await toast('Payment Error');
    answerCheckout(async () => {
      await reply.released;
      return hosted();
    });
    await user.click(button('I Accept the Terms'));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Payment Error' })).toBeNull());
    expect(leave).not.toHaveBeenCalled();
  });

  test('an address that is not a payment page is never followed', async () => {
    answerCheckout(() => HttpResponse.json({ id: 'cs_1', url: 'https://checkout.stripe.com.evil.example/' }));
    const user = await openTerms();
    await accept(user);
    await toast('Payment Error');
    expect(leave).not.toHaveBeenCalled();
  });

  test("a sold lead closes the dialog, says so, and its button turns to 'Purchased'", async () => {
    const text = 'This lead has just been sold to another buyer. Your card was not charged.';
    answerCheckout(() => failure(409, 'LEAD_SOLD', text));
    const user = await openTerms();
    await accept(user);
    expect(within(await toast('Lead Sold')).getByText(text)).toBeDefined();
    expect(button('Purchased')).toHaveProperty('disabled', true);
    await waitFor(() => expect(screen.queryByText('Terms and Conditions')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Available Leads'));
  });

  test.each([
    [409, 'LEAD_NOT_OFFERED'],
    [404, 'LEAD_UNKNOWN'],
  ])(
    'a lead that is no longer offered (%i %s) closes the dialog, says so, and is known to be gone',
    async (status, code) => {
      answerCheckout(() => failure(status, code, 'This lead is no longer offered.'));
      const user = await openTerms();
      await accept(user);
      expect(within(await toast('Payment Error')).getByText('This lead is no longer offered.')).toBeDefined();
      await waitFor(() => expect(screen.queryByText('Terms and Conditions')).toBeNull());
      expect(usePurchase.getState().lost).toBe(LEAD.id);
      expect(button('Claim Austin')).toBeDefined();
    },
  );

  test('a changed price leads back to the summary, which shows it and says so', async () => {
    answerCheckout(() => failure(409, 'PRICE_CHANGED', 'The price has changed.', { price: 27.5 }));
    const user = await openTerms();
    await accept(user);
    expect(await total()).toBe('$27.50');
    expect(within(await summary()).getByRole('alert').textContent).toBe('The price has changed. You now pay $27.50.');
    expect(screen.getByText('Lead price').nextElementSibling?.textContent).toBe('$27.50');
    answerCheckout(hosted);
    await user.click(button('Continue to terms'));
    await accept(user);
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    expect(calls.at(-1)?.body).toMatchObject({ amount: 27.5 });
  });

  test('a price that changed under a coupon keeps the coupon', async () => {
    answerCoupon(tenPercent);
    answerCheckout(() => failure(409, 'PRICE_CHANGED', 'The price has changed.', { price: 27 }));
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    await user.click(button('Continue to terms'));
    await accept(user);
    expect(await total()).toBe('$27.00');
    // What it takes off nobody has said: no '−$0.00'.
    expect(screen.getByText('Coupon WELCOME10').nextElementSibling?.textContent).toBe('');
    expect(screen.queryByText('Lead price')).toBeNull();
  });

  test('a price that changed takes back what was said of the price with the coupon', async () => {
    answerCoupon(tenPercent);
    answerCheckout(() => failure(409, 'PRICE_CHANGED', 'The price has changed.', { price: 27 }));
    const user = await openSummary();
    await user.type(screen.getByLabelText(/Coupon code/), 'WELCOME10');
    await user.click(button('Continue to terms'));
    await toast('Coupon Applied');
    await accept(user);
    expect(await total()).toBe('$27.00');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Coupon Applied' })).toBeNull());
  });

  test('a coupon that is refused at the end leads back to the summary without the discount', async () => {
    answerCoupon(tenPercent);
    answerCheckout(() => failure(409, 'COUPON_REFUSED', 'This coupon has been used up.'));
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    await user.click(button('Continue to terms'));
    await accept(user);
    expect(await total()).toBe('$25.00');
    expect(within(await summary()).getByText('This coupon has been used up.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Coupon code/)));
  });

  test('too many codes tried at this address lead back to the coupon, which counts on until it is removed', async () => {
    const text =
      'Too many coupon codes were tried. Please try again in 9 minutes, or clear the code to buy without a coupon.';
    answerCoupon(tenPercent);
    answerCheckout(() => failure(429, 'TOO_MANY_TRIES', text, { fields: { couponCode: text } }));
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    await user.click(button('Continue to terms'));
    await accept(user);
    expect(within(await toast('Payment Error')).getByText(text)).toBeDefined();
    expect(within(await summary()).getByText(text)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Coupon code/)));
    expect(await total()).toBe('$22.50');
    await user.click(button('Remove coupon WELCOME10'));
    expect(await total()).toBe('$25.00');
    expect(within(await summary()).queryByText(text)).toBeNull();
  });

  test('too many checkouts are told in the terms', async () => {
    const text = 'Too many tries. Please try again in an hour.';
    answerCheckout(() => failure(429, 'TOO_MANY_TRIES', text));
    const user = await openTerms();
    await accept(user);
    await toast('Payment Error');
    expect(within(await terms()).getByText(text)).toBeDefined();
  });

  test("a missing lead yields 'Lead information is missing.'", async () => {
    const user = await openTerms();
    await user.click(screen.getByRole('checkbox'));
    usePurchase.setState({ lead: undefined, listPrice: undefined });
    await user.click(button('I Accept the Terms'));
    expect(within(await toast('Payment Error')).getByText('Lead information is missing.')).toBeDefined();
    expect(calls).toEqual([]);
  });

  test.each([
    ['Esc', (user: UserEvent) => user.keyboard('{Escape}')],
    ["'Back'", (user: UserEvent) => user.click(button('Back'))],
  ])("%s while the payment is being opened takes 'Redirecting to payment...' back", async (_name, leaveIt) => {
    const reply = held();
    answerCheckout(async () => {
      await reply.released;
      return hosted();
    });
    const user = await openTerms();
    await accept(user);
    await toast('Redirecting to payment...');
    await leaveIt(user);
    // Once it has been seen for a moment.
    await waitFor(() => expect(screen.queryByText('Redirecting to payment...')).toBeNull());
  });

  test('going Back while the payment is being opened stays in the shop', async () => {
    const reply = held();
    answerCheckout(async () => {
      await reply.released;
      return hosted();
    });
    const user = await openTerms();
    await accept(user);
    await user.click(button('Back'));
    await summary();
    reply.release();
    await delay(80);
    expect(leave).not.toHaveBeenCalled();
  });

  test.each(['Back', 'Close'])(
    '%j stops the browser on its way to a payment page that is long in coming, once',
    async (way) => {
      answerCheckout(hosted);
      const stop = vi.spyOn(window, 'stop');
      const user = await openTerms();
      await accept(user);
      await waitFor(() => expect(leave).toHaveBeenCalledOnce());
      expect(stop).not.toHaveBeenCalled();
      await user.click(button(way));
      expect(stop).toHaveBeenCalledOnce();
      act(closePurchase);
      expect(stop).toHaveBeenCalledOnce();
    },
  );

  test('on the page that one comes Back to nothing is stopped', async () => {
    answerCheckout(hosted);
    const stop = vi.spyOn(window, 'stop');
    const user = await openTerms();
    await accept(user);
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    await summary();
    expect(stop).not.toHaveBeenCalled();
  });

  test('coming Back from the payment page to a kept page finds the buttons working', async () => {
    answerCheckout(hosted);
    const user = await openTerms();
    await accept(user);
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    expect(button('Redirecting...')).toBeDefined();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(await screen.findByRole('button', { name: 'I Accept the Terms' })).toBeDefined();
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', true);
  });

  test.each([
    ['on the page that one comes Back from', Object.assign(new Event('pageshow'), { persisted: true })],
    ['in another tab', new StorageEvent('storage', { key: 'homelead.purchased' })],
  ])('a lead that was bought %s closes its dialog, and the focus is in the list', async (_where, sign) => {
    await openTerms();
    localStorage.setItem('homelead.purchased', JSON.stringify([[LEAD.id, Date.now()]]));
    act(() => void window.dispatchEvent(sign));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button('Purchased')).toHaveProperty('disabled', true);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Available Leads'));
  });

  test('another lead that was bought meanwhile leaves the dialog open', async () => {
    await openTerms();
    act(() => markPurchased('another'));
    expect(button('I Accept the Terms')).toBeDefined();
    expect(usePurchase.getState().step).toBe('terms');
  });
});
