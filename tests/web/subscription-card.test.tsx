import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { Route } from 'wouter';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
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
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { ENDED, LEAVING, OVERDUE, SUBSCRIBER } from '#tests/support/web-vault.ts';
import { Profile } from '#web/screens/profile.tsx';
import { useToasts } from '#web/stores/toasts.ts';
import { useUnsubscribing } from '#web/stores/unsubscribe.ts';
import { meetVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();
beforeEach(() => useUnsubscribing.setState(useUnsubscribing.getInitialState(), true));

const UNSUBSCRIBE = 'POST stripe/subscription/unsubscribe';
const KEEP = 'POST stripe/subscription/keep';

const card = () => within(screen.getByRole('region', { name: 'Subscription' }));
const dialog = () => screen.findByRole('alertdialog', { name: 'Unsubscribe from service?' });
const gone = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
const button = (name: string) => screen.findByRole('button', { name });

const openProfile = async (user: UserAnswer) => {
  answer('GET auth/me', signedIn(user));
  open('/profile', <Route path="/profile" component={Profile} />);
  await screen.findByRole('region', { name: 'Subscription' });
};
const ask = async (user: UserAnswer = SUBSCRIBER) => {
  await openProfile(user);
  await userEvent.click(await button('Unsubscribe'));
  await dialog();
};

describe('the subscription card', () => {
  test.each([
    [
      'renews',
      SUBSCRIBER,
      'You have full access to the Lead Vault. Your subscription renews on December 14, 2026.',
      ['Unsubscribe'],
    ],
    [
      'ends',
      LEAVING,
      'Your subscription ends on December 14, 2026. You have full access to the Lead Vault until then.',
      ['Keep my subscription'],
    ],
    [
      'has ended, and is paid',
      ENDED,
      'Your subscription ends on December 14, 2026. You have full access to the Lead Vault until then. After that you can subscribe again.',
      [],
    ],
    [
      'was not paid',
      OVERDUE,
      'Your last payment failed. Pay again by November 24, 2026, 12:00 PM to keep your access.',
      ['Pay now', 'Unsubscribe'],
    ],
    [
      'goes on, from a day that nobody has told',
      { ...SUBSCRIBER, renewsAt: null },
      'You have full access to the Lead Vault.',
      ['Unsubscribe'],
    ],
    [
      'ends on a day that nobody has told',
      { ...LEAVING, accessUntil: null },
      'Your subscription ends soon. You have full access to the Lead Vault until then.',
      ['Keep my subscription'],
    ],
    [
      'was not paid, and lasts to a day that nobody has told',
      { ...OVERDUE, accessUntil: null },
      'Your last payment failed. Pay again soon to keep your access.',
      ['Pay now', 'Unsubscribe'],
    ],
  ] as const)('says in words that a subscription %s, and what can be done', async (_name, user, text, buttons) => {
    await openProfile(user);
    expect(card().getByText(text)).toBeDefined();
    for (const name of buttons) expect(card().getByRole('button', { name })).toBeDefined();
    expect(card().queryAllByRole('button')).toHaveLength(buttons.length);
  });

  test("offers 'Pay now' to whoever is overdue: the same checkout", async () => {
    answer('POST stripe/subscription/create-checkout-session', () => failure(503, 'PAYMENTS_UNAVAILABLE', 'Later.'));
    await openProfile(OVERDUE);
    await userEvent.click(await button('Pay now'));
    await waitFor(() => expect(toasts()).toEqual(['Subscription Error: Later.']));
  });
});

describe("'Unsubscribe'", () => {
  test("asks first, with the date, and starts on 'Cancel'", async () => {
    await ask();
    const text = (await dialog()).textContent;
    expect(text).toContain('You will lose access to premium leads and this action cannot be undone.');
    expect(text).toContain('You keep access until December 14, 2026.');
    await waitFor(async () => expect(document.activeElement).toBe(await button('Cancel')));
    expect(callsOf(UNSUBSCRIBE)).toEqual([]);
  });

  test('of a month that was not paid says that access ends now, and names no day', async () => {
    await ask(OVERDUE);
    const text = (await dialog()).textContent;
    expect(text).toContain('You will lose access to premium leads and this action cannot be undone.');
    expect(text).toContain('Your last payment failed, so your access ends now.');
    expect(text).not.toContain('You keep access');
  });

  test.each([
    ["'Cancel'", async () => userEvent.click(await button('Cancel'))],
    ['Esc', () => userEvent.keyboard('{Escape}')],
  ])('%s changes nothing and gives the focus back', async (_name, leave) => {
    await ask();
    await leave();
    await gone();
    await waitFor(async () => expect(document.activeElement).toBe(await button('Unsubscribe')));
    expect(callsOf(UNSUBSCRIBE)).toEqual([]);
  });

  test('asks nobody who has left the page meanwhile and comes back to it', async () => {
    await ask();
    cleanup();
    await openProfile(SUBSCRIBER);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(useUnsubscribing.getState().isOpen).toBe(false);
  });

  test('asks nobody who has signed in with another account meanwhile, in another tab', async () => {
    await ask();
    act(() => meetVisitor({ ...SUBSCRIBER, email: 'dana@example.com' }));
    await gone();
    expect(await button('Unsubscribe')).toBeDefined();
  });

  test('that fails after its page was left asks nobody who comes back to it: the toast has told', async () => {
    const reply = held();
    answer(UNSUBSCRIBE, async () => {
      await reply.released;
      return unreachable();
    });
    await ask();
    await userEvent.click(await button('Confirm Unsubscribe'));
    cleanup();
    await openProfile(SUBSCRIBER);
    expect(await button('Unsubscribing...')).toBeDefined();
    reply.release();
    await waitFor(() => expect(toasts()).toEqual(['Error: Failed to unsubscribe']));
    expect(await button('Unsubscribe')).toBeDefined();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test("says 'Unsubscribing...' on both buttons while it is on its way, and nothing of the dialog acts meanwhile", async () => {
    const reply = held();
    answer(UNSUBSCRIBE, async () => {
      await reply.released;
      return signedIn(LEAVING)();
    });
    await ask();
    await userEvent.click(await button('Confirm Unsubscribe'));
    const busy = screen.getAllByRole('button', { name: 'Unsubscribing...', hidden: true });
    expect(busy).toHaveLength(2);
    for (const one of busy) {
      expect(one.getAttribute('aria-disabled')).toBe('true');
      await userEvent.click(one, { pointerEventsCheck: 0 });
    }
    await userEvent.click(await button('Cancel'));
    await userEvent.keyboard('{Escape}');
    expect(await dialog()).toBeDefined();
    reply.release();
    await gone();
    expect(callsOf(UNSUBSCRIBE)).toHaveLength(1);
  });

  test('shows what the server answers, nothing earlier; the focus is on what has taken its place', async () => {
    const reply = held();
    answer(UNSUBSCRIBE, async () => {
      await reply.released;
      return signedIn({ ...LEAVING, accessUntil: '2026-12-20T12:00:00.000Z' })();
    });
    await ask();
    await userEvent.click(await button('Confirm Unsubscribe'));
    expect(screen.getByText(/renews on December 14/)).toBeDefined();
    reply.release();
    await gone();
    expect(toasts()).toEqual(['Success: You have successfully unsubscribed.']);
    expect(card().getByText(/^Your subscription ends on December 20, 2026\./)).toBeDefined();
    await waitFor(async () => expect(document.activeElement).toBe(await button('Keep my subscription')));
  });

  test('of what can only end at once puts the focus on the card, where no button is left', async () => {
    answer(UNSUBSCRIBE, signedIn(ENDED));
    await ask();
    await userEvent.click(await button('Confirm Unsubscribe'));
    await gone();
    expect(card().queryAllByRole('button')).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Subscription' })));
  });

  test.each([
    ['network', unreachable, 'We could not reach the server. Check your connection and try again.'],
    ['provider', () => failure(503, 'PAYMENTS_UNAVAILABLE', 'Later.'), 'Later.'],
    [
      'firewall',
      () => new Response('<h1>Forbidden</h1>', { status: 403 }),
      'We could not reach the server. Check your connection and try again.',
    ],
  ])(
    "that fails (%s) says 'Failed to unsubscribe', in the dialog with the reason, and can be tried again",
    async (_name, reply, why) => {
      answer(UNSUBSCRIBE, reply, signedIn(LEAVING));
      await ask();
      await userEvent.click(await button('Confirm Unsubscribe'));
      await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(`Failed to unsubscribe. ${why}`));
      expect(toasts()).toEqual(['Error: Failed to unsubscribe']);
      await userEvent.click(await button('Confirm Unsubscribe'));
      await gone();
      expect(toasts().at(-1)).toBe('Success: You have successfully unsubscribed.');
    },
  );

  test('once more takes back that it failed, at once', async () => {
    const reply = held();
    answer(UNSUBSCRIBE, unreachable, async () => {
      await reply.released;
      return signedIn(LEAVING)();
    });
    await ask();
    await userEvent.click(await button('Confirm Unsubscribe'));
    await screen.findByRole('alert');
    await userEvent.click(await button('Confirm Unsubscribe'));
    expect(useToasts.getState().orders.at(-1)).toEqual({ do: 'dismiss', id: 'Error' });
    reply.release();
    await gone();
  });

  test('of a subscription that has ended meanwhile closes, and the card says how it stands', async () => {
    answer(UNSUBSCRIBE, () => {
      answer('GET auth/me', signedIn(OMAR));
      return failure(409, 'NOT_SUBSCRIBED', 'No.');
    });
    await ask();
    await userEvent.click(await button('Confirm Unsubscribe'));
    await gone();
    expect(await button('Subscribe Now')).toBeDefined();
    expect(toasts()).toEqual(['Error: Failed to unsubscribe']);
  });

  test('of a session that has ended leads to the sign-in, which says why and nothing else', async () => {
    answer(UNSUBSCRIBE, () => {
      answer('GET auth/me', () => failure(401, 'NOT_SIGNED_IN', 'No.'));
      return failure(401, 'NOT_SIGNED_IN', 'No.');
    });
    await ask();
    await userEvent.click(await button('Confirm Unsubscribe'));
    await waitFor(() => expect(here()).toBe('/signin?next=%2Fprofile'));
    expect(toasts()).toEqual(['Your session has ended: Please sign in again.']);
    expect(useUnsubscribing.getState().isOpen).toBe(false);
  });
});

describe("'Keep my subscription'", () => {
  test("says 'Keeping...' meanwhile, then that it goes on; the focus is on what has taken its place", async () => {
    const reply = held();
    answer(KEEP, async () => {
      await reply.released;
      return signedIn(SUBSCRIBER)();
    });
    await openProfile(LEAVING);
    await userEvent.click(await button('Keep my subscription'));
    await userEvent.click(await button('Keeping...'));
    expect(card().getByText(/^Your subscription ends on/)).toBeDefined();
    reply.release();
    await waitFor(() => expect(toasts()).toEqual(['Success: Your subscription goes on.']));
    expect(card().getByText(/renews on December 14, 2026/)).toBeDefined();
    await waitFor(async () => expect(document.activeElement).toBe(await button('Unsubscribe')));
    expect(callsOf(KEEP)).toHaveLength(1);
  });

  test('that fails says so and can be tried again', async () => {
    answer(KEEP, unreachable);
    await openProfile(LEAVING);
    await userEvent.click(await button('Keep my subscription'));
    await waitFor(() => expect(toasts()).toEqual(['Error: Failed to keep your subscription']));
    expect(await button('Keep my subscription')).toBeDefined();
    expect(card().getByText(/^Your subscription ends on/)).toBeDefined();
  });

  test('by whom the server does not know any more leads to the sign-in, which says why and nothing else', async () => {
    answer(KEEP, () => failure(401, 'NOT_SIGNED_IN', 'No.'));
    await openProfile(LEAVING);
    await userEvent.click(await button('Keep my subscription'));
    await waitFor(() => expect(here()).toBe('/signin?next=%2Fprofile'));
    expect(toasts()).toEqual(['Your session has ended: Please sign in again.']);
  });

  const comeTooLate = async (user: UserAnswer) => {
    answer(KEEP, () => {
      answer('GET auth/me', signedIn(user));
      return failure(409, 'NOT_SUBSCRIBED', 'No.');
    });
    await openProfile(LEAVING);
    await userEvent.click(await button('Keep my subscription'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep my subscription' })).toBeNull());
    expect(toasts()).toEqual(['Error: Failed to keep your subscription']);
  };

  test("that comes too late becomes 'Subscribe Now', with the focus on it", async () => {
    await comeTooLate(OMAR);
    await waitFor(async () => expect(document.activeElement).toBe(await button('Subscribe Now')));
  });

  test('that comes too late for what is paid ahead becomes the day from which one can subscribe again', async () => {
    await comeTooLate(ENDED);
    expect(card().getByText(/After that you can subscribe again\.$/)).toBeDefined();
    expect(card().queryAllByRole('button')).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Subscription' })));
  });
});
