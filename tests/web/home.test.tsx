import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { comeBack } from '#tests/support/page-back.ts';
import { askedLists, failure, unsoldAnswer, unsoldLead, useWebApi, webApi } from '#tests/support/web-api.ts';
import { App } from '#web/app.tsx';
import { lastArrival, watchNavigation } from '#web/navigation.ts';
import { useLeads } from '#web/stores/leads.ts';
import { usePurchase } from '#web/stores/purchase.ts';
import { markPurchased } from '#web/stores/purchased.ts';
import { useToasts } from '#web/stores/toasts.ts';
import { held } from './held.ts';

useWebApi();

beforeEach(() => {
  localStorage.clear();
  useLeads.setState(useLeads.getInitialState(), true);
  usePurchase.setState(usePurchase.getInitialState(), true);
});

const open = (address: string): void => {
  history.pushState(null, '', address);
  render(<App />);
};

const address = (): string => `${location.pathname}${location.search}`;
const market = () => within(screen.getByRole('region', { name: 'Available Leads' }));
const count = (): string | null => market().getByRole('status').textContent;
const rows = () =>
  within(market().getByRole('list', { name: 'Available leads' })).getAllByRole('heading', { level: 3 });
const shown = (text: string) => waitFor(() => expect(count()).toBe(text));
const searchBox = () => market().getByRole<HTMLInputElement>('searchbox', { name: 'City or state' });
const pageLink = (name: string) =>
  within(market().getByRole('navigation', { name: 'Pagination' })).getByRole('link', { name });

/** Scrolls the page until the test is over. */
const standAt = (y: number): void => {
  window.scrollTo(0, y);
  onTestFinished(() => window.scrollTo(0, 0));
};

const answerWith = (...leads: Parameters<typeof unsoldAnswer>[0]): void =>
  webApi.use(http.get('*/api/good-lead/unsold', () => HttpResponse.json(unsoldAnswer(leads))));

describe('a lead of the list', () => {
  test('shows city, state, the type Buyer, the price with 2 decimals and the description', async () => {
    answerWith(unsoldLead(1, { city: 'Boise', state: 'ID', price: 19.5, description: 'Wants a garden.' }));
    open('/');
    await shown('1 lead, page 1 of 1');
    const [row] = market().getAllByRole('listitem');
    expect(row).toHaveProperty(
      'textContent',
      expect.stringMatching(/^Boise, IDBuyerWants a garden\.EmailPhone\$19\.50/),
    );
  });

  test('without a description says so, and says which contact it lacks', async () => {
    answerWith(unsoldLead(1, { description: '', hasEmail: false, hasPhoneNumber: false }));
    open('/');
    expect(await screen.findByText('No description')).toBeDefined();
    expect(screen.getByText('No email')).toBeDefined();
    expect(screen.getByText('No phone')).toBeDefined();
  });

  test('can be claimed, and claiming opens the purchase of that lead', async () => {
    answerWith(unsoldLead(7));
    open('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Claim This Lead' }));
    expect(usePurchase.getState()).toMatchObject({ step: 'summary', lead: { id: unsoldLead(7).id } });
    expect(await screen.findByRole('dialog', { name: 'Checkout Summary' })).toBeDefined();
  });

  test('that is marked purchased shows a disabled Purchased button', async () => {
    markPurchased(unsoldLead(7).id);
    answerWith(unsoldLead(7));
    open('/');
    expect(await screen.findByRole('button', { name: 'Purchased' })).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Claim This Lead' })).toBeNull();
  });
});

describe('a lead that was marked purchased', () => {
  test('has its Claim This Lead button again when a list shows it later: the sale was undone', async () => {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now - 660_000);
    markPurchased(unsoldLead(7).id);
    vi.spyOn(Date, 'now').mockReturnValue(now);
    answerWith(unsoldLead(7));
    open('/');
    expect(await screen.findByRole('button', { name: 'Claim This Lead' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Purchased' })).toBeNull();
  });
});

describe('a description', () => {
  const long = 'Wants a big house. '.repeat(30);

  test('that is long shows its first lines, and all of it when it is asked for', async () => {
    answerWith(unsoldLead(7, { description: long }));
    open('/');
    const more = await screen.findByRole('button', { name: 'Show more' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    const text = more.previousElementSibling;
    expect([text?.textContent, text?.classList.contains('line-clamp-4')]).toEqual([long, true]);
    await userEvent.click(more);
    expect([more.textContent, more.getAttribute('aria-expanded'), text?.classList.contains('line-clamp-4')]).toEqual([
      'Show less',
      'true',
      false,
    ]);
    await userEvent.click(more);
    expect(text?.classList.contains('line-clamp-4')).toBe(true);
  });

  test('of 300 characters stands there whole', async () => {
    answerWith(unsoldLead(7, { description: long.slice(0, 300) }));
    open('/');
    expect((await screen.findByText(/^Wants a big house\./)).classList.contains('line-clamp-4')).toBe(false);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('the list that lies open', () => {
  /** A list that has another lead by the next time. */
  const changing = async (): Promise<void> => {
    answerWith(unsoldLead(1));
    open('/');
    await shown('1 lead, page 1 of 1');
    answerWith(unsoldLead(2), unsoldLead(3));
  };

  test('is read again when its reader comes back to it later', async () => {
    await changing();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 61_000);
    comeBack();
    await shown('2 leads, page 1 of 1');
  });

  /** A minute before a new week, in which `listed` are the leads of the list that was open before. */
  const monday = async (...listed: Parameters<typeof unsoldAnswer>[0]): Promise<void> => {
    vi.useFakeTimers({
      now: Date.parse('2026-11-23T14:59:00Z'),
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
    });
    onTestFinished(() => void vi.useRealTimers());
    await changing();
    answerWith(...listed);
  };
  const passMonday = () => act(() => vi.advanceTimersByTimeAsync(65_000));
  const claim = () => market().getAllByRole('button', { name: 'Claim This Lead' });

  test('is read again by itself once the week begins, and leaves the focus, what is typed and the place', async () => {
    await monday(unsoldLead(2), unsoldLead(3));
    fireEvent.click(market().getByRole('button', { name: 'Claim This Lead' }));
    const coupon = await screen.findByLabelText<HTMLInputElement>(/Coupon code/);
    coupon.focus();
    fireEvent.change(coupon, { target: { value: 'WELC' } });
    const scrolls = [vi.spyOn(window, 'scrollTo'), vi.spyOn(window, 'scrollBy')];
    await passMonday();
    expect(await screen.findByText('2 leads, page 1 of 1')).toBeDefined();
    expect([document.activeElement, coupon.value]).toEqual([coupon, 'WELC']);
    for (const scroll of scrolls) expect(scroll).not.toHaveBeenCalled();
  });

  test('says that new leads are in, if there are', async () => {
    await monday(unsoldLead(1), unsoldLead(2));
    await passMonday();
    expect(await screen.findByText('New leads are in.')).toBeDefined();
  });

  test('says so minutes later, if the clock of the browser is ahead of the week', async () => {
    await monday(unsoldLead(1));
    const before = useLeads.getState().answer;
    await passMonday();
    await waitFor(() => expect(useLeads.getState().answer).not.toBe(before));
    answerWith(unsoldLead(1), unsoldLead(2));
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(await screen.findByText('New leads are in.')).toBeDefined();
  });

  test.each([
    ['none', []],
    ['no others', [unsoldLead(1)]],
  ])('says nothing where there are %s', async (_, listed) => {
    await monday(...listed);
    const before = useLeads.getState().answer;
    const told: unknown[] = [];
    onTestFinished(useToasts.subscribe(({ orders }) => told.push(...orders)));
    await passMonday();
    await waitFor(() => expect(useLeads.getState().answer).not.toBe(before));
    expect(told).toEqual([]);
    // Once the toaster is there, it takes the orders before anybody else sees them.
    expect(screen.queryByText('New leads are in.')).toBeNull();
  });

  test('gives the focus to what comes in the place of the control that had it, and stays where it is', async () => {
    await monday(unsoldLead(2), unsoldLead(3));
    standAt(700);
    const scroll = vi.spyOn(window, 'scrollTo');
    claim()[0]?.focus();
    await passMonday();
    await waitFor(() => expect(document.activeElement).toBe(claim()[0]));
    expect(claim()).toHaveLength(2);
    expect(scroll).toHaveBeenLastCalledWith(0, 700);
  });

  test('leaves the focus to a control that stays, wherever it is then', async () => {
    await monday(unsoldLead(2), unsoldLead(1));
    const [button] = claim();
    button?.focus();
    await passMonday();
    await waitFor(() => expect(claim()[1]).toBe(button));
    expect(document.activeElement).toBe(button);
  });

  test('gives the focus to its heading where nothing comes in the place', async () => {
    await monday(unsoldLead(2), unsoldLead(3));
    await passMonday();
    claim()[1]?.focus();
    answerWith(unsoldLead(2));
    await passMonday();
    comeBack();
    const heading = screen.getByRole('heading', { level: 2, name: 'Available Leads' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('is read again when a lead of it turns out not to be for sale any more', async () => {
    await changing();
    usePurchase.setState({ lost: unsoldLead(1).id });
    await shown('2 leads, page 1 of 1');
  });
});

describe('the pages of the list', () => {
  test('First and Prev lead nowhere on the first page, Next and Last nowhere on the last', async () => {
    open('/');
    await shown('23 leads, page 1 of 3');
    expect(pageLink('First').getAttribute('aria-disabled')).toBe('true');
    expect(pageLink('Prev').hasAttribute('href')).toBe(false);
    expect(pageLink('Next').getAttribute('href')).toBe('/?page=2');
    await userEvent.click(pageLink('Last'));
    await shown('23 leads, page 3 of 3');
    expect(address()).toBe('/?page=3');
    expect(pageLink('Last').hasAttribute('href')).toBe(false);
    expect(pageLink('First').getAttribute('href')).toBe('/');
  });

  test('are counted without their leads where the server does not tell how many those are', async () => {
    const answer = { data: [unsoldLead(1)], currentPage: 2, totalPages: 3 };
    webApi.use(http.get('*/api/good-lead/unsold', () => HttpResponse.json(answer)));
    open('/?page=2');
    await shown('Leads, page 2 of 3');
  });

  test('long numbers are easy to read: of leads and of pages', async () => {
    const answer = { data: [unsoldLead(1)], currentPage: 1200, totalPages: 2345, totalItems: 23_449 };
    webApi.use(http.get('*/api/good-lead/unsold', () => HttpResponse.json(answer)));
    open('/?page=1200');
    await shown('23,449 leads, page 1,200 of 2,345');
  });

  test('a page is a real link with its number as name, and the current one says so', async () => {
    open('/?city=austin');
    await shown('11 leads, page 1 of 2');
    expect(pageLink('Page 2').getAttribute('href')).toBe('/?city=austin&page=2');
    expect(pageLink('Page 1').getAttribute('aria-current')).toBe('page');
    expect(pageLink('Page 2').hasAttribute('aria-current')).toBe(false);
  });

  test('after a click the heading of the list has the focus, and Back restores the rows', async () => {
    open('/');
    await shown('23 leads, page 1 of 3');
    await userEvent.click(pageLink('Page 2'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Available Leads' }));
    await shown('23 leads, page 2 of 3');
    history.back();
    await shown('23 leads, page 1 of 3');
    expect(address()).toBe('/');
    expect(rows()).toHaveLength(10);
  });

  test('the page before stays on show, dimmed, while the next one is awaited', async () => {
    open('/');
    await shown('23 leads, page 1 of 3');
    webApi.use(http.get('*/api/good-lead/unsold', () => delay('infinite')));
    await userEvent.click(pageLink('Next'));
    expect(rows()).toHaveLength(10);
    expect(market().getByRole('list', { name: 'Available leads' }).getAttribute('aria-busy')).toBe('true');
  });

  test.each(['/?page=abc', '/?page=-3', '/?page=0'])(
    'the mangled address %s is mended before anything is asked',
    async (mangled) => {
      open(mangled);
      await shown('23 leads, page 1 of 3');
      expect(address()).toBe('/');
      expect(askedLists.map(({ page }) => page)).toEqual(['1']);
    },
  );

  test('a page past the end becomes the last one, and its rows are not asked for again', async () => {
    open('/?page=99');
    const before = history.length;
    await shown('23 leads, page 3 of 3');
    await waitFor(() => expect(useLeads.getState().request?.page).toBe(3));
    expect([address(), history.length]).toEqual(['/?page=3', before]);
    expect(useLeads.getState().phase).toBe('ready');
    expect(rows()).toHaveLength(3);
    expect(askedLists.map(({ page }) => page)).toEqual(['99']);
  });
});

describe('the search', () => {
  test('a city in the address fills the field, asks for it and scrolls to the list', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    open('/?city=denver');
    await shown('12 leads, page 1 of 2');
    expect(searchBox().value).toBe('denver');
    expect(scrolled.mock.contexts).toEqual([screen.getByRole('heading', { name: 'Available Leads' })]);
  });

  test('is read to the letter: a sign that somebody has typed is no escape of another one', async () => {
    open('/?city=%2541ustin');
    await shown('No leads found');
    expect(searchBox().value).toBe('%41ustin');
  });

  test('a city in the address does so by a link as well, and not by Back: that leads to where the visitor was', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    onTestFinished(watchNavigation());
    open('/?city=denver');
    await shown('12 leads, page 1 of 2');
    expect([lastArrival(), scrolled.mock.calls.length]).toEqual(['link', 1]);
    cleanup();
    history.pushState(null, '', '/contact-us');
    history.back();
    await waitFor(() => expect([lastArrival(), address()]).toEqual(['history', '/?city=denver']));
    render(<App />);
    await shown('12 leads, page 1 of 2');
    expect(scrolled).toHaveBeenCalledOnce();
  });

  test('without a city nothing scrolls', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    open('/');
    await shown('23 leads, page 1 of 3');
    expect(scrolled).not.toHaveBeenCalled();
  });

  test('typing is searched for once it rests, trimmed, from the first page on', async () => {
    open('/?page=2');
    await shown('23 leads, page 2 of 3');
    askedLists.length = 0;
    await userEvent.type(searchBox(), ' austin ');
    expect(address()).toBe('/?page=2');
    await shown('11 leads, page 1 of 2');
    expect(address()).toBe('/?city=austin');
    expect(askedLists).toEqual([{ page: '1', search: 'austin' }]);
    expect(searchBox().value).toBe(' austin ');
  });

  test('the first search has its place in the history, more typing replaces it, and Back restores rows and field', async () => {
    open('/');
    await shown('23 leads, page 1 of 3');
    const before = history.length;
    await userEvent.type(searchBox(), 'den');
    await shown('12 leads, page 1 of 2');
    await userEvent.type(searchBox(), 'ver');
    await waitFor(() => expect(address()).toBe('/?city=denver'));
    expect(history.length).toBe(before + 1);
    history.back();
    await shown('23 leads, page 1 of 3');
    expect(address()).toBe('/');
    expect(searchBox().value).toBe('');
  });

  test('Enter searches at once', async () => {
    open('/');
    await shown('23 leads, page 1 of 3');
    await userEvent.type(searchBox(), 'austin{Enter}');
    expect(address()).toBe('/?city=austin');
  });

  test('a search after Back has a place of its own in the history too', async () => {
    open('/');
    await shown('23 leads, page 1 of 3');
    await userEvent.type(searchBox(), 'denver{Enter}');
    history.back();
    await shown('23 leads, page 1 of 3');
    await userEvent.type(searchBox(), 'austin{Enter}');
    expect(address()).toBe('/?city=austin');
    history.back();
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('who has left the field begins a new search, with a place of its own in the history', async () => {
    open('/');
    await shown('23 leads, page 1 of 3');
    const before = history.length;
    await userEvent.type(searchBox(), 'austin{Enter}');
    await userEvent.tab();
    await userEvent.clear(searchBox());
    await userEvent.type(searchBox(), 'denver{Enter}');
    expect(address()).toBe('/?city=denver');
    expect(history.length).toBe(before + 2);
  });

  test('a search that was about to start is off once the page is left', async () => {
    open('/');
    await shown('23 leads, page 1 of 3');
    vi.useFakeTimers();
    fireEvent.change(searchBox(), { target: { value: 'denver' } });
    cleanup();
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(address()).toBe('/');
  });

  test('the cross clears the search and leaves the focus in the field', async () => {
    open('/?city=austin');
    await shown('11 leads, page 1 of 2');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    await shown('23 leads, page 1 of 3');
    expect(document.activeElement).toBe(searchBox());
  });

  test('nothing found: what, what next, and one button that shows all leads', async () => {
    open('/?city=zzz');
    await shown('No leads found');
    expect(screen.getByRole('heading', { name: 'No leads in “zzz” right now' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Show all leads' }));
    await shown('23 leads, page 1 of 3');
    expect(searchBox().value).toBe('');
  });

  test('no leads at all: what, what next, and one button that puts the next ones on the calendar', async () => {
    answerWith();
    open('/');
    await shown('No leads found');
    expect(market().getByRole('heading', { name: 'No leads right now' })).toBeDefined();
    const text = market().getByText(/^New leads arrive every Monday at 15:00 UTC/).textContent;
    expect(text).toMatch(/^New leads arrive every Monday at 15:00 UTC \((Tuesday )?\d+:\d\d\s[AP]M your time\)\.$/);
    const reminder = market().getByRole('link', { name: 'Remind me on Mondays' });
    expect([reminder.getAttribute('href'), reminder.hasAttribute('download')]).toEqual(['/new-leads.ics', true]);
  });
});

describe('after Enter', () => {
  test.each([
    ['where one types on the screen the focus leaves the field, so that the keyboard goes', true],
    ['elsewhere it stays', false],
  ])('%s', async (_name, isCoarse) => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: isCoarse && query.includes('coarse') }) as MediaQueryList,
    );
    open('/');
    await shown('23 leads, page 1 of 3');
    await userEvent.type(searchBox(), 'austin{Enter}');
    await shown('11 leads, page 1 of 2');
    expect(document.activeElement === searchBox()).toBe(!isCoarse);
  });
});

const NOT_REACHED = 'We could not reach the server. Check your connection and try again.';

describe('when the leads cannot be loaded', () => {
  test("the card and the toast 'Error: Failed to load leads.' say so, and 'Try again' asks again", async () => {
    webApi.use(http.get('*/api/good-lead/unsold', () => failure(500, 'UNEXPECTED', 'Sorry.'), { once: true }));
    open('/');
    expect(await screen.findByRole('heading', { name: 'Failed to load leads' })).toBeDefined();
    expect(await screen.findByText('Failed to load leads.')).toBeDefined();
    expect(screen.getByText('Error')).toBeDefined();
    expect(count()).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await shown('23 leads, page 1 of 3');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Available Leads' }));
    await waitFor(() => expect(screen.queryByText('Failed to load leads.')).toBeNull());
  });

  test('whoever has left the list by then is not told', async () => {
    const reply = held();
    let isAsked = false;
    webApi.use(
      http.get('*/api/good-lead/unsold', async () => {
        isAsked = true;
        await reply.released;
        return failure(500, 'UNEXPECTED', 'Sorry.');
      }),
    );
    open('/');
    await waitFor(() => expect(isAsked).toBe(true));
    cleanup();
    useToasts.setState({ orders: [] });
    reply.release();
    await delay(100);
    expect(useToasts.getState().orders).toEqual([]);
  });

  test.each([
    ['the server has said why', () => failure(429, 'TOO_MANY_TRIES', 'Wait a little.'), 'Wait a little.'],
    ['no answer came', () => HttpResponse.error(), NOT_REACHED],
    ['nobody could read the answer', () => new HttpResponse('<html>', { status: 502 }), NOT_REACHED],
  ])('the card tells why, where %s', async (_name, reply, text) => {
    webApi.use(http.get('*/api/good-lead/unsold', reply));
    open('/');
    const title = await screen.findByRole('heading', { name: 'Failed to load leads' });
    expect(title.nextElementSibling?.textContent).toBe(text);
  });
});

describe('back from a payment that was cancelled', () => {
  test('a note says that nothing was charged, the search is kept and the parameter goes', async () => {
    history.pushState(null, '', '/');
    const before = history.length;
    open('/?cancelled=1&city=austin&page=2');
    expect(await screen.findByText('You were not charged.')).toBeDefined();
    await shown('11 leads, page 2 of 2');
    expect([address(), history.length]).toEqual(['/?city=austin&page=2', before + 1]);
  });

  test('the list is what is seen first, also without a search', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    open('/?cancelled=1');
    await shown('23 leads, page 1 of 3');
    expect(scrolled.mock.contexts).toEqual([screen.getByRole('heading', { name: 'Available Leads' })]);
  });

  test('any other visit is told nothing', async () => {
    const told: unknown[] = [];
    const stop = useToasts.subscribe(({ orders }) => told.push(...orders));
    open('/?city=austin&page=2');
    await shown('11 leads, page 2 of 2');
    stop();
    expect(told).toEqual([]);
  });
});
