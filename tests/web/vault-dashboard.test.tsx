import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from 'wouter';

import type { VaultedLeadBody } from '#adapters/http/contract/vault-contract.ts';
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
import { failure, useWebApi } from '#tests/support/web-api.ts';
import {
  answerVault,
  answerVaultWith,
  askedVault,
  EMPTY_LEAD,
  SUBSCRIBER,
  vaultAnswer,
  vaultedLead,
} from '#tests/support/web-vault.ts';
import { LeadVaultDashboard } from '#web/screens/lead-vault-dashboard.tsx';
import { useToasts } from '#web/stores/toasts.ts';
import { meetVisitor } from '#web/stores/visitor.ts';

useWebApi();
useAccounts();

const DASHBOARD = '/lead-vault-dashboard';
const LEADS = Array.from({ length: 214 }, (_, index) => vaultedLead(index + 1));

let isWide = true;
beforeEach(() => {
  isWide = true;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => Object.assign(new EventTarget(), { matches: isWide }) as unknown as MediaQueryList,
  );
  answer('GET auth/me', signedIn(SUBSCRIBER));
  answerVault(LEADS);
});

const arrive = async (query = '') => {
  open(DASHBOARD + query, <Route path={DASHBOARD} component={LeadVaultDashboard} />);
  await screen.findByRole('heading', { level: 1, name: 'Lead Vault Dashboard' });
};
const list = () => within(screen.getByRole('region', { name: 'Archived leads' }));
const count = () => list().getByRole('status').textContent;
const shown = (text: string) => waitFor(() => expect(count()).toBe(text));
const heading = () => screen.getByRole('heading', { level: 2, name: 'Archived leads' });
const searchBox = () => list().getByRole<HTMLInputElement>('searchbox');
const states = () => list().getByRole<HTMLSelectElement>('combobox', { name: 'State' });
const toggle = (by: 'Date' | 'Price') => list().getByRole('button', { name: new RegExp(`^Sort by ${by}`) });
const arrow = (by: 'Date' | 'Price') => toggle(by).querySelector('[data-arrow]')?.getAttribute('data-arrow');
const size = () => list().getByRole<HTMLSelectElement>('combobox', { name: 'Leads per page' });
const reset = () => list().getAllByRole('button', { name: 'Reset Filters' })[0] as HTMLElement;
const pager = () => within(list().getByRole('navigation', { name: 'Pagination' }));
const cells = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map(({ textContent }) => textContent);
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const show = async (...leads: readonly Partial<VaultedLeadBody>[]) => {
  answerVault(leads.map((differences, index) => vaultedLead(index + 1, differences)));
  await arrive();
  await shown(leads.length === 1 ? 'Showing 1 of 1' : `Showing 1–${leads.length} of ${leads.length}`);
};

describe('the dashboard of a subscriber', () => {
  test("says 'Access to N archived leads' of the whole vault, whatever is searched for", async () => {
    await arrive('?state=TX');
    await shown('Showing 1–10 of 107');
    expect(screen.getByText((_text, element) => element?.textContent === 'Access to 214 archived leads')).toBeDefined();
    expect(screen.getByText('All contact information unlocked and ready to use')).toBeDefined();
    expect(document.title).toBe('Texas | Lead Vault | Homelead');
  });

  test('goes on saying how many there are when a further page cannot be fetched', async () => {
    await arrive();
    await shown('Showing 1–10 of 214');
    answerVaultWith(() => failure(500, 'INTERNAL', 'Something went wrong.'));
    await userEvent.click(pager().getByRole('link', { name: 'Next' }));
    expect(await screen.findByRole('heading', { name: 'Failed to fetch leads' })).toBeDefined();
    expect(screen.getByText((_text, element) => element?.textContent === 'Access to 214 archived leads')).toBeDefined();
  });

  test('is read again when its reader comes back to it later', async () => {
    await show({ city: 'Boise' });
    answerVault([vaultedLead(1), vaultedLead(2)]);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 61_000);
    act(() => comeBack());
    await shown('Showing 1–2 of 2');
  });

  test('counts what is shown in a status that is there from the start', async () => {
    answerVaultWith(() => delay('infinite') as unknown as Promise<Response>);
    await arrive();
    expect(count()).toBe('');
  });

  test('has a table with a column for everything, contacts to press', async () => {
    await show({ phoneNumber: '+1 (512) 555-0100', leadPrice: 19.5 });
    const [head] = within(screen.getByRole('table')).getAllByRole('row');
    expect(cells(head)).toEqual(['Name', 'Email', 'Phone', 'Location', 'Notes', 'Original Price', 'Vaulted Date']);
    expect(cells(rows()[0])).toEqual([
      'Elena Okafor 1',
      'elena1@example.com',
      '+1 (512) 555-0100',
      'Denver, CO',
      'Note number 1.',
      '$19.50',
      'Nov 14, 2026',
    ]);
    expect(screen.getByText('elena1@example.com').closest('a')?.getAttribute('href')).toBe('mailto:elena1@example.com');
    expect(screen.getByRole('link', { name: '+1 (512) 555-0100' }).getAttribute('href')).toBe('tel:+15125550100');
    expect(screen.queryByRole('list', { name: 'Archived leads' })).toBeNull();
  });

  test('has cards on a narrow window, each with Call and Email, and no table', async () => {
    isWide = false;
    await show({ leadPrice: 19.5 });
    const [card] = within(screen.getByRole('list', { name: 'Archived leads' })).getAllByRole('listitem');
    for (const text of ['Elena Okafor 1', '$19.50', 'Denver, CO', 'Nov 14, 2026', 'Note number 1.', '(512) 555-0100'])
      expect(card?.textContent).toContain(text);
    expect(screen.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:5125550100');
    expect(screen.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe('mailto:elena1@example.com');
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('has the table on paper, however narrow the window', async () => {
    isWide = false;
    await show({});
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rows()).toHaveLength(1);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(screen.queryByRole('table')).toBeNull();
  });

  test.each([true, false])(
    'says in words what is missing of a lead with every field empty (table: %s)',
    async (wide) => {
      isWide = wide;
      await show(EMPTY_LEAD);
      for (const text of ['No name', 'No phone', 'No email', 'No notes', '$0.00'])
        expect(list().getByText(text)).toBeDefined();
      expect(list().getByText(/^No location/)).toBeDefined();
      expect(list().queryByRole('link')).toBeNull();
    },
  );

  test('lets long notes scroll in their place, by the keyboard too, and says where they go on; short ones are no stop of it', async () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function scrollHeight(this: HTMLElement) {
      return (this.textContent?.length ?? 0) > 1_000 ? 900 : 20;
    });
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(120);
    await show({ description: 'x'.repeat(5_000) }, { description: 'Short.' });
    const notes = screen.getByRole('group', { name: 'Notes about Elena Okafor 1' });
    expect(notes.tabIndex).toBe(0);
    expect(notes.textContent).toHaveLength(5_000);
    expect(notes.dataset['goesOn']).toBe('true');
    notes.scrollTop = 780;
    fireEvent.scroll(notes);
    expect(notes.dataset['goesOn']).toBe('false');
    expect(screen.getByText('Short.').hasAttribute('tabindex')).toBe(false);
  });
});

describe('the filters', () => {
  test("search with 'Search by city, name, or email...', once the typing rests, trimmed, from the first page on", async () => {
    await arrive('?page=2');
    await shown('Showing 11–20 of 214');
    expect(searchBox().placeholder).toBe('Search by city, name, or email...');
    askedVault.length = 0;
    await userEvent.type(searchBox(), ' austin ');
    expect(here()).toBe(`${DASHBOARD}?page=2`);
    await shown('Showing 1–10 of 107');
    expect(here()).toBe(`${DASHBOARD}?search=austin`);
    expect(askedVault).toEqual(['?page=1&limit=10&search=austin']);
  });

  test('the first search has its place in the history, more typing replaces it, and Back restores rows and field', async () => {
    await arrive();
    await shown('Showing 1–10 of 214');
    const before = history.length;
    await userEvent.type(searchBox(), 'den');
    await waitFor(() => expect(here()).toBe(`${DASHBOARD}?search=den`));
    await userEvent.type(searchBox(), 'ver');
    await waitFor(() => expect(here()).toBe(`${DASHBOARD}?search=denver`));
    expect(history.length).toBe(before + 1);
    history.back();
    await shown('Showing 1–10 of 214');
    expect(searchBox().value).toBe('');
  });

  test("offer 'All States' and the 50 states by name; one of them returns to page 1", async () => {
    await arrive('?page=2');
    await shown('Showing 11–20 of 214');
    const options = within(states()).getAllByRole('option');
    expect(options).toHaveLength(51);
    expect(options.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['All States', 'Alabama']);
    await userEvent.selectOptions(states(), 'Texas');
    await shown('Showing 1–10 of 107');
    expect(here()).toBe(`${DASHBOARD}?state=TX`);
    await userEvent.selectOptions(states(), 'All States');
    await shown('Showing 1–10 of 214');
    expect(here()).toBe(DASHBOARD);
    history.back();
    await waitFor(() => expect(states().value).toBe('TX'));
  });

  test("'Sort by Date' goes from none to up, to down and to none again", async () => {
    await arrive('?page=2');
    await shown('Showing 11–20 of 214');
    const seen = [];
    for (let press = 0; press < 3; press += 1) {
      await userEvent.click(toggle('Date'));
      seen.push([here().slice(DASHBOARD.length), arrow('Date'), toggle('Date').getAttribute('aria-pressed')]);
    }
    expect(seen).toEqual([
      ['?sort=date-asc', 'asc', 'true'],
      ['?sort=date-desc', 'desc', 'true'],
      ['', 'none', 'false'],
    ]);
  });

  test("'Sort by Price' goes from none to down, to up and to none again, and takes the place of the date", async () => {
    await arrive('?sort=date-asc');
    await shown('Showing 1–10 of 214, oldest first');
    const seen = [];
    for (let press = 0; press < 3; press += 1) {
      await userEvent.click(toggle('Price'));
      seen.push([here().slice(DASHBOARD.length), arrow('Price'), arrow('Date')]);
    }
    expect(seen).toEqual([
      ['?sort=price-desc', 'desc', 'none'],
      ['?sort=price-asc', 'asc', 'none'],
      ['', 'none', 'none'],
    ]);
  });

  test.each([
    [
      '?sort=date-asc',
      '?page=1&limit=10&sortBy=vaultedDate&sortOrder=asc',
      'Vaulted Date',
      'ascending',
      'oldest first',
    ],
    [
      '?sort=price-desc',
      '?page=1&limit=10&sortBy=price&sortOrder=desc',
      'Original Price',
      'descending',
      'highest price first',
    ],
  ])(
    'the sorting %s is asked for as %s; column, button and status say so',
    async (query, asked, column, sorted, words) => {
      await arrive(query);
      await shown(`Showing 1–10 of 214, ${words}`);
      expect(askedVault).toEqual([asked]);
      expect(screen.getByRole('columnheader', { name: column }).getAttribute('aria-sort')).toBe(sorted);
      expect(screen.getByRole('button', { pressed: true }).textContent).toContain(words);
    },
  );

  test('a state that is chosen while the typing rests stays', async () => {
    await arrive();
    await shown('Showing 1–10 of 214');
    fireEvent.change(searchBox(), { target: { value: 'austin' } });
    await userEvent.selectOptions(states(), 'Texas');
    await waitFor(() => expect(here()).toBe(`${DASHBOARD}?search=austin&state=TX`));
  });

  test("'Reset Filters' clears search, state, sort and page, and what was typed but not searched for", async () => {
    await arrive('?search=austin&state=TX&sort=date-asc&page=2');
    await shown('Showing 11–20 of 107, oldest first');
    fireEvent.change(searchBox(), { target: { value: 'austin, or' } });
    await userEvent.click(reset());
    await shown('Showing 1–10 of 214');
    expect([here(), searchBox().value, states().value, arrow('Date')]).toEqual([DASHBOARD, '', '', 'none']);
    await delay(400);
    expect(here()).toBe(DASHBOARD);
  });

  test("'Reset Filters' with nothing to reset but what was typed has no place in the history", async () => {
    await arrive();
    await shown('Showing 1–10 of 214');
    const before = history.length;
    fireEvent.change(searchBox(), { target: { value: 'aus' } });
    await userEvent.click(reset());
    expect(searchBox().value).toBe('');
    await delay(400);
    expect([here(), history.length]).toEqual([DASHBOARD, before]);
  });

  test('name the document before the screen can be seen under another name', async () => {
    const titles: string[] = [];
    // It is told of each change of the document before that can be painted.
    const changes = new MutationObserver(() => {
      if (screen.queryByRole('heading', { level: 1, name: 'Lead Vault Dashboard' }) !== null)
        titles.push(document.title);
    });
    changes.observe(document.body, { childList: true, subtree: true });
    await arrive('?search=denver&state=CO');
    changes.disconnect();
    expect(titles[0]).toBe('“denver”, Colorado | Lead Vault | Homelead');
  });

  test('name the document, by which several searches are told apart', async () => {
    await arrive('?search=denver&state=CO');
    expect(document.title).toBe('“denver”, Colorado | Lead Vault | Homelead');
    await userEvent.click(reset());
    await waitFor(() => expect(document.title).toBe('Lead Vault Dashboard | Homelead'));
  });

  test('nothing found: what, what next, and one button that resets the filters', async () => {
    await arrive('?search=zzz');
    await shown('No leads found');
    expect(screen.getByRole('heading', { name: 'No leads match your filters' })).toBeDefined();
    await userEvent.click(list().getAllByRole('button', { name: 'Reset Filters' })[1] as HTMLElement);
    await shown('Showing 1–10 of 214');
    expect(document.activeElement).toBe(heading());
  });

  test('are read to the letter: a sign that somebody has typed is no escape of another one', async () => {
    await arrive('?search=%2541ustin');
    await shown('No leads found');
    expect([searchBox().value, here()]).toEqual(['%41ustin', `${DASHBOARD}?search=%2541ustin`]);
  });

  test('nothing found for a city with its state, as the table writes it: one button shows that city in that state', async () => {
    await arrive('?search=Austin%2C+TX&sort=price-desc');
    await shown('No leads found');
    await userEvent.click(list().getByRole('button', { name: 'Show Austin in Texas' }));
    await shown('Showing 1–10 of 107, highest price first');
    expect(here()).toBe(`${DASHBOARD}?search=Austin&state=TX&sort=price-desc`);
    expect([searchBox().value, states().value]).toEqual(['Austin', 'TX']);
    expect(document.activeElement).toBe(heading());
  });

  test('an empty vault is no fault of the filters: it leads to the leads of this week', async () => {
    answerVault([]);
    await arrive();
    await shown('No leads found');
    expect(screen.getByRole('heading', { name: 'No archived leads right now' })).toBeDefined();
    expect(list().getByRole('link', { name: "See this week's leads" }).getAttribute('href')).toBe('/');
  });

  test('a mangled address is mended in its place in the history, before anything is asked', async () => {
    history.pushState(null, '', DASHBOARD);
    const before = history.length;
    await arrive('?page=abc&state=ZZ&sort=up&search=+austin');
    await shown('Showing 1–10 of 107');
    expect([here(), history.length]).toEqual([`${DASHBOARD}?search=austin`, before]);
    expect(askedVault).toEqual(['?page=1&limit=10&search=austin']);
  });
});

describe('the pages', () => {
  test("show the ends and two around this one, '...' for gaps, as real links", async () => {
    await arrive('?state=TX&page=6');
    await shown('Showing 51–60 of 107');
    const bar = list().getByRole('navigation', { name: 'Pagination' });
    expect(bar.textContent).toBe('1...45678...11');
    expect(pager().getByRole('link', { name: 'Page 6' }).getAttribute('aria-current')).toBe('page');
    expect(pager().getByRole('link', { name: 'Page 11' }).getAttribute('href')).toBe(`${DASHBOARD}?state=TX&page=11`);
  });

  test('First and Previous lead nowhere on the first page, Next and Last nowhere on the last', async () => {
    await arrive();
    await shown('Showing 1–10 of 214');
    expect(pager().getByRole('link', { name: 'First' }).getAttribute('aria-disabled')).toBe('true');
    expect(pager().getByRole('link', { name: 'Previous' }).hasAttribute('href')).toBe(false);
    expect(pager().getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(`${DASHBOARD}?page=2`);
    await userEvent.click(pager().getByRole('link', { name: 'Last' }));
    await shown('Showing 211–214 of 214');
    expect(pager().getByRole('link', { name: 'Last' }).hasAttribute('href')).toBe(false);
    expect(pager().getByRole('link', { name: 'Next' }).hasAttribute('href')).toBe(false);
    expect(pager().getByRole('link', { name: 'First' }).getAttribute('href')).toBe(DASHBOARD);
  });

  test('a page change scrolls to the filters, moves the focus to the heading, and Back restores the rows', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    await arrive();
    await shown('Showing 1–10 of 214');
    expect(scrolled).not.toHaveBeenCalled();
    await userEvent.click(pager().getByRole('link', { name: 'Page 2' }));
    expect(scrolled.mock.contexts).toEqual([heading()]);
    expect(document.activeElement).toBe(heading());
    await shown('Showing 11–20 of 214');
    history.back();
    await shown('Showing 1–10 of 214');
  });

  test('a page past the end becomes the last one, and its rows are not asked for again', async () => {
    history.pushState(null, '', DASHBOARD);
    const before = history.length;
    await arrive('?page=99');
    await shown('Showing 211–214 of 214');
    await waitFor(() => expect(here()).toBe(`${DASHBOARD}?page=22`));
    expect(history.length).toBe(before);
    await delay(200);
    expect(askedVault).toHaveLength(1);
  });

  test('one page needs no pager', async () => {
    await show({}, {});
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull();
  });

  test('the rows before stay, dimmed, while the next ones are awaited', async () => {
    await arrive();
    await shown('Showing 1–10 of 214');
    answerVaultWith(() => delay('infinite') as unknown as Promise<Response>);
    await userEvent.click(pager().getByRole('link', { name: 'Next' }));
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect(rows()).toHaveLength(10);
  });

  test('hold 10 leads, or as many as are chosen, kept across filters', async () => {
    await arrive();
    await shown('Showing 1–10 of 214');
    expect([...size().options].map(({ text }) => text)).toEqual(['10', '25', '50', '100']);
    await userEvent.selectOptions(size(), '50');
    await shown('Showing 1–50 of 214');
    expect([here(), rows().length, askedVault.at(-1)]).toEqual([`${DASHBOARD}?size=50`, 50, '?page=1&limit=50']);
    await userEvent.click(pager().getByRole('link', { name: 'Next' }));
    await shown('Showing 51–100 of 214');
    await userEvent.selectOptions(states(), 'Texas');
    await shown('Showing 1–50 of 107');
    await userEvent.click(reset());
    await shown('Showing 1–50 of 214');
    expect(here()).toBe(`${DASHBOARD}?size=50`);
    history.back();
    await waitFor(() => expect(here()).toBe(`${DASHBOARD}?state=TX&size=50`));
  });

  test.each([
    ['?page=4', 2, '50', 'Showing 1–50 of 214', 30 * 70],
    ['?size=50', 12, '10', 'Showing 11–20 of 214', -10 * 70],
    ['?size=50', 50, '25', 'Showing 26–50 of 214', -25 * 70],
  ])(
    'of another size go on with the lead that was the first in sight, which stays where it stood (%s, %i above)',
    async (query, above, next, counted, way) => {
      const scrolled = vi.spyOn(window, 'scrollBy');
      await arrive(query);
      await waitFor(() => expect(count()).not.toBe(''));
      vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function box(this: HTMLElement) {
        return new DOMRect(0, ([...(this.parentElement?.children ?? [])].indexOf(this) - above) * 70, 100, 70);
      });
      size().focus();
      await userEvent.selectOptions(size(), next);
      await shown(counted);
      expect(scrolled.mock.calls).toEqual([[0, way]]);
      expect(document.activeElement).toBe(size());
    },
  );

  test('of another size are counted when they are there', async () => {
    await arrive('?page=4');
    await shown('Showing 31–40 of 214');
    answerVaultWith(() => delay('infinite') as unknown as Promise<Response>);
    await userEvent.selectOptions(size(), '100');
    expect(here()).toBe(`${DASHBOARD}?size=100`);
    expect(count()).toBe('Showing 31–40 of 214');
  });

  test('that hold everything can be made smaller again; ten leads need no choice', async () => {
    await arrive('?size=100&search=austin&state=TX&page=2');
    await shown('Showing 101–107 of 107');
    answerVault(LEADS.slice(0, 11));
    await userEvent.click(reset());
    await shown('Showing 1–11 of 11');
    expect(size().value).toBe('100');
    answerVault(LEADS.slice(0, 10));
    await userEvent.selectOptions(states(), 'Texas');
    await shown('Showing 1–5 of 5');
    expect(list().queryByRole('combobox', { name: 'Leads per page' })).toBeNull();
  });

  test('the page before, to which Back leads, stands there at once as it was, with its count, while it is fetched anew', async () => {
    await arrive('?page=2');
    await shown('Showing 11–20 of 214');
    await userEvent.click(list().getByRole('link', { name: 'Last' }));
    await shown('Showing 211–214 of 214');
    answerVaultWith(async () => {
      await delay('infinite');
      return HttpResponse.error();
    });
    act(() => window.history.back());
    await shown('Showing 11–20 of 214');
    expect(list().getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect(list().getByRole('link', { current: 'page' }).textContent).toBe('2');
  });

  test('an older answer never overwrites a newer one', async () => {
    await arrive();
    await shown('Showing 1–10 of 214');
    let slow = 0;
    answerVaultWith(async () => {
      slow += 1;
      await delay(300);
      return HttpResponse.json(vaultAnswer([vaultedLead(1, { firstName: 'Late' })]));
    });
    await userEvent.selectOptions(states(), 'Texas');
    await waitFor(() => expect(slow).toBe(1));
    answerVault(LEADS);
    await userEvent.selectOptions(states(), 'Colorado');
    await shown('Showing 1–10 of 107');
    await delay(350);
    expect(screen.queryByText(/Late/)).toBeNull();
    expect(count()).toBe('Showing 1–10 of 107');
  });
});

describe('when the leads cannot be fetched', () => {
  test.each([
    ['server', () => failure(500, 'UNEXPECTED', 'Sorry.'), 'Sorry.'],
    ['limit', () => failure(429, 'TOO_MANY_TRIES', 'Wait a little.'), 'Wait a little.'],
    ['network', unreachable, 'We could not reach the server. Check your connection and try again.'],
  ])(
    "(%s) card and toast 'Error: Failed to fetch leads.' say so, and 'Try again' asks again",
    async (_name, reply, text) => {
      answerVaultWith(reply);
      await arrive();
      const title = await screen.findByRole('heading', { name: 'Failed to fetch leads' });
      expect(title.nextElementSibling?.textContent).toBe(text);
      expect(toasts()).toEqual(['Error: Failed to fetch leads.']);
      expect(count()).toBe('');
      answerVault(LEADS);
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await shown('Showing 1–10 of 214');
      expect(document.activeElement).toBe(heading());
      expect(useToasts.getState().orders.at(-1)).toEqual({ do: 'dismiss', id: 'Error' });
    },
  );

  test('because the subscription has ended, a note says so, and the not-subscribed screen takes their place', async () => {
    await arrive();
    await shown('Showing 1–10 of 214');
    answer('GET auth/me', signedIn(OMAR));
    answerVaultWith(() => failure(403, 'SUBSCRIPTION_REQUIRED', 'No.'));
    await userEvent.click(pager().getByRole('link', { name: 'Next' }));
    const title = await screen.findByRole('heading', { level: 1, name: "You're not subscribed" });
    expect(document.activeElement).toBe(title);
    expect(toasts()).toEqual(['Your subscription has ended: Subscribe again to go on.']);
    expect(document.body.textContent).not.toContain('elena');
  });

  test('because somebody else has signed in meanwhile, no subscription has ended', async () => {
    await arrive();
    await shown('Showing 1–10 of 214');
    act(() => meetVisitor({ ...OMAR, email: 'nobody.yet@example.com' }));
    await screen.findByRole('heading', { level: 1, name: "You're not subscribed" });
    expect(toasts()).toEqual([]);
  });

  test('because the session has ended, the sign-in follows, which leads back to the very list', async () => {
    await arrive('?state=TX');
    await shown('Showing 1–10 of 107');
    answer('GET auth/me', () => failure(401, 'NOT_SIGNED_IN', 'No.'));
    answerVaultWith(() => failure(401, 'NOT_SIGNED_IN', 'No.'));
    await userEvent.click(toggle('Date'));
    await waitFor(() =>
      expect(here()).toBe(`/signin?next=${encodeURIComponent(`${DASHBOARD}?state=TX&sort=date-asc`)}`),
    );
    expect(toasts()).toEqual(['Your session has ended: Please sign in again.']);
  });

  test('although the user is subscribed, it is a failure like any other, checked once', async () => {
    answerVaultWith(() => failure(403, 'SUBSCRIPTION_REQUIRED', 'No.'));
    await arrive();
    expect(await screen.findByRole('heading', { name: 'Failed to fetch leads' })).toBeDefined();
    expect(toasts()).toEqual(['Error: Failed to fetch leads.']);
    expect(callsOf('GET auth/me')).toHaveLength(2);
  });
});
