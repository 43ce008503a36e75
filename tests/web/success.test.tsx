import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';

import { comeBack } from '#tests/support/page-back.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { failure, unsoldLead, useWebApi, webApi } from '#tests/support/web-api.ts';
import { watchNavigation } from '#web/navigation.ts';
import { Success } from '#web/screens/success.tsx';
import { keepList } from '#web/stores/left-list.ts';

useWebApi();

const LEAD = unsoldLead(1).id;
const asked: string[] = [];

const answer = (...replies: readonly (() => Response)[]) =>
  webApi.use(
    http.get('*/api/stripe/checkout-session', ({ request }) => {
      asked.push(new URL(request.url).search);
      return replies[Math.min(asked.length, replies.length) - 1]?.() ?? HttpResponse.error();
    }),
  );
const paid = () =>
  HttpResponse.json({ success: true, status: 'paid', email: 'dana@agents.example', saleNumber: 'HL-7K2M-9QXD' });
const processing = () => HttpResponse.json({ success: false, status: 'processing' });
const lost = (error?: string) => () => HttpResponse.json({ success: false, status: 'failed', error });

const open = (search = `session_id=cs_1&lead=${LEAD}`) => {
  const { hook, searchHook } = memoryLocation({ path: `/success?${search}` });
  return render(
    <Router hook={hook} searchHook={searchHook}>
      <Success />
    </Router>,
  );
};
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Waits out all that the page asks while its payment is not known. */
const outwait = async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const [index, seconds] of [1, 2, 3, 5, 8].entries()) {
    await vi.waitFor(() => expect(asked).toHaveLength(index + 1), PATIENCE);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Verifying Payment...');
    expect(screen.queryByRole('link')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  }
  await vi.waitFor(
    () => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment Failed'),
    PATIENCE,
  );
  expect(asked).toHaveLength(6);
  vi.useRealTimers();
};
const purchased = (): readonly string[] =>
  (JSON.parse(localStorage.getItem('homelead.purchased') ?? '[]') as [string, number][]).map(([id]) => id);

let stopWatching: () => void;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  stopWatching = watchNavigation();
});
afterEach(() => {
  stopWatching();
  asked.length = 0;
  history.replaceState(null, '', '/');
  vi.useRealTimers();
});

describe('the Checkout success page', () => {
  test("shows 'Verifying Payment...', then the buyer's e-mail and the lead number", async () => {
    answer(paid);
    open();
    expect(await title('Verifying Payment...')).toBeDefined();
    expect(await title('Success! Your Lead is On the Way.')).toBeDefined();
    expect(screen.getByText('dana@agents.example')).toBeDefined();
    expect(screen.getByText('HL-7K2M-9QXD')).toBeDefined();
    expect(asked).toEqual([`?session_id=cs_1&lead=${LEAD}`]);
    expect(document.title).toContain('Success!');
  });

  test('tells what happens next, and a link leads back to the homepage', async () => {
    answer(paid);
    open();
    await title('Success! Your Lead is On the Way.');
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact-us?lead=HL-7K2M-9QXD');
  });

  test('of a sale without a number leads to the contact form that names none', async () => {
    answer(() => HttpResponse.json({ success: true, status: 'paid', email: 'dana@agents.example' }));
    open();
    await title('Success! Your Lead is On the Way.');
    expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact-us');
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['dana@agents.example']);
  });

  test.each([
    ["the buyer's address", 'dana@agents.example', { email: 'dana@agents.example' }],
    ['no address that is masked', 'd•••@a•••.example', null],
  ])('tells the contact form %s', async (_name, email, told) => {
    history.replaceState(null, '', `/success?session_id=cs_1&lead=${LEAD}`);
    answer(() => HttpResponse.json({ success: true, status: 'paid', email, saleNumber: 'HL-7K2M-9QXD' }));
    render(<Success />);
    await userEvent.click(await screen.findByRole('link', { name: 'Contact us' }));
    expect(location.pathname).toBe('/contact-us');
    expect(history.state ?? null).toEqual(told);
  });

  test('promises no mail to an address that takes none, and leaves it out of the contact form', async () => {
    history.replaceState(null, '', `/success?session_id=cs_1&lead=${LEAD}`);
    const sale = { email: 'dana@agents.example', undeliverable: true, saleNumber: 'HL-7K2M-9QXD' };
    answer(() => HttpResponse.json({ success: true, status: 'paid', ...sale }));
    render(<Success />);
    const text = 'The lead is yours, but our email to this address was refused. Write to us, and give another address.';
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText('dana@agents.example')).toBeDefined();
    expect(screen.queryByText(/On the Way|being sent|arrives/)).toBeNull();
    expect(screen.queryByRole('list')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Contact us' }));
    expect(location.pathname + location.search).toBe('/contact-us?lead=HL-7K2M-9QXD');
    expect(history.state).toEqual({ email: '' });
  });

  test('is a receipt for the buyer: what was paid for what, and when', async () => {
    const receipt = { lineItem: 'Buyer Lead in Denver', amount: 31.5, paidAt: '2026-11-22T12:00:00.000Z' };
    answer(() =>
      HttpResponse.json({ success: true, status: 'paid', email: 'd@a.co', saleNumber: 'HL-7K2M-9QXD', ...receipt }),
    );
    open();
    await title('Success! Your Lead is On the Way.');
    const textsOf = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
    expect(textsOf('term')).toEqual(['Your email', 'Lead number', 'Bought', 'Paid']);
    expect(textsOf('definition')).toEqual([
      'd@a.co',
      'HL-7K2M-9QXD',
      'Buyer Lead in Denver',
      '$31.50 on November 22, 2026',
    ]);
  });

  test.each([
    ['paid', paid],
    ['lost', lost('Your card was not charged.')],
  ])('leads back to the list that was left for the payment page: %s', async (_name, reply) => {
    keepList('?page=2&city=tx&utm_source=mail');
    answer(reply);
    open();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/?city=tx&page=2'),
    );
  });

  test.each(['https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)', '?page=none'])(
    'leads home where something else is kept: %s',
    async (kept) => {
      sessionStorage.setItem('homelead.list', kept);
      answer(paid);
      open();
      await title('Success! Your Lead is On the Way.');
      expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    },
  );

  test('leads home where the browser keeps nothing', async () => {
    vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    keepList('?page=2&city=tx');
    answer(paid);
    open();
    await title('Success! Your Lead is On the Way.');
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  });

  test('after a verified success the lead joins the local purchased list', async () => {
    answer(paid);
    open();
    await title('Success! Your Lead is On the Way.');
    expect(purchased()).toEqual([LEAD]);
  });

  test("a loser reads that the card was not charged, as 'Payment Failed'", async () => {
    const text = 'This lead has just been sold to another buyer. Your card was not charged.';
    answer(lost(text));
    open();
    expect(await title('Payment Failed')).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact-us');
    // Nothing promises a lead.
    expect(screen.queryByRole('list')).toBeNull();
    expect(screen.queryByText(/your lead arrives/)).toBeNull();
    expect(purchased()).toEqual([]);
  });

  test("a failure without a text reads 'An unknown error occurred.'", async () => {
    answer(lost());
    open();
    expect(await screen.findByText('An unknown error occurred.')).toBeDefined();
  });

  test.each([
    ['no answer', () => HttpResponse.error()],
    ['a fault of the server', () => failure(500, 'UNEXPECTED', 'Something went wrong.')],
    ["a proxy's words", () => new HttpResponse('<h1>Bad Gateway</h1>', { status: 502 })],
  ])("%s, however often asked, reads 'Failed to verify payment.', and 'Try again' asks again", async (_name, reply) => {
    answer(reply);
    open();
    await outwait();
    expect(screen.getByText('Failed to verify payment.')).toBeDefined();
    expect(screen.getByText('If you have paid, your lead arrives by email all the same.')).toBeDefined();
    asked.length = 0;
    answer(paid);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const heading = await title('Success! Your Lead is On the Way.');
    expect(document.activeElement).toBe(heading);
    expect(asked).toHaveLength(1);
  });

  test.each(['tab', 'memory', 'connection'] as const)(
    'a payment that may be asked for again is, when one comes back to the page: %s',
    async (by) => {
      answer(() => failure(503, 'PAYMENTS_UNAVAILABLE', 'Please try again in 9 minutes.'), paid);
      open();
      (await screen.findByRole('button', { name: 'Try again' })).focus();
      act(() => comeBack(by));
      const heading = await title('Success! Your Lead is On the Way.');
      expect(document.activeElement).toBe(heading);
      act(() => comeBack(by));
      await waitFor(() => expect(asked).toHaveLength(2));
    },
  );

  test('it is, even when one comes back in the moment in which the page says so', async () => {
    answer(() => failure(503, 'PAYMENTS_UNAVAILABLE', 'Please try again in 9 minutes.'), paid);
    const watch = new MutationObserver(() => {
      if (screen.queryByText('Try again') === null) return;
      watch.disconnect();
      comeBack();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    open();
    await title('Success! Your Lead is On the Way.');
    expect(asked).toHaveLength(2);
  });

  test('who comes back to the page keeps a focus that stands elsewhere', async () => {
    answer(() => failure(503, 'PAYMENTS_UNAVAILABLE', 'Please try again in 9 minutes.'), paid);
    open();
    await screen.findByRole('button', { name: 'Try again' });
    act(() => comeBack());
    await title('Success! Your Lead is On the Way.');
    expect(document.activeElement).toBe(document.body);
  });

  test.each([
    ['a mangled address', () => failure(400, 'INVALID_INPUT', 'session_id must not hold control characters')],
    ['a refusal without words', () => new HttpResponse('<h1>Forbidden</h1>', { status: 403 })],
  ])("%s reads 'Failed to verify payment.', and is not asked again", async (_name, reply) => {
    answer(reply);
    open();
    expect(await screen.findByText('Failed to verify payment.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    act(() => comeBack());
    expect(screen.getByText('Failed to verify payment.')).toBeDefined();
    expect(asked).toHaveLength(1);
  });

  test.each([
    () => failure(429, 'TOO_MANY_TRIES', 'Please try again in 9 minutes.'),
    () => failure(503, 'PAYMENTS_UNAVAILABLE', 'Please try again in 9 minutes.'),
  ])('a server that asks to wait is quoted, and can be asked again', async (refusal) => {
    answer(refusal, paid);
    open();
    expect(await screen.findByText('Please try again in 9 minutes.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await title('Success! Your Lead is On the Way.')).toBeDefined();
  });

  test('a refusal of the server is shown in its own words', async () => {
    answer(() => failure(404, 'PAYMENT_UNKNOWN', 'There is no such payment.'));
    open();
    expect(await screen.findByText('There is no such payment.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('a payment that is still processing is asked for again after 1, 2, 3, 5 and 8 s', async () => {
    answer(processing);
    open();
    await outwait();
    expect(screen.getByText('Your payment has not been confirmed yet.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  test.each([
    ['a payment that is processing', processing],
    ['a request that was dropped', () => HttpResponse.error()],
  ])('a payment that is paid a second later ends the waiting, and nothing has failed: %s', async (_name, first) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answer(first, paid);
    open();
    await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await vi.waitFor(() => expect(screen.getByText('HL-7K2M-9QXD')).toBeDefined(), PATIENCE);
    expect(asked).toHaveLength(2);
  });

  test('whoever has waited half a minute for a network that answers nothing may try again', async () => {
    const passed = vi.spyOn(performance, 'now').mockReturnValue(0);
    answer(() => {
      passed.mockReturnValue(30_000);
      return HttpResponse.error();
    });
    open();
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined(), PATIENCE);
    expect(asked).toHaveLength(1);
  });

  test('a mail that is refused just after the sale is told of without a reload; one that is not changes nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const [undeliverable, then] of [
      [true, 'Your Lead Has Not Reached You'],
      [undefined, 'Success! Your Lead is On the Way.'],
    ] as const) {
      asked.length = 0;
      answer(paid, () => HttpResponse.json({ success: true, status: 'paid', undeliverable }));
      const { unmount } = open();
      await vi.waitFor(() => expect(screen.getByText('Success! Your Lead is On the Way.')).toBeDefined(), PATIENCE);
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      await vi.waitFor(() => expect(asked).toHaveLength(2), PATIENCE);
      await vi.waitFor(() => expect(screen.getByText(then)).toBeDefined(), PATIENCE);
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(asked).toHaveLength(2);
      unmount();
    }
  });

  test.each([
    ['the server is away', () => HttpResponse.error()],
    ['the sale is refunded', lost('This purchase was refunded.')],
  ])('what was told of a sale stays when the second look fails: %s', async (_name, second) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answer(paid, second);
    open();
    await vi.waitFor(() => expect(screen.getByText('HL-7K2M-9QXD')).toBeDefined(), PATIENCE);
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await vi.waitFor(() => expect(asked).toHaveLength(2), PATIENCE);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText('HL-7K2M-9QXD')).toBeDefined();
  });

  test('leaving the page ends the asking', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answer(processing);
    const { unmount } = open();
    await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE);
    unmount();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['session_id=cs_1', 'Lead information is missing.'],
    ['', 'Lead information is missing.'],
    [`lead=${LEAD}`, 'Failed to verify payment.'],
  ])('the address /success?%s fails without a call: %s', async (search, text) => {
    open(search);
    expect(await title('Payment Failed')).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
    await waitFor(() => expect(asked).toEqual([]));
  });
});
