import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { answer, callsOf, OMAR, open, toasts, useAccounts } from '#tests/support/accounts.tsx';
import { script, writePaymentTags } from '#tests/support/payment-tags.ts';
import {
  accept,
  answerCheckout,
  button,
  calls,
  hosted,
  leave,
  openTerms,
  toast,
  useShop,
} from '#tests/support/shop.tsx';
import { useWebApi } from '#tests/support/web-api.ts';
import { NotSubscribed } from '#web/components/not-subscribed.tsx';
import { meetVisitor } from '#web/stores/visitor.ts';

useWebApi();
useAccounts();
useShop();

const FAILED = 'Stripe failed to load.';
const CHECKOUT = 'POST stripe/subscription/create-checkout-session';

/** The scripts that the page has asked for. Here none comes by itself. */
const asked: HTMLScriptElement[] = [];

/** The script fails, and so does the one that is asked for in its place. */
const failScripts = async (): Promise<void> => {
  for (const times of [1, 2]) {
    await waitFor(() => expect(asked).toHaveLength(times));
    await act(async () => void asked.at(-1)?.dispatchEvent(new Event('error')));
  }
};

beforeEach(() => {
  asked.length = 0;
  writePaymentTags({ script: script('pk_test_1') });
  const { head } = document;
  const append = head.appendChild.bind(head);
  vi.spyOn(head, 'appendChild').mockImplementation((node) => {
    if (!(node instanceof HTMLScriptElement)) return append(node);
    asked.push(node);
    return node;
  });
});

/** What Stripe's script leaves in the page. */
const arriveStripe = () => {
  const made = vi.fn<(publicKey: string) => object>(() => ({}));
  Object.assign(window, { Stripe: Object.assign(made, { version: 'endive' }) });
  return made;
};

// What has come stays in the page, so the tests in which it does not come are first.
describe('Stripe.js', () => {
  test('is not fetched before there is something to buy', async () => {
    await act(async () => open('/', <p>Nothing is sold here.</p>));
    expect(asked).toEqual([]);
  });

  test("that cannot be loaded is 'Stripe failed to load.', opens no checkout, and the dialog takes another try", async () => {
    answerCheckout(hosted);
    const user = await openTerms();
    // It has begun with the dialog.
    await waitFor(() => expect(asked).toHaveLength(1));
    await accept(user);
    await failScripts();
    expect(within(await toast('Payment Error')).getByText(FAILED)).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Redirecting to payment...')).toBeNull());
    expect(button('I Accept the Terms')).toHaveProperty('disabled', false);
    expect(asked[0]?.src).toMatch(/^https:\/\/js\.stripe\.com\//);
    expect([calls, leave.mock.calls]).toEqual([[], []]);
  });

  test('is given up by closing the dialog: nothing is opened when it comes after all', async () => {
    answerCheckout(hosted);
    const user = await openTerms();
    await accept(user);
    await waitFor(() => expect(asked).toHaveLength(1));
    await user.click(button('Decline'));
    await failScripts();
    await waitFor(() => expect(screen.queryByText('Redirecting to payment...')).toBeNull());
    expect(screen.queryByText(FAILED)).toBeNull();
    expect(calls).toEqual([]);
  });

  test('that cannot be loaded keeps a subscriber in the shop, in the same words', async () => {
    answer(CHECKOUT, hosted);
    meetVisitor(OMAR);
    open('/lead-vault-dashboard', <NotSubscribed />);
    const user = userEvent.setup();
    await user.click(button('Subscribe Now'));
    await failScripts();
    await waitFor(() => expect(toasts()).toEqual([`Subscription Error: ${FAILED}`]));
    expect([callsOf(CHECKOUT), leave.mock.calls]).toEqual([[], []]);
    expect(button('Subscribe Now')).toHaveProperty('disabled', false);
  });

  test('begins to load with the button that subscribes', async () => {
    const made = arriveStripe();
    meetVisitor('nobody');
    open('/lead-vault-dashboard', <NotSubscribed />);
    await waitFor(() => expect(made).toHaveBeenCalledOnce());
  });

  test('is there before the browser leaves for the payment page', async () => {
    answerCheckout(hosted);
    const user = await openTerms();
    await accept(user);
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  });

  test('is given up by leaving the button that subscribes, too: nothing is opened when it comes', async () => {
    answer(CHECKOUT, hosted);
    meetVisitor(OMAR);
    const { unmount } = open('/lead-vault-dashboard', <NotSubscribed />);
    fireEvent.click(button('Subscribe Now'));
    unmount();
    await delay(100);
    expect([callsOf(CHECKOUT), toasts(), leave.mock.calls]).toEqual([[], [], []]);
  });
});
