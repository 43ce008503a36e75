import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { TERMS } from '#domain/terms.ts';
import { OMAR } from '#tests/support/accounts.tsx';
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
  summary,
  terms,
  toast,
  total,
  useShop,
} from '#tests/support/shop.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { meetVisitor } from '#web/stores/visitor.ts';

useWebApi();
useShop();
beforeEach(() => meetVisitor('nobody'));

const free = (more: object = { emailNeeded: true }) =>
  answerCoupon(() => HttpResponse.json({ valid: true, discountedPrice: 0, message: '', ...more }));
const taken = () => HttpResponse.json({ id: 'free_1', url: '/success?session_id=free_1' });

const field = () => screen.findByLabelText('Email');

const openFreeTerms = async (more?: object) => {
  free(more);
  const user = await openSummary();
  await apply(user, 'FREE');
  await toast('Coupon Applied');
  await user.click(button('Continue to terms'));
  await terms();
  return user;
};

describe('the e-mail of a purchase of nothing that no hosted page asks for', () => {
  test('is asked for beside the terms, which are the last step then', async () => {
    await openFreeTerms();
    expect(await field()).toMatchObject({ type: 'email', value: '', autocomplete: 'email' });
    expect(within(await terms()).getByText('Step 2 of 2')).toBeDefined();
  });

  test('is not asked for where a hosted page does, and not sent', async () => {
    meetVisitor(OMAR);
    answerCheckout(hosted);
    const user = await openFreeTerms({});
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(within(await terms()).getByText('Step 2 of 3')).toBeDefined();
    await accept(user);
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    expect(calls.at(-1)?.body).not.toHaveProperty('email');
  });

  test('is not asked for once the coupon is taken off again', async () => {
    const user = await openFreeTerms();
    await user.click(button('Back'));
    await user.click(await screen.findByRole('button', { name: 'Remove coupon FREE' }));
    await user.click(button('Continue to terms'));
    await terms();
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  test('is sent in its normal form, and the browser goes on without a payment page and its script', async () => {
    writePaymentTags({ script: script('pk_test', 'unknown') });
    answerCheckout(taken);
    const user = await openFreeTerms();
    await user.type(await field(), ' Dana@Example.com');
    await accept(user);
    await waitFor(() => expect(leave).toHaveBeenCalledWith(`${window.location.origin}/success?session_id=free_1`));
    expect(screen.queryByRole('dialog', { name: 'Redirecting to payment...' })).toBeNull();
    expect(calls.at(-1)?.body).toEqual({
      leadId: LEAD.id,
      amount: 0,
      description: 'Buyer Lead in Austin',
      couponCode: 'FREE',
      termsVersion: TERMS.version,
      email: 'dana@example.com',
      returnTo: '/',
    });
  });

  test.each(['', 'dana', 'dana@example'])(
    'must be an address: %j is explained beside the field, and nothing is sent',
    async (typed) => {
      const user = await openFreeTerms();
      if (typed !== '') await user.type(await field(), typed);
      await accept(user);
      const input = await field();
      const text = await screen.findByText('Invalid email address');
      expect(input.getAttribute('aria-describedby')).toBe(text.id);
      expect(input.getAttribute('aria-invalid')).toBe('true');
      expect(document.activeElement).toBe(input);
      expect(calls.map(({ path }) => path)).toEqual(['validate-coupon']);
      await user.type(input, 'x');
      expect(screen.queryByText('Invalid email address')).toBeNull();
    },
  );

  test('begins with the address of whoever is signed in, who may type another', async () => {
    meetVisitor(OMAR);
    answerCheckout(taken);
    const user = await openFreeTerms();
    expect(await field()).toHaveProperty('value', OMAR.email);
    await user.clear(await field());
    await user.type(await field(), 'dana@example.com');
    await accept(user);
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    expect(calls.at(-1)?.body).toMatchObject({ email: 'dana@example.com' });
  });

  test('is sent as it began when nothing else is typed', async () => {
    meetVisitor(OMAR);
    answerCheckout(taken);
    await accept(await openFreeTerms());
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    expect(calls.at(-1)?.body).toMatchObject({ email: OMAR.email });
  });

  test('stays when the buyer goes Back and comes again', async () => {
    const user = await openFreeTerms();
    await user.type(await field(), 'dana@example.com');
    await user.click(button('Back'));
    await summary();
    await user.click(button('Continue to terms'));
    expect(await field()).toHaveProperty('value', 'dana@example.com');
  });

  test('is not told that nothing was charged when no answer comes: the lead may be on its way', async () => {
    answerCheckout(() => HttpResponse.error());
    const user = await openFreeTerms();
    await user.type(await field(), 'dana@example.com');
    await accept(user);
    const text = 'There was an error processing your payment. Please try again.';
    expect(await screen.findAllByText(text)).toHaveLength(2);
    expect(screen.queryByText(/You were not charged/)).toBeNull();
  });

  test('is asked for, too, when the server says so only at the end', async () => {
    const text = 'Please enter the email address to send the lead to.';
    answerCheckout(() => failure(409, 'EMAIL_NEEDED', text));
    const user = await openFreeTerms({ discountedPrice: 5 });
    await accept(user);
    expect(await screen.findByText(text)).toBeDefined();
    expect(document.activeElement).toBe(await field());
    answerCheckout(taken);
    await user.type(await field(), 'dana@example.com');
    await user.click(button('I Accept the Terms'));
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    const stop = vi.spyOn(window, 'stop');
    await user.click(button('Back'));
    expect(await total()).toBe('$0.00');
    // The lead is on its way: whoever is led to where that is told goes on.
    expect(stop).not.toHaveBeenCalled();
  });
});
