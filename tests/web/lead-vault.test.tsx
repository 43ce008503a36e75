import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay, HttpResponse } from 'msw';
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
import { comeBack } from '#tests/support/page-back.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { writePaymentTags } from '#tests/support/payment-tags.ts';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { LeadVaultDashboard } from '#web/screens/lead-vault-dashboard.tsx';
import { LeadVault } from '#web/screens/lead-vault.tsx';
import { useToasts } from '#web/stores/toasts.ts';
import { Profile } from '#web/screens/profile.tsx';
import { checkVisitor, meetVisitor, useVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();

const LEADS = [
  {
    id: 'l-1',
    city: 'Austin',
    state: 'TX',
    email: 'j•••@g•••.com',
    phoneNumber: 'N/A',
    description: '',
    leadPrice: 60,
  },
  {
    id: 'l-2',
    city: 'Denver',
    state: 'CO',
    email: 'N/A',
    phoneNumber: '(303) 555-••••',
    description: 'Soon.',
    leadPrice: 19.5,
  },
];
const leave = vi.fn<(url: string | URL) => void>();
const CHECKOUT = 'POST stripe/subscription/create-checkout-session';
const subscribe = () => screen.getByRole('button', { name: 'Subscribe Now' });
const hosted = () => HttpResponse.json({ id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' });

beforeEach(() => {
  leave.mockReset();
  writePaymentTags();
  vi.spyOn(window.location, 'assign').mockImplementation(leave);
  answer('GET good-lead/top5', () => HttpResponse.json(LEADS));
});
afterEach(() => vi.useRealTimers());

const openVault = async (user: typeof OMAR | 'nobody' = 'nobody') => {
  meetVisitor(user);
  open('/lead-vault', <LeadVault />);
  await screen.findByRole('table');
};

describe('the page of the Lead Vault', () => {
  test('tells how it works and what it costs', async () => {
    await openVault();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lead Vault');
    expect(document.title).toBe('Lead Vault | Homelead');
    expect(screen.getByText('$39').parentElement?.textContent).toBe('$39per month');
    expect(within(screen.getByRole('region', { name: 'How it works' })).getAllByRole('listitem')).toHaveLength(3);
  });

  test('shows example leads: place, type, e-mail, phone, description and original price', async () => {
    await openVault();
    const [head, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
    const cells = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map(({ textContent }) => textContent);
    expect(cells(head)).toEqual(['Location', 'Lead Type', 'Email', 'Phone', 'Description', 'Originally Listed Price']);
    expect(rows.map(cells)).toEqual([
      ['Austin, TX', 'Buyer', 'j•••@g•••.com', 'N/A', 'No description', '$60.00'],
      ['Denver, CO', 'Buyer', 'N/A', '(303) 555-••••', 'Soon.', '$19.50'],
    ]);
  });

  /** The examples come at the second request. */
  const openFailing = (): void => {
    answer(
      'GET good-lead/top5',
      () => failure(503, 'BUSY', 'Many are here.'),
      () => HttpResponse.json(LEADS),
    );
    open('/lead-vault', <LeadVault />);
  };

  test("whose examples cannot be loaded says so in the card and the toast 'Error: Failed to load leads.', and 'Try again' asks again", async () => {
    openFailing();
    expect(await screen.findByText('Many are here.')).toBeDefined();
    expect(toasts()).toEqual(['Error: Failed to load leads.']);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Example leads' }));
    expect(await screen.findByRole('table')).toBeDefined();
    expect(useToasts.getState().orders.at(-1)).toEqual({ do: 'dismiss', id: 'Error' });
  });

  test('whose examples cannot be loaded asks for them again when one comes back to the page', async () => {
    openFailing();
    await screen.findByText('Many are here.');
    act(() => comeBack('connection'));
    expect(await screen.findByRole('table')).toBeDefined();
    expect(useToasts.getState().orders.at(-1)).toEqual({ do: 'dismiss', id: 'Error' });
  });

  const examples = () => within(screen.getByRole('region', { name: 'Example leads' }));

  test('without examples says what, what next, and leads to the leads of this week', async () => {
    answer('GET good-lead/top5', () => HttpResponse.json([]));
    open('/lead-vault', <LeadVault />);
    expect(await screen.findByText('No examples right now')).toBeDefined();
    expect(examples().getByRole('link', { name: "See this week's leads" }).getAttribute('href')).toBe('/');
  });

  test.each([0, 1, 2])('says whence the examples are where there are any, and never how many: %i', async (length) => {
    answer('GET good-lead/top5', () => HttpResponse.json(LEADS.slice(0, length)));
    open('/lead-vault', <LeadVault />);
    await waitFor(() => expect(examples().queryAllByRole('heading', { level: 3 })).toHaveLength(Math.max(1, length)));
    const told = examples().queryByText(/from the Vault/)?.textContent;
    expect(told).toBe(length === 0 ? undefined : 'Straight from the Vault. Subscribers see every contact in full.');
  });

  test('answers what people ask about quality, pricing, cancellation and fresh leads, one at a time', async () => {
    await openVault();
    const questions = [...document.querySelectorAll('details')];
    expect(questions.map((one) => one.getAttribute('name'))).toEqual(Array(4).fill('vault-questions'));
    const text = questions.map(({ textContent }) => textContent).join('\n');
    for (const topic of [/good/, /\$39 per month/, /cancel/, /Monday/]) expect(text).toMatch(topic);
  });
});

describe("'Subscribe Now'", () => {
  test("of a visitor says 'Redirecting...' and leads to the sign-up after 500 ms", async () => {
    await openVault();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(subscribe());
    await act(() => vi.advanceTimersByTimeAsync(450));
    expect(screen.getByRole('button', { name: 'Redirecting...' }).getAttribute('aria-disabled')).toBe('true');
    expect(here()).toBe('/lead-vault');
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(here()).toBe('/signup');
    expect(callsOf(CHECKOUT)).toEqual([]);
  });

  test('of a visitor who leaves meanwhile leads nowhere', async () => {
    meetVisitor('nobody');
    const { unmount } = open('/lead-vault', <LeadVault />);
    await screen.findByRole('table');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(subscribe());
    await act(() => vi.advanceTimersByTimeAsync(100));
    unmount();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(here()).toBe('/lead-vault');
  });

  test('of a visitor who leaves before it is known that he is one leads nowhere', async () => {
    const reply = held();
    answer('GET auth/me', async () => {
      await reply.released;
      return failure(401, 'NOT_SIGNED_IN', 'You are not signed in.');
    });
    const check = checkVisitor();
    const { unmount } = open('/lead-vault', <LeadVault />);
    await screen.findByRole('table');
    fireEvent.click(subscribe());
    unmount();
    reply.release();
    await check;
    await delay(700);
    expect(here()).toBe('/lead-vault');
  });

  test('of a user who leaves before it is known who he is opens nothing', async () => {
    const reply = held();
    answer('GET auth/me', async () => {
      await reply.released;
      return signedIn()();
    });
    const check = checkVisitor();
    const { unmount } = open('/lead-vault', <LeadVault />);
    await screen.findByRole('table');
    fireEvent.click(subscribe());
    unmount();
    reply.release();
    await check;
    await delay(100);
    expect(callsOf(CHECKOUT)).toEqual([]);
  });

  test.each([
    ['a page', hosted],
    ['a refusal', () => failure(503, 'BUSY', 'Many are here.')],
    ['no answer', unreachable],
    ['the end of his session', () => failure(401, 'NOT_SIGNED_IN', 'You are not signed in.')],
    ['that he is subscribed', () => failure(409, 'ALREADY_SUBSCRIBED', 'You are subscribed already.')],
  ])('of a user who leaves meanwhile leads nowhere, and tells of nothing, whatever comes: %s', async (_, outcome) => {
    const reply = held();
    answer(CHECKOUT, async () => {
      await reply.released;
      return outcome();
    });
    meetVisitor(OMAR);
    const { unmount } = open('/lead-vault', <LeadVault />);
    await screen.findByRole('table');
    await userEvent.click(subscribe());
    await waitFor(() => expect(callsOf(CHECKOUT)).toHaveLength(1));
    unmount();
    reply.release();
    await delay(100);
    expect([leave.mock.calls, toasts(), here()]).toEqual([[], [], '/lead-vault']);
  });

  test.each([true, false])(
    'of a user who leaves while it is asked whether he is subscribed already leads nowhere (he is: %s)',
    async (isSubscribed) => {
      const reply = held();
      answer(CHECKOUT, () => failure(409, 'ALREADY_SUBSCRIBED', 'You are subscribed already.'));
      answer('GET auth/me', async () => {
        await reply.released;
        return signedIn({ isSubscribed })();
      });
      meetVisitor(OMAR);
      const { unmount } = open('/lead-vault', <LeadVault />);
      await screen.findByRole('table');
      await userEvent.click(subscribe());
      await waitFor(() => expect(callsOf('GET auth/me')).toHaveLength(1));
      history.replaceState(null, '', '/contact-us');
      unmount();
      reply.release();
      await delay(100);
      expect([toasts(), here()]).toEqual([[], '/contact-us']);
    },
  );

  test('of a user opens the hosted checkout', async () => {
    answer(CHECKOUT, hosted);
    await openVault(OMAR);
    await userEvent.click(subscribe());
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://checkout.stripe.com/c/pay/cs_1'));
    await userEvent.click(screen.getByRole('button', { name: 'Redirecting...' }));
    expect(callsOf(CHECKOUT)).toHaveLength(1);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(subscribe()).toBeDefined());
  });

  /** Has the browser of a user on its way to the payment page, which is long in coming. */
  const leaveForPayment = async () => {
    answer(CHECKOUT, hosted);
    const stop = vi.spyOn(window, 'stop');
    meetVisitor(OMAR);
    const { unmount } = open('/lead-vault', <LeadVault />);
    await screen.findByRole('table');
    await userEvent.click(subscribe());
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    return { stop, unmount };
  };

  test('of a user who leaves while the payment page is long in coming stops the browser on its way there', async () => {
    const { stop, unmount } = await leaveForPayment();
    expect(stop).not.toHaveBeenCalled();
    unmount();
    expect(stop).toHaveBeenCalledOnce();
  });

  test('of a user who has come Back from the payment page stops nothing when he leaves', async () => {
    const { stop, unmount } = await leaveForPayment();
    await screen.findByRole('button', { name: 'Redirecting...' });
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(subscribe()).toBeDefined());
    unmount();
    expect(stop).not.toHaveBeenCalled();
  });

  test('of a user never leads to the sign-up', async () => {
    answer(CHECKOUT, hosted);
    await openVault(OMAR);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(subscribe());
    await vi.waitFor(() => expect(leave).toHaveBeenCalled(), PATIENCE);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(here()).toBe('/lead-vault');
  });

  test.each([
    [
      'the words of the server',
      () => failure(409, 'EMAIL_TAKEN', 'You are already subscribed.'),
      'Subscription Error: You are already subscribed.',
    ],
    [
      'without words',
      () => failure(404, 'NOT_FOUND', 'There is nothing at this address.'),
      'Subscription Error: Failed to create checkout session.',
    ],
    [
      'an error page',
      () => new Response('<h1>', { status: 502 }),
      'Subscription Error: Failed to create checkout session.',
    ],
    [
      'an address that is no payment page',
      () => HttpResponse.json({ id: 'cs_1', url: 'https://evil.example/' }),
      'Subscription Error: Stripe initialization failed.',
    ],
    ['no answer', unreachable, 'Network Error: An unexpected error occurred. Please try again later.'],
  ])('that fails with %s says so', async (_name, reply, text) => {
    answer(CHECKOUT, reply);
    await openVault(OMAR);
    await userEvent.click(subscribe());
    await waitFor(() => expect(toasts()).toEqual([text]));
    await waitFor(() => expect(subscribe()).toBeDefined());
    expect(leave).not.toHaveBeenCalled();
  });

  test('that is tried again takes back what was said of the first try', async () => {
    const reply = held();
    answer(CHECKOUT, unreachable, async () => {
      await reply.released;
      return hosted();
    });
    await openVault(OMAR);
    await userEvent.click(subscribe());
    await waitFor(() => expect(toasts()).toHaveLength(1));
    await waitFor(() => expect(subscribe()).toBeDefined());
    await userEvent.click(subscribe());
    const told = () => useToasts.getState().orders.filter((one) => one.do === 'show' || one.id === 'Network Error');
    await waitFor(() => expect(told().map((one) => one.do)).toEqual(['show', 'dismiss']));
    reply.release();
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  });

  test('of a subscriber who presses before it is known who he is leads to the dashboard', async () => {
    const reply = held();
    answer('GET auth/me', async () => {
      await reply.released;
      return signedIn({ isSubscribed: true })();
    });
    void checkVisitor();
    open('/lead-vault', <LeadVault />);
    await screen.findByRole('table');
    await userEvent.click(subscribe());
    reply.release();
    await waitFor(() => expect(here()).toBe('/lead-vault-dashboard'));
    expect([callsOf(CHECKOUT), toasts()]).toEqual([[], []]);
  });

  test('of a user who has subscribed in another tab leads to the dashboard', async () => {
    answer(CHECKOUT, () => failure(409, 'ALREADY_SUBSCRIBED', 'You are subscribed already.'));
    answer('GET auth/me', signedIn({ isSubscribed: true }));
    await openVault(OMAR);
    await userEvent.click(subscribe());
    await waitFor(() => expect(here()).toBe('/lead-vault-dashboard'));
    expect(toasts()).toEqual([]);
  });

  test('of a user who is said to be subscribed already, but has no access, tells the words of the server', async () => {
    answer(CHECKOUT, () => failure(409, 'ALREADY_SUBSCRIBED', 'You are subscribed already.'));
    answer('GET auth/me', signedIn());
    await openVault(OMAR);
    await userEvent.click(subscribe());
    await waitFor(() => expect(toasts()).toEqual(['Subscription Error: You are subscribed already.']));
    await waitFor(() => expect(subscribe()).toBeDefined());
    expect(here()).toBe('/lead-vault');
  });

  test('of a visitor whose check fails leads to the sign-up, and tells of no session that has ended', async () => {
    answer('GET auth/me', unreachable);
    answer(CHECKOUT, () => failure(401, 'NOT_SIGNED_IN', 'You are not signed in.'));
    void checkVisitor();
    open('/lead-vault', <LeadVault />);
    await screen.findByRole('table');
    await userEvent.click(subscribe());
    await waitFor(() => expect(here()).toBe('/signup'));
    expect([callsOf(CHECKOUT).length, toasts()]).toEqual([1, []]);
  });

  test('of a user whose session has ended leads to the sign-in, and back', async () => {
    answer(CHECKOUT, () => failure(401, 'NOT_SIGNED_IN', 'You are not signed in.'));
    await openVault(OMAR);
    await userEvent.click(subscribe());
    await waitFor(() => expect(here()).toBe('/signin?next=%2Flead-vault'));
    expect(renderHook(useVisitor).result.current.standing).toBe('nobody');
    expect(toasts()).toEqual(['Your session has ended: Please sign in again.']);
  });

  test.each([
    ['/lead-vault-dashboard', LeadVaultDashboard, '/signin'],
    ['/profile', Profile, '/signin?next=%2Fprofile'],
  ])('of a user whose session has ended leads from %s to one sign-in', async (path, component, signIn) => {
    answer('GET auth/me', signedIn());
    answer(CHECKOUT, () => failure(401, 'NOT_SIGNED_IN', 'You are not signed in.'));
    open(path, <Route path={path} component={component} />);
    const { length } = history;
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribe Now' }));
    await waitFor(() => expect(here()).toBe(signIn));
    await delay(100);
    expect([history.length, history.state]).toEqual([length, { email: OMAR.email }]);
    expect(toasts()).toEqual(['Your session has ended: Please sign in again.']);
  });

  test('is not offered to a subscriber, who goes to the dashboard', async () => {
    await openVault({ ...OMAR, isSubscribed: true });
    expect(screen.queryByRole('button', { name: 'Subscribe Now' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/lead-vault-dashboard');
  });
});

describe("'Subscribe Now' beside unsaved edits", () => {
  const confirm = vi.fn<(question?: string) => boolean>();
  beforeEach(() => {
    confirm.mockReset().mockReturnValue(false);
    vi.stubGlobal('confirm', confirm);
  });

  const openProfile = async () => {
    answer('GET auth/me', signedIn());
    open('/profile', <Route path="/profile" component={Profile} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  };
  const type = () => userEvent.type(screen.getByLabelText('Location'), 'Austin');

  test('asks before they are lost', async () => {
    answer(CHECKOUT, hosted);
    await openProfile();
    await type();
    await userEvent.click(subscribe());
    expect(confirm).toHaveBeenCalledOnce();
    expect(subscribe().getAttribute('aria-disabled')).toBeNull();
    expect(callsOf(CHECKOUT)).toEqual([]);
    confirm.mockReturnValue(true);
    await userEvent.click(subscribe());
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });

  test('asks of those that were begun meanwhile, too, and can be pressed again', async () => {
    const reply = held();
    answer(CHECKOUT, async () => {
      await reply.released;
      return hosted();
    });
    await openProfile();
    await userEvent.click(subscribe());
    await type();
    reply.release();
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
    await waitFor(() => expect(subscribe()).toBeDefined());
    expect(leave).not.toHaveBeenCalled();
  });

  test.each([
    ['that has failed', unreachable, () => expect(toasts()).toHaveLength(1)],
    [
      'from whose payment page the user has come Back',
      hosted,
      () => {
        expect(leave).toHaveBeenCalledOnce();
        window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
      },
    ],
  ])('%s asks once more: they are still there', async (_, outcome, happens) => {
    answer(CHECKOUT, outcome);
    await openProfile();
    await type();
    confirm.mockReturnValue(true);
    await userEvent.click(subscribe());
    await waitFor(happens);
    await waitFor(() => expect(subscribe()).toBeDefined());
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    confirm.mockReturnValue(false);
    await userEvent.click(subscribe());
    expect(confirm).toHaveBeenCalledTimes(2);
    expect(callsOf(CHECKOUT)).toHaveLength(1);
  });
});

describe('back from a payment page that was left unpaid', () => {
  test('a note says once that nothing was charged, and the parameter goes', async () => {
    history.pushState(null, '', '/');
    const before = history.length;
    open('/lead-vault?from=%2541&cancelled=1', <LeadVault />);
    await waitFor(() => expect(here()).toBe('/lead-vault?from=%2541'));
    expect(history.length).toBe(before);
    expect(new Set(toasts())).toEqual(new Set(['You were not charged.']));
  });

  test('any other visit is told nothing', async () => {
    await openVault();
    expect(toasts()).toEqual([]);
  });
});
