import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { Top5Answer } from '#adapters/http/contract/contract.ts';
import { htmlOf, load, textOf, useWaking } from '#tests/support/drawn-page.ts';
import { askedLists, unsoldAnswer, unsoldLead, useWebApi, webApi } from '#tests/support/web-api.ts';
import { wanted } from '#web/server.tsx';
import { markPurchased } from '#web/stores/purchased.ts';
import { meetVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

// A difference between what the server has drawn and what the browser would draw is a console.error, which fails its test.

useWebApi();
const wake = useWaking();

const LEADS = Array.from({ length: 23 }, (_, index) => unsoldLead(index + 1));
const FIRST = unsoldAnswer(LEADS);
const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(1)><!-- "'&amp; \u2028`;
const EXAMPLES: Top5Answer = [1, 2].map((number) => ({
  id: unsoldLead(number).id,
  city: 'Boise',
  state: 'ID',
  email: 'd***@e***',
  phoneNumber: 'N/A',
  description: `Example ${number}`,
  leadPrice: 40,
}));

beforeEach(() => {
  meetVisitor('nobody');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});

test('a drawn page without leads tells when new ones come, and on the own clock of who looks once that is known', async () => {
  const root = load('/', unsoldAnswer([]));
  expect(root.textContent).toContain('every Monday at 15:00 UTC.');
  await wake(root);
  expect(root.textContent).toMatch(/every Monday at 15:00 UTC \((Tuesday )?\d+:00\s[AP]M your time\)\./);
});

const buttons = () => screen.getAllByRole('button', { name: 'Claim This Lead' });

describe('what an address shows', () => {
  test.each([
    ['/', '', '/', { name: 'unsold', search: '', page: 1, size: 10 }],
    ['/', '?city=TX&page=2', '/?city=TX&page=2', { name: 'unsold', search: 'TX', page: 2, size: 10 }],
    ['/', '?page=abc&city=%20TX%00&x=1', '/?city=TX', { name: 'unsold', search: 'TX', page: 1, size: 10 }],
    ['/', '??city=TX', '/', { name: 'unsold', search: '', page: 1, size: 10 }],
    ['/lead-vault', '?cancelled=1', '/lead-vault', { name: 'examples' }],
  ])('%s%s is drawn as %s with its list', (path, query, address, list) => {
    expect(wanted(path, query)).toEqual({ address, list });
  });

  test('the contact form is drawn without one', () => {
    expect(wanted('/contact-us', '?lead=HL-7K2M-9QXD')).toEqual({ address: '/contact-us' });
  });

  test.each(['/signin', '/signup'])('%s is drawn without one, and not for a user, who is led away from it', (path) => {
    expect(wanted(path, '?next=%2Fprofile')).toEqual({ address: path, audience: 'guests' });
  });

  test.each(['/profile', '/lead-vault-dashboard'])(
    '%s is drawn for users only, whoever they are: others are led to the sign-in',
    (path) => expect(wanted(path, '?cancelled=1')).toEqual({ address: path, audience: 'users' }),
  );

  test.each(['/success', '/verify', '/reset-password'])('%s is drawn alike, whatever its query says', (path) => {
    expect(wanted(path, '?session_id=cs_1&token=t-1')).toEqual({ address: path });
  });

  test.each(['/nowhere', '/constructor'])('%s has no page', (path) => expect(wanted(path, '')).toBeUndefined());
});

describe('the HTML of a page', () => {
  test.each([
    '/?city=Austin',
    '/??city=Austin',
    '/???city=Austin',
    '/?city=%2541',
    '/?page=2&city=a&x=Austin',
    '/signin?email=a@b.c',
  ])('of %s is that of the one form of its address, for which it is kept', (address) => {
    const { pathname, search } = new URL(address, 'https://shop.example');
    const answer = pathname === '/' ? FIRST : undefined;
    expect(htmlOf(address, answer)).toBe(htmlOf(wanted(pathname, search)?.address ?? 'none', answer));
  });

  test('has nothing of a search that its address only seems to name, nor has it once it is awake', async () => {
    const root = load('/??city=Zeeland', FIRST);
    expect(root.innerHTML).not.toContain('Zeeland');
    await wake(root);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  test('holds the rows, the count and the pages of its list', () => {
    const text = textOf(htmlOf('/?page=2', unsoldAnswer(LEADS, 2)));
    expect(text).toContain('23 leads, page 2 of 3');
    for (const { description } of LEADS.slice(10, 20)) expect(text).toContain(description);
    expect(text).not.toContain('Lead number 1.');
    expect(htmlOf('/?page=2', unsoldAnswer(LEADS, 2))).toContain('href="/?page=3"');
  });

  test('keeps every text a text, whatever a lead or an address says', () => {
    const lead = unsoldLead(1, { city: HOSTILE, description: HOSTILE });
    const html = htmlOf(`/?city=${encodeURIComponent(HOSTILE)}`, unsoldAnswer([lead]));
    const page = new DOMParser().parseFromString(html, 'text/html');
    expect(page.querySelectorAll('script')).toHaveLength(1);
    expect(page.querySelectorAll('img, [onerror]')).toHaveLength(0);
    const data = JSON.parse(page.querySelector('#page-data')?.textContent ?? '') as { answer: unknown };
    expect(data.answer).toEqual(unsoldAnswer([lead]));
    expect(page.querySelector('h3')?.textContent).toBe(`${HOSTILE}, CO`);
  });

  test.each([
    '/',
    '/lead-vault',
    '/signin',
    '/signup',
    '/contact-us',
    '/profile',
    '/lead-vault-dashboard',
    '/success',
    '/verify',
    '/reset-password',
    '/*',
  ])('of %s has no script and no style of its own, which the content security policy would refuse', (path) => {
    const html = htmlOf(path, path === '/' ? FIRST : path === '/lead-vault' ? EXAMPLES : undefined);
    expect(html).not.toMatch(/ style=|<style| on[a-z]+=/);
    expect(html.match(/<script(?! type="application\/json")/)).toBeNull();
  });

  test('says nothing of who looks, and asks for its screen at once', () => {
    meetVisitor({
      fullName: 'Dana Reyes',
      email: 'dana@agents.example',
      isSubscribed: true,
      subscriptionDate: null,
    } as Parameters<typeof meetVisitor>[0]);
    const html = htmlOf('/lead-vault', EXAMPLES);
    expect(textOf(html)).toContain('Checking...');
    expect(html).not.toContain('Dana');
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/screens/lead-vault.tsx.js">');
    expect(html).toContain('<title>Lead Vault | Homelead</title>');
    expect(textOf(html)).toContain('Example 1');
  });
});

describe('a page for users', () => {
  const user = { fullName: 'Dana Reyes', email: 'dana@agents.example', isSubscribed: true, subscriptionDate: null };

  test('of the vault says that the subscription is checked, and asks at once for all that comes then', () => {
    const html = htmlOf('/lead-vault-dashboard?page=2&search=dana');
    expect(textOf(html)).toContain('Checking subscription...Please wait while we verify your subscription status.');
    for (const module of ['screens/lead-vault-dashboard', 'components/vault-dashboard'])
      expect(html).toContain(`<link rel="modulepreload" crossorigin href="/${module}.tsx.js">`);
    expect(html).toContain('<title>Lead Vault Dashboard | Homelead</title>');
    expect(html).not.toContain('name="description"');
  });

  test('of the profile has its title, and in place of the rest a skeleton', () => {
    const html = htmlOf('/profile');
    expect(textOf(html)).toContain('ProfileBack to DashboardLoading your profile...');
    expect(html).toContain('<title>Profile | Homelead</title>');
  });

  test.each(['/profile', '/lead-vault-dashboard?page=2', '/lead-vault-dashboard?cancelled=1'])(
    'at %s is hydrated as it is, and then shows its user',
    async (address) => {
      webApi.use(http.get('/api/auth/me', () => HttpResponse.json(user)));
      meetVisitor(user as Parameters<typeof meetVisitor>[0]);
      const root = load(address);
      const frame = root.querySelector('header');
      await wake(root);
      expect(root.querySelector('header')).toBe(frame);
      await screen.findByRole('button', { name: /Dana Reyes/ });
    },
  );
});

describe('a page that says what became of something', () => {
  const LEAD = unsoldLead(1).id;
  const askedFor: string[] = [];
  /** Answers whatever is asked for, once it is released. */
  const answering = (answer: object) => {
    const reply = held();
    const give = async ({ request }: { readonly request: Request }) => {
      const { pathname, search } = new URL(request.url);
      askedFor.push(pathname + search);
      await reply.released;
      return HttpResponse.json(answer);
    };
    webApi.use(
      http.get('*/api/stripe/checkout-session', give),
      http.post('*/api/auth/verify', give),
      http.post('*/api/auth/verify-token', give),
    );
    return reply;
  };
  const title = (): string | null => screen.getByRole('heading', { level: 1 }).textContent;

  beforeEach(() => void (askedFor.length = 0));

  test.each([
    [
      `/success?session_id=cs_1&lead=${LEAD}`,
      'Verifying Payment...This takes a few seconds. Please leave this page open.',
      { success: true, status: 'paid', email: 'dana@agents.example', saleNumber: 'HL-7K2M-9QXD' },
      `/api/stripe/checkout-session?session_id=cs_1&lead=${LEAD}`,
      'dana@agents.example',
    ],
    [
      '/verify?token=t-1',
      'Verifying...This takes a moment.',
      { message: 'Done.', email: 'dana@agents.example' },
      '/api/auth/verify?token=t-1',
      'dana@agents.example',
    ],
    [
      '/reset-password?token=t-1',
      'Reset Your PasswordChecking your link...',
      { message: 'The link works.' },
      '/api/auth/verify-token?token=t-1&tokenType=PASSWORD_RESET',
      'New Password',
    ],
  ])(
    'at %s says that it is looked up, is hydrated as it is, and then says it',
    async (address, said, answer, call, end) => {
      const reply = answering(answer);
      const { pathname } = new URL(address, 'https://shop.example');
      expect(htmlOf(address)).toBe(htmlOf(pathname));
      expect(htmlOf(address)).toContain(`<link rel="modulepreload" crossorigin href="/screens${pathname}.tsx.js">`);
      const root = load(address);
      expect(root.querySelector('main [role=status]')?.textContent).toBe(said);
      expect(htmlOf(address)).toContain(`<title>${title()} | Homelead</title>`);
      const before = [...root.querySelectorAll('main *, footer *')];
      await wake(root);
      const after = new Set(root.querySelectorAll('*'));
      expect(before.filter((element) => !after.has(element))).toEqual([]);
      expect(root.querySelector('main [role=status]')?.textContent).toBe(said);
      // React's strict mode runs an effect twice.
      await waitFor(() => expect([...new Set(askedFor)]).toEqual([call]));
      reply.release();
      await screen.findByText(end);
    },
  );

  test.each([
    ['/success', 'Verifying Payment...', 'Lead information is missing.'],
    ['/verify', 'Verifying...', 'Token not found in the URL.'],
    ['/reset-password', 'Reset Your Password', 'This reset link is invalid or expired.'],
  ])('at %s without what it needs says so as soon as it is awake, and asks nothing', async (address, before, end) => {
    answering({});
    const root = load(address);
    expect([title(), root.textContent?.includes(end)]).toEqual([before, false]);
    await wake(root);
    await screen.findByText(end);
    expect(askedFor).toEqual([]);
  });
});

test('the page for an address that has none is hydrated at any address as it is', async () => {
  const html = htmlOf('/*');
  expect(html).toContain('<title>Page not found | Homelead</title>');
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/screens/not-found.tsx.js">');
  const root = load('/*');
  history.replaceState(null, '', '/no/such/page?x=1');
  expect(textOf(html)).toContain('Oops! Page not found');
  const before = [...root.querySelectorAll('main *, footer *')];
  await wake(root);
  const after = new Set(root.querySelectorAll('*'));
  expect(before.filter((element) => !after.has(element))).toEqual([]);
  expect([document.title, askedLists]).toEqual(['Page not found | Homelead', []]);
});

describe('a page that wakes up', () => {
  test('has its rows without asking for them, and answers to a click', async () => {
    await wake(load('/', FIRST));
    expect(buttons()).toHaveLength(10);
    await userEvent.click(screen.getByRole('link', { name: 'Page 2' }));
    await screen.findByText('23 leads, page 2 of 3');
    expect(askedLists).toEqual([{ page: '2', search: '' }]);
  });

  test.each([
    [
      '/?city=austin&page=2',
      unsoldAnswer(
        LEADS.filter(({ city }) => city === 'Austin'),
        2,
      ),
    ],
    ['/', FIRST],
    ['/?cancelled=1&city=zzz', unsoldAnswer([])],
    ['/lead-vault', EXAMPLES],
    ['/lead-vault', []],
    ['/signin?next=%2Fprofile', undefined],
    ['/signup', undefined],
    ['/contact-us', undefined],
    ['/contact-us?lead=HL-7K2M-9QXD', undefined],
  ])('at %s is what the browser would have drawn: nothing is made anew', async (address, answer) => {
    const root = load(address, answer);
    const before = [...root.querySelectorAll('main *, footer *')];
    await wake(root);
    const after = new Set(root.querySelectorAll('*'));
    expect(before.filter((element) => !after.has(element)).map(({ outerHTML }) => outerHTML)).toEqual([]);
    expect(askedLists).toEqual([]);
  });

  test.each(['/?city=austin', '/?cancelled=1'])(
    'at %s does not scroll: its list could be pressed already, and would move away',
    async (address) => {
      const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
      await wake(load(address, FIRST));
      expect(scrolled).not.toHaveBeenCalled();
    },
  );

  test('that came without its list asks for it, and scrolls to it if its address names a city', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    await wake(load('/?city=austin'));
    await screen.findByText('11 leads, page 1 of 2');
    expect(askedLists).toEqual([{ page: '1', search: 'austin' }]);
    // React's strict mode runs effects twice.
    expect(new Set(scrolled.mock.contexts)).toEqual(
      new Set([screen.getByRole('heading', { name: 'Available Leads' })]),
    );
  });

  test('past the end of its list goes to the last page, whose rows it has', async () => {
    await wake(load('/?page=99', unsoldAnswer(LEADS, 99)));
    await waitFor(() => expect(location.search).toBe('?page=3'));
    expect([buttons().length, askedLists]).toEqual([3, []]);
  });

  test('that the browser had kept asks whether its list is still true', async () => {
    const visit = { type: 'back_forward' } as PerformanceNavigationTiming;
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([visit]);
    await wake(load('/', unsoldAnswer(LEADS.slice(0, 3))));
    await screen.findByText('23 leads, page 1 of 3');
    expect(askedLists).toEqual([{ page: '1', search: '' }]);
  });

  test('in another year and another time zone than the server stays as it is', async () => {
    vi.setSystemTime(new Date('2026-12-31T23:30:00Z'));
    const root = load('/', FIRST);
    vi.setSystemTime(new Date('2027-01-01T05:30:00Z'));
    await wake(root);
    vi.useRealTimers();
    expect(root.textContent).toContain('© 2026 Homelead');
  });

  test('shows what only this browser knows: who is signed in, and what was bought', async () => {
    const root = load('/', FIRST);
    markPurchased(LEADS[0]?.id ?? '');
    meetVisitor('nobody');
    await wake(root);
    expect(screen.getByRole('button', { name: 'Purchased' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('heading', { name: 'Every unsold lead from the past 90 days' })).toBeDefined();
  });

  test('searches for what was typed before', async () => {
    const root = load('/', FIRST);
    const box = within(root as HTMLElement).getByRole<HTMLInputElement>('searchbox');
    box.value = 'austin';
    await wake(root);
    expect(box.value).toBe('austin');
    await screen.findByText('11 leads, page 1 of 2');
  });

  test('sends what was typed, or filled in by the browser, before', async () => {
    const sent: unknown[] = [];
    webApi.use(
      http.post('*/api/auth/login', async ({ request }) => {
        sent.push(await request.text());
        return HttpResponse.json({ message: 'Logged in' });
      }),
    );
    const root = load('/signin');
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    const submit = screen.getByRole('button', { name: 'Sign In' });
    email.value = 'dana@agents.example';
    password.value = 'a long password';
    expect(submit).toHaveProperty('disabled', true);
    await wake(root);
    expect([email.value, password.value]).toEqual(['dana@agents.example', 'a long password']);
    expect(submit).toHaveProperty('disabled', false);
    await userEvent.click(submit);
    await waitFor(() => expect(sent).toEqual(['username=dana%40agents.example&password=a+long+password']));
  });

  test('whose data is not to be read is drawn anew', async () => {
    const root = load('/', FIRST);
    const block = document.querySelector('#page-data');
    if (block !== null) block.textContent = '{';
    await wake(root);
    await act(async () => {});
    await screen.findByText('23 leads, page 1 of 3');
    expect(askedLists).toEqual([{ page: '1', search: '' }]);
  });
});
