import { act, render, screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';

import {
  answerCoupon,
  apply,
  button,
  calls,
  LEAD,
  openSummary,
  refusal,
  summary,
  tenPercent,
  terms,
  toast,
  total,
  useShop,
} from '#tests/support/shop.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { PurchaseHost } from '#web/components/purchase-host.tsx';
import { claim, usePurchase } from '#web/stores/purchase.ts';
import { held } from './held.ts';

useWebApi();
useShop();

const UNCHECKED = 'The coupon could not be checked. Please try again, or clear the field.';

describe('the Checkout Summary dialog', () => {
  test('Claim This Lead opens it with the lead, its contact and its price', async () => {
    await openSummary();
    const dialog = within(await summary());
    expect(dialog.getByText('Buyer lead in Austin, TX')).toBeDefined();
    expect(dialog.getByText('No description')).toBeDefined();
    expect(dialog.getByText('Email included')).toBeDefined();
    expect(dialog.getByText('No phone')).toBeDefined();
    expect(dialog.getByText('Step 1 of 3')).toBeDefined();
    expect(dialog.getByText('Lead price').nextElementSibling?.textContent).toBe('$25.00');
    expect(await total()).toBe('$25.00');
  });

  test('is closed for whoever comes back, whatever led away from the page', async () => {
    const { unmount } = render(<PurchaseHost />);
    act(() => claim(LEAD, document.body));
    await summary();
    unmount();
    expect(usePurchase.getState().step).toBe('closed');
  });

  test('is read out with the step that it is, and has no landmarks of a page', async () => {
    await openSummary();
    const dialog = within(await summary());
    const [heading] = dialog.getAllByRole('heading', { level: 2 });
    const step = heading?.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(step)?.textContent).toBe('Step 1 of 3');
    expect((await summary()).querySelectorAll('header, footer')).toHaveLength(0);
  });

  test('a successfully applied discount replaces the price to pay', async () => {
    answerCoupon(tenPercent);
    const user = await openSummary();
    await apply(user, 'welcome10');
    expect(within(await toast('Coupon Applied')).getByText('New price: $22.50')).toBeDefined();
    expect(await total()).toBe('$22.50');
    expect(screen.getByText('Coupon WELCOME10').nextElementSibling?.textContent).toBe('−$2.50');
    expect(calls).toEqual([
      { path: 'validate-coupon', body: { couponCode: 'welcome10', amount: 25, leadId: LEAD.id } },
    ]);
  });

  test('an invalid coupon resets the discount to none and says why in place', async () => {
    answerCoupon(({ couponCode }) => (couponCode === 'WELCOME10' ? tenPercent() : refusal('Used up.')()));
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    await apply(user, 'LIMIT1');
    expect(within(await toast('Invalid Coupon')).getByText('Used up.')).toBeDefined();
    const field = screen.getByLabelText(/Coupon code/);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Used up.');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(await total()).toBe('$25.00');
  });

  test("an invalid coupon without a message reads 'Coupon is invalid.'", async () => {
    answerCoupon(refusal(''));
    const user = await openSummary();
    await apply(user, 'X');
    expect(within(await toast('Invalid Coupon')).getByText('Coupon is invalid.')).toBeDefined();
  });

  test('a coupon for a lead that was sold meanwhile ends the purchase, as accepting the terms does', async () => {
    const text = 'This lead has just been sold to another buyer. Your card was not charged.';
    answerCoupon(() =>
      HttpResponse.json({ valid: false, discountedPrice: 25, message: text, code: 'LEAD_SOLD' as const }),
    );
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    expect(within(await toast('Lead Sold')).getByText(text)).toBeDefined();
    expect(button('Purchased')).toHaveProperty('disabled', true);
    await waitFor(() => expect(screen.queryByText('Checkout Summary')).toBeNull());
  });

  test('a coupon for a lead that is not there any more ends the purchase, too', async () => {
    answerCoupon(() => failure(404, 'LEAD_UNKNOWN', 'There is no such lead.'));
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    expect(within(await toast('Payment Error')).getByText('There is no such lead.')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Checkout Summary')).toBeNull());
  });

  test("any other answer shows 'Error' 'Failed to apply coupon.'", async () => {
    answerCoupon(() => failure(500, 'UNEXPECTED', 'Oops.'));
    const user = await openSummary();
    await apply(user, 'X');
    expect(within(await toast('Error')).getByText('Failed to apply coupon.')).toBeDefined();
    expect(await total()).toBe('$25.00');
  });

  test('another code takes back what the toast says of the one before, at once', async () => {
    const reply = held();
    answerCoupon(async ({ couponCode }) => {
      if (couponCode === 'NOPE') return refusal('Unknown.')();
      await reply.released;
      return tenPercent();
    });
    const user = await openSummary();
    await apply(user, 'NOPE');
    await toast('Invalid Coupon');
    await apply(user, 'WELCOME10');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Invalid Coupon' })).toBeNull());
    expect(button('Applying...')).toBeDefined();
  });

  test('a code that is none resets the discount to none, and the field says that it is invalid', async () => {
    answerCoupon(({ couponCode }) =>
      couponCode === 'WELCOME10' ? tenPercent() : failure(400, 'INVALID_INPUT', 'couponCode is too long'),
    );
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    await apply(user, 'WELCOME10 WELCOME10');
    expect(within(await toast('Error')).getByText('Failed to apply coupon.')).toBeDefined();
    expect(await screen.findByText('Coupon is invalid.')).toBeDefined();
    expect(await total()).toBe('$25.00');
  });

  test('too many tries keep the discount and show when to try again', async () => {
    answerCoupon(({ couponCode }) =>
      couponCode === 'WELCOME10' ? tenPercent() : failure(429, 'TOO_MANY_TRIES', 'Wait ten minutes.'),
    );
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    await apply(user, 'GUESS');
    expect(await screen.findByText('Wait ten minutes.')).toBeDefined();
    expect(await total()).toBe('$22.50');
  });

  test('a new code in the field keeps the applied coupon until it is removed', async () => {
    answerCoupon(tenPercent);
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    await user.type(screen.getByLabelText(/Coupon code/), 'X');
    expect(await total()).toBe('$22.50');
    await user.click(button('Remove coupon WELCOME10'));
    expect(await total()).toBe('$25.00');
    expect(screen.getByLabelText<HTMLInputElement>(/Coupon code/).value).toBe('');
  });

  test('a coupon that is removed leaves the focus in the field, and the new total is said', async () => {
    answerCoupon(tenPercent);
    const user = await openSummary();
    const said = () => within(screen.getByRole('dialog', { name: 'Checkout Summary' })).getByRole('status').textContent;
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    await user.click(button('Remove coupon WELCOME10'));
    expect(document.activeElement).toBe(screen.getByLabelText(/Coupon code/));
    expect(said()).toBe('Total today $25.00');
  });

  test.each([
    ['Cancel', 'Coupon Applied', tenPercent],
    ['Continue to terms', 'Coupon Applied', tenPercent],
    ['Remove coupon WELCOME10', 'Coupon Applied', tenPercent],
    ['Cancel', 'Invalid Coupon', refusal('Unknown.')],
    ['Continue to terms', 'Invalid Coupon', refusal('Unknown.')],
  ])("'%s' takes the toast '%s' back", async (name, title, reply) => {
    answerCoupon(reply);
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast(title);
    await user.click(button(name));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  });

  test('a busy Apply keeps the focus and ignores a second click', async () => {
    const reply = held();
    answerCoupon(async () => {
      await reply.released;
      return tenPercent();
    });
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    const busy = button('Applying...');
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(busy);
    await user.click(busy);
    reply.release();
    await toast('Coupon Applied');
    expect(calls).toHaveLength(1);
  });

  test('a code that was typed but not applied is applied on the way to the terms', async () => {
    answerCoupon(tenPercent);
    const user = await openSummary();
    await user.type(screen.getByLabelText(/Coupon code/), 'WELCOME10');
    await user.click(button('Continue to terms'));
    expect(within(await terms()).getByText('Buyer lead in Austin, TX for $22.50')).toBeDefined();
  });

  test("'Continue to terms' keeps the focus and says that the code is applied while it is", async () => {
    const reply = held();
    answerCoupon(async () => {
      await reply.released;
      return tenPercent();
    });
    const user = await openSummary();
    await user.type(screen.getByLabelText(/Coupon code/), 'WELCOME10');
    await user.click(button('Continue to terms'));
    const busy = button('Applying coupon...');
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(busy);
    await user.click(busy);
    reply.release();
    await terms();
    expect(calls).toHaveLength(1);
  });

  /** 'Continue to terms' while WELCOME10 counts and HALF stands in the field. */
  const continueWithSecondCode = async () => {
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    const field = screen.getByLabelText(/Coupon code/);
    await user.clear(field);
    await user.type(field, 'HALF');
    await user.click(button('Continue to terms'));
    return { user, field };
  };

  test('a second code that was typed but not applied takes the place of the first on the way to the terms', async () => {
    answerCoupon(({ couponCode }) =>
      couponCode === 'HALF' ? HttpResponse.json({ valid: true, discountedPrice: 12.5, message: '' }) : tenPercent(),
    );
    await continueWithSecondCode();
    expect(within(await terms()).getByText('Buyer lead in Austin, TX for $12.50')).toBeDefined();
  });

  test('a second code that is not judged stops the way to the terms, with the first one still counting', async () => {
    answerCoupon(({ couponCode }) => (couponCode === 'HALF' ? HttpResponse.error() : tenPercent()));
    const { user, field } = await continueWithSecondCode();
    expect(await screen.findByText(UNCHECKED)).toBeDefined();
    expect(await total()).toBe('$22.50');
    await user.clear(field);
    await user.click(button('Continue to terms'));
    expect(within(await terms()).getByText('Buyer lead in Austin, TX for $22.50')).toBeDefined();
  });

  test('a refused code stops the way to the terms once', async () => {
    answerCoupon(refusal('Unknown.'));
    const user = await openSummary();
    await user.type(screen.getByLabelText(/Coupon code/), 'NOPE');
    await user.click(button('Continue to terms'));
    await toast('Invalid Coupon');
    await user.click(button('Continue to terms'));
    expect(within(await terms()).getByText('Buyer lead in Austin, TX for $25.00')).toBeDefined();
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['an outage', () => HttpResponse.error(), UNCHECKED],
    ['a fault', () => failure(503, 'BUSY', 'Later.'), UNCHECKED],
    ['too many tries', () => failure(429, 'TOO_MANY_TRIES', 'Wait ten minutes.'), 'Wait ten minutes.'],
  ])('a code that was not judged, by %s, is asked again on the way to the terms', async (_name, reply, text) => {
    let isDown = true;
    answerCoupon(() => (isDown ? reply() : tenPercent()));
    const user = await openSummary();
    await user.type(screen.getByLabelText(/Coupon code/), 'WELCOME10');
    await user.click(button('Continue to terms'));
    expect(await screen.findByText(text)).toBeDefined();
    isDown = false;
    await user.click(button('Continue to terms'));
    expect(within(await terms()).getByText('Buyer lead in Austin, TX for $22.50')).toBeDefined();
  });

  test('a code that is cleared after it was not judged is no more in the way', async () => {
    answerCoupon(() => HttpResponse.error());
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Error');
    await user.clear(screen.getByLabelText(/Coupon code/));
    await user.click(button('Continue to terms'));
    expect(within(await terms()).getByText('Buyer lead in Austin, TX for $25.00')).toBeDefined();
  });

  test('opening the dialog clears the code and the discount', async () => {
    answerCoupon(tenPercent);
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await toast('Coupon Applied');
    await user.click(button('Cancel'));
    await user.click(button('Claim Denver'));
    await summary();
    expect(await total()).toBe('$40.00');
    expect(screen.getByLabelText<HTMLInputElement>(/Coupon code/).value).toBe('');
  });

  test('an answer that comes after the dialog was closed changes nothing', async () => {
    const reply = held();
    answerCoupon(async () => {
      await reply.released;
      return tenPercent();
    });
    const user = await openSummary();
    await apply(user, 'WELCOME10');
    await user.click(button('Cancel'));
    await user.click(button('Claim Denver'));
    await waitFor(() => expect(calls).toHaveLength(1));
    reply.release();
    await delay(80);
    expect(await total()).toBe('$40.00');
    expect(screen.queryByText('Coupon Applied')).toBeNull();
  });

  test('the focus starts on the title, Esc closes, and the focus returns to the very button', async () => {
    const user = await openSummary();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Checkout Summary'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button('Claim Austin')));
  });
});
