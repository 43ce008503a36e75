import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from 'wouter';

import {
  answer,
  callsOf,
  here,
  OMAR,
  open,
  signedIn,
  toasts,
  unreachable,
  useAccounts,
} from '#tests/support/accounts.tsx';
import { PATIENCE } from '#tests/support/patience.ts';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { answerVault, LEAVING, OVERDUE, SUBSCRIBER, vaultedLead } from '#tests/support/web-vault.ts';
import { LeadVaultDashboard } from '#web/screens/lead-vault-dashboard.tsx';

useWebApi();
useAccounts();

const DASHBOARD = '/lead-vault-dashboard';
const CONFIRM = 'POST stripe/subscription/confirm-subscription';
const status = (is: 'subscribed' | 'processing' | 'failed', error?: string) => () =>
  HttpResponse.json({ success: is === 'subscribed', status: is, error });

/** Each is answered with by /me in turn: before the confirmation, and after it. */
const me = (...users: readonly (typeof OMAR)[]) => answer('GET auth/me', ...users.map((user) => signedIn(user)));
const comeBack = (query = '?session_id=cs_1') =>
  open(DASHBOARD + query, <Route path={DASHBOARD} component={LeadVaultDashboard} />);
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const welcome = () => screen.queryByRole('heading', { level: 2, name: 'Welcome to Lead Vault' });

const asks = (times: number) => vi.waitFor(() => expect(callsOf(CONFIRM)).toHaveLength(times), PATIENCE);
const later = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const reads = (text: string) => vi.waitFor(() => expect(heading()).toBe(text), PATIENCE);

beforeEach(() => answerVault([vaultedLead(1)]));
afterEach(() => vi.useRealTimers());

describe('back from the payment page', () => {
  test("a success is confirmed once behind 'Checking subscription...', leaves the address, and welcomes", async () => {
    const before = history.length;
    me(OMAR, SUBSCRIBER);
    answer(CONFIRM, status('subscribed'));
    comeBack('?state=TX&session_id=cs_1');
    await title('Checking subscription...');
    const heading = await title('Lead Vault Dashboard');
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(welcome()).not.toBeNull();
    expect(screen.getByRole('heading', { level: 1, description: 'Welcome to Lead Vault' })).toBe(heading);
    // In its place in the history: Back leads to no address that would be confirmed once more.
    expect([here(), history.length]).toEqual([`${DASHBOARD}?state=TX`, before]);
    expect(callsOf(CONFIRM).map(({ call }) => call)).toEqual([`${CONFIRM}?session_id=cs_1`]);
    expect(callsOf('GET auth/me')).toHaveLength(2);
    expect(toasts()).toEqual([]);
  });

  test('the welcome can be dismissed, which leaves the focus on the title', async () => {
    me(OMAR, SUBSCRIBER);
    answer(CONFIRM, status('subscribed'));
    comeBack();
    const heading = await title('Lead Vault Dashboard');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(welcome()).toBeNull();
    expect(document.activeElement).toBe(heading);
  });

  test('the welcome is shown once: neither after a reload nor at any other visit', async () => {
    me(OMAR, SUBSCRIBER);
    answer(CONFIRM, status('subscribed'));
    const { unmount } = comeBack();
    await title('Lead Vault Dashboard');
    expect(welcome()).not.toBeNull();
    const address = here();
    unmount();
    me(SUBSCRIBER);
    comeBack(address.slice(DASHBOARD.length));
    await title('Lead Vault Dashboard');
    expect(welcome()).toBeNull();
    expect(callsOf(CONFIRM)).toHaveLength(1);
  });

  test('who is not signed in signs in first, and comes back with it', async () => {
    comeBack();
    await waitFor(() => expect(here()).toBe(`/signin?next=${encodeURIComponent(`${DASHBOARD}?session_id=cs_1`)}`));
    expect(callsOf(CONFIRM)).toEqual([]);
  });

  test('who is signed out meanwhile signs in and comes back with it too', async () => {
    answer('GET auth/me', signedIn(OMAR), () => failure(401, 'NOT_SIGNED_IN', 'No.'));
    answer(CONFIRM, () => failure(401, 'NOT_SIGNED_IN', 'No.'));
    comeBack();
    await waitFor(() => expect(here()).toBe(`/signin?next=${encodeURIComponent(`${DASHBOARD}?session_id=cs_1`)}`));
    expect(toasts()).toEqual(['Your session has ended: Please sign in again.']);
  });

  test.each([
    ['a failure', status('failed', 'This checkout was closed.'), 'This checkout was closed.'],
    ['a failure without a text', status('failed'), 'Your payment was not completed.'],
    ["somebody else's checkout", () => failure(403, 'NOT_YOUR_CHECKOUT', 'Not yours.'), 'Not yours.'],
    ['an unknown checkout', () => failure(404, 'PAYMENT_UNKNOWN', 'Unknown.'), 'Unknown.'],
    [
      'a mangled address',
      () => failure(400, 'INVALID_INPUT', 'session_id must not hold control characters'),
      'This payment could not be found.',
    ],
  ])(
    "%s is told as 'Subscription Error', leaves the address, and the user's own screen follows",
    async (_name, reply, text) => {
      for (const [user, screenTitle] of [
        [OMAR, "You're not subscribed"],
        [SUBSCRIBER, 'Lead Vault Dashboard'],
      ] as const) {
        me(user);
        answer(CONFIRM, reply);
        const { unmount } = comeBack();
        await title(screenTitle);
        expect(here()).toBe(DASHBOARD);
        expect(welcome()).toBeNull();
        expect(toasts()).toContain(`Subscription Error: ${text}`);
        unmount();
      }
    },
  );

  test('an address that names no checkout is mended, and nothing is asked or told', async () => {
    me(SUBSCRIBER);
    comeBack('?state=TX&session_id=');
    await title('Lead Vault Dashboard');
    await waitFor(() => expect(here()).toBe(`${DASHBOARD}?state=TX`));
    expect(callsOf(CONFIRM)).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  test.each([
    ['network', unreachable],
    ['provider', () => failure(503, 'PAYMENTS_UNAVAILABLE', 'Later.')],
    ['limit', () => failure(429, 'TOO_MANY_TRIES', 'Later.')],
  ])(
    "when it cannot be confirmed (%s) 'Try again' does, with the session that has left the address",
    async (_name, reply) => {
      me(OMAR, SUBSCRIBER);
      answer(CONFIRM, reply, status('subscribed'));
      comeBack();
      await title('We could not confirm your payment');
      await waitFor(() => expect(here()).toBe(DASHBOARD));
      expect(toasts()).toEqual([]);
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await title('Lead Vault Dashboard');
      expect(welcome()).not.toBeNull();
      expect(callsOf(CONFIRM).map(({ call }) => call)).toEqual(Array(2).fill(`${CONFIRM}?session_id=cs_1`));
    },
  );

  test("when it is confirmed but the user cannot be fetched, 'Try again' fetches", async () => {
    answer('GET auth/me', signedIn(OMAR), unreachable, signedIn(SUBSCRIBER));
    answer(CONFIRM, status('subscribed'));
    comeBack();
    await title('We could not confirm your payment');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await title('Lead Vault Dashboard')).toBeDefined();
  });

  test('a payment for what goes on is thanked for, and nobody is welcomed who never left', async () => {
    me(SUBSCRIBER);
    answer(CONFIRM, () => HttpResponse.json({ success: true, status: 'subscribed', goesOn: true }));
    comeBack();
    await screen.findByRole('heading', { level: 2, name: 'Thank you, your payment has arrived.' });
    expect(screen.getByText('Your subscription goes on.')).toBeDefined();
    expect(welcome()).toBeNull();
  });

  test.each([
    ['has unsubscribed since', LEAVING],
    ['has a payment that failed', OVERDUE],
  ])('who %s is not welcomed beside that notice', async (_what, user) => {
    me(OMAR, user);
    answer(CONFIRM, status('subscribed'));
    comeBack();
    await title('Lead Vault Dashboard');
    expect(welcome()).toBeNull();
  });

  test('a payment that was not made is told once, and the parameter goes', async () => {
    me(SUBSCRIBER);
    comeBack('?state=TX&cancelled=1');
    await title('Lead Vault Dashboard');
    await waitFor(() => expect(here()).toBe(`${DASHBOARD}?state=TX`));
    expect(new Set(toasts())).toEqual(new Set(['You were not charged.']));
  });

  test('a payment on its way is asked for again after 1, 2, 3, 5 and 8 s until it is there', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    me(OMAR, SUBSCRIBER);
    answer(CONFIRM, ...Array.from({ length: 5 }, () => status('processing')), status('subscribed'));
    comeBack();
    for (const [index, seconds] of [1, 2, 3, 5, 8].entries()) {
      await asks(index + 1);
      expect(heading()).toBe('Checking subscription...');
      expect(here()).toBe(`${DASHBOARD}?session_id=cs_1`);
      await later(seconds);
    }
    await reads('Lead Vault Dashboard');
    expect(welcome()).not.toBeNull();
  });

  test("a payment that stays on its way is said to be so, with 'Try again'", async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    me(OMAR, OMAR, SUBSCRIBER);
    answer(CONFIRM, ...Array.from({ length: 6 }, () => status('processing')), status('subscribed'));
    comeBack();
    for (const [index, seconds] of [1, 2, 3, 5, 8].entries()) {
      await asks(index + 1);
      await later(seconds);
    }
    await reads('Your payment is still on its way');
    expect(callsOf(CONFIRM)).toHaveLength(6);
    await vi.waitFor(() => expect(here()).toBe(DASHBOARD), PATIENCE);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await reads('Lead Vault Dashboard');
  });

  test('a payment that a notification has settled meanwhile is not said to be on its way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    me(OMAR, SUBSCRIBER);
    answer(CONFIRM, status('processing'));
    comeBack();
    for (const [index, seconds] of [1, 2, 3, 5, 8].entries()) {
      await asks(index + 1);
      await later(seconds);
    }
    await reads('Lead Vault Dashboard');
    expect(welcome()).not.toBeNull();
  });

  test('a payment for a month that is overdue is on its way as long as the month is not paid', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    me(OVERDUE);
    answer(CONFIRM, status('processing'));
    comeBack();
    for (const [index, seconds] of [1, 2, 3, 5, 8].entries()) {
      await asks(index + 1);
      await later(seconds);
    }
    await reads('Your payment is still on its way');
  });

  test('leaving the page ends the asking', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    me(OMAR);
    answer(CONFIRM, status('processing'));
    const { unmount } = comeBack();
    await asks(1);
    unmount();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(callsOf(CONFIRM)).toHaveLength(1);
    expect(callsOf('GET auth/me')).toHaveLength(1);
  });
});
