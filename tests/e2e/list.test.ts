import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import type { UnsoldAnswer } from '#adapters/http/contract/contract.ts';
import { phone, visitor, wide } from '#tests/support/browser.ts';
import { sharedProduct } from './shared-product.ts';
import { answerNext, hold, toastText, visits } from './shop.ts';

const product = sharedProduct();
const visit = visits(() => product().address);

const LIST = '**/api/good-lead/unsold*';
const ME = '**/api/auth/me';

const list = (page: Page) => page.getByRole('list', { name: 'Available leads' });
const heading = (page: Page) => page.getByRole('heading', { name: 'Available Leads' });
const box = (page: Page) => page.getByRole('searchbox', { name: 'City or state' });
const count = (page: Page) => page.getByRole('status').filter({ hasText: / leads?, page | found/ });
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pagination' });

/** What the address says, and what of it the address line shows. */
const address = (page: Page): string => page.url().slice(product().address.length);

/** Waits for the rows of a search to be here, fresh; answers their text. */
const rows = async (page: Page): Promise<string> => {
  await page.locator('ul[aria-label="Available leads"][aria-busy="false"]').waitFor();
  return list(page).innerText();
};

const open = async (path: string): Promise<Page> => {
  const page = await visit();
  await page.goto(path);
  await rows(page);
  return page;
};

const historyLength = (page: Page): Promise<number> => page.evaluate(() => history.length);

describe.for([phone, wide])('at the refresh on Monday, at %o', (viewport) => {
  test('the list is the new one, and says so; its reader keeps the place and the focus', async () => {
    const page = await visit({ viewport });
    await page.clock.install({ time: '2026-11-30T14:59:00Z' });
    await page.goto('/');
    await rows(page);
    const claims = page.getByRole('button', { name: 'Claim This Lead' });
    await claims.nth(4).focus();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(0);
    await page.route(LIST, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as UnsoldAnswer;
      const data = body.data.map((lead, at) => ({ ...lead, id: `${lead.id.slice(0, -2)}z${at}`, city: 'Newtown' }));
      await route.fulfill({ response, json: { ...body, data } });
    });
    await page.clock.runFor(65_000);
    await list(page).getByRole('heading', { name: 'Newtown' }).first().waitFor();
    await page.clock.runFor(1_000);
    expect(await page.evaluate(() => scrollY)).toBe(place);
    expect(await claims.nth(4).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await toastText(page, 'New leads are in.')).toEqual(['New leads are in.']);
  });
});

describe('searching', () => {
  test('waits until the typing has rested for 300 ms, and the request waits for 150 ms more', async () => {
    const page = await visit();
    // Far from the refresh on Monday.
    await page.clock.install({ time: '2026-11-25T12:00:00Z' });
    await page.goto('/');
    await rows(page);
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/good-lead/unsold') asked.push(searchParams.get('search'));
    });
    await page.clock.pauseAt('2026-11-25T12:10:00Z');
    await box(page).pressSequentially('Aus');
    await page.clock.runFor(299);
    await box(page).pressSequentially('tin');
    await page.clock.runFor(299);
    expect(address(page)).toBe('/');
    await page.clock.runFor(1);
    await expect.poll(() => address(page)).toBe('/?city=Austin');
    await page.clock.runFor(149);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => asked).toEqual(['Austin']);
    await page.clock.resume();
    await expect.poll(() => rows(page)).not.toContain('Denver');
  });

  test('pushes its first search, then replaces it while the typing goes on, and a page change pushes; Back restores the rows', async () => {
    const page = await open('/');
    const first = await rows(page);
    const before = await historyLength(page);
    for (const city of ['Austin', 'Dallas', 'TX']) {
      await box(page).fill(city);
      await page.waitForURL(`/?city=${city}`);
      expect(await historyLength(page)).toBe(before + 1);
    }
    await count(page).filter({ hasText: 'page 1 of 2' }).waitFor();
    const texas = await rows(page);
    await pager(page).getByRole('link', { name: 'Page 2' }).click();
    await page.waitForURL('/?city=TX&page=2');
    expect(await historyLength(page)).toBe(before + 2);
    await count(page).filter({ hasText: 'page 2 of 2' }).waitFor();

    await page.goBack();
    await count(page).filter({ hasText: 'page 1 of 2' }).waitFor();
    expect([address(page), await rows(page), await box(page).inputValue()]).toEqual(['/?city=TX', texas, 'TX']);
    await page.goBack();
    await count(page).filter({ hasText: 'page 1 of 14' }).waitFor();
    expect([address(page), await rows(page), await box(page).inputValue()]).toEqual(['/', first, '']);
    await page.goForward();
    await count(page).filter({ hasText: 'page 1 of 2' }).waitFor();
    expect([address(page), await rows(page), await box(page).inputValue()]).toEqual(['/?city=TX', texas, 'TX']);
  });

  test('shows the list on a phone once it is sent', async () => {
    const page = await visit({ viewport: phone });
    await page.goto('/');
    await page.locator('html[data-hydrated]').waitFor();
    await box(page).fill('Boise');
    await box(page).press('Enter');
    await expect.poll(() => heading(page).evaluate((title) => Math.round(title.getBoundingClientRect().top))).toBe(24);
  });

  test('is in the address: a shared link shows the same rows to somebody else, scrolled to the list', async () => {
    const page = await open('/?city=TX&page=2');
    const other = await open('/?city=TX&page=2');
    expect(await rows(other)).toBe(await rows(page));
    expect(await box(other).inputValue()).toBe('TX');
    await expect.poll(async () => (await heading(other).boundingBox())?.y).toBeLessThan(100);
    const home = await open('/');
    expect(await home.evaluate(() => scrollY)).toBe(0);
  });

  test.for([phone, wide])(
    'in a shared link begins at the list before its page answers, however late its font comes, at $width px',
    async (viewport) => {
      const top = (page: Page) => heading(page).evaluate((title) => Math.round(title.getBoundingClientRect().top));
      const page = await visit({ viewport });
      const [script, font] = [hold(page, '**/assets/index-*.js'), hold(page, '**/*.woff2')];
      const offset = async () => Math.abs((await top(page)) - 24);
      await page.goto('/?city=TX', { waitUntil: 'commit' });
      await expect.poll(offset).toBeLessThanOrEqual(1);
      await (await font).continue();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await expect.poll(offset).toBeLessThanOrEqual(1);
      const before = await top(page);
      await page.mouse.wheel(0, -50);
      await expect.poll(() => top(page)).toBe(before + 50);
      await (await script).continue();
      await page.locator('html[data-hydrated]').waitFor();
      await rows(page);
      await page.waitForLoadState('networkidle');
      expect(await top(page)).toBe(before + 50);
    },
  );

  test('that finds nothing says so, and leads back to all leads', async () => {
    const page = await visit();
    await page.goto('/?city=Atlantis');
    await page.getByRole('heading', { name: 'No leads in “Atlantis” right now' }).waitFor();
    expect(await count(page).innerText()).toBe('No leads found');
    await page.getByRole('button', { name: 'Show all leads' }).click();
    await count(page).filter({ hasText: '137 leads, page 1 of 14' }).waitFor();
    expect([address(page), await box(page).inputValue()]).toEqual(['/', '']);
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Available Leads');
  });

  test.for([
    ['/?page=abc', '/'],
    ['/?page=-3&city=TX', '/?city=TX'],
    ['/?city=%20%20Austin%09%00', '/?city=Austin'],
    ['/?city=&page=007', '/?page=7'],
    ['/?page=99999', '/?page=14'],
    ['/?city=TX&page=9', '/?city=TX&page=2'],
  ] as const)('mends the address %s to %s', async ([given, mended]) => {
    const page = await visit();
    await page.goto(given);
    await page.waitForURL(mended);
    await rows(page);
    const asked = new URLSearchParams(mended.slice(1)).get('page') ?? '1';
    expect(await count(page).innerText()).toContain(`page ${asked} of`);
    expect(await historyLength(page)).toBe(2);
  });
});

describe('the pager', () => {
  const links = (page: Page) =>
    pager(page)
      .getByRole('link')
      .evaluateAll((all) =>
        all
          .filter((link) => link.checkVisibility())
          .map((link) => [
            link.getAttribute('aria-label'),
            link.getAttribute('href') ?? (link.ariaDisabled === 'true' ? 'nowhere' : ''),
            ...(link.ariaCurrent === null ? [] : [link.ariaCurrent]),
          ]),
      );
  const numbers = (from: number, to: number, current: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => {
      const page = from + index;
      const href = page === 1 ? '/' : `/?page=${page}`;
      return page === current ? [`Page ${page}`, href, 'page'] : [`Page ${page}`, href];
    });

  test('has real links with names, a window of ten, and nowhere to go at either end', async () => {
    const page = await open('/');
    expect(await links(page)).toEqual([
      ['First', 'nowhere'],
      ['Prev', 'nowhere'],
      ...numbers(1, 10, 1),
      ['Next', '/?page=2'],
      ['Last', '/?page=14'],
    ]);
    await pager(page).getByRole('link', { name: 'Last' }).click();
    await count(page).filter({ hasText: 'page 14 of 14' }).waitFor();
    expect(await links(page)).toEqual([
      ['First', '/'],
      ['Prev', '/?page=13'],
      ...numbers(5, 14, 14),
      ['Next', 'nowhere'],
      ['Last', 'nowhere'],
    ]);
  });

  test("gives the focus to the list's heading, which is in view", async () => {
    const page = await open('/');
    await pager(page).getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('/?page=2');
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Available Leads');
    await expect.poll(() => heading(page).evaluate((title) => title.getBoundingClientRect().top)).toBeGreaterThan(-1);
  });

  test('shows the numbers that a phone has room for, the current one among them', async () => {
    const page = await visit({ viewport: { width: 390, height: 844 } });
    await page.goto('/?page=7');
    await rows(page);
    expect((await links(page)).map(([name]) => name)).toEqual([
      'First',
      'Prev',
      ...[6, 7, 8].map((number) => `Page ${number}`),
      'Next',
      'Last',
    ]);
  });
});

/** Home by a link of another page, so that the list is asked for: its own page brings it along. */
const fromElsewhere = async <Prepared>(
  page: Page,
  prepare: () => Prepared,
): Promise<{ readonly prepared: Prepared }> => {
  await page.goto('/contact-us');
  await page.getByRole('button', { name: 'Send Message', disabled: false }).waitFor();
  const prepared = prepare();
  await page.getByRole('banner').getByRole('link', { name: 'Homelead' }).click();
  return { prepared };
};

describe('a page that the server has drawn', () => {
  test('needs no other file before it can be painted', async () => {
    const html = await (await fetch(product().address)).text();
    const head = html.slice(0, html.indexOf('</head>'));
    expect(head).toContain('<style>');
    expect(head).not.toMatch(/rel="stylesheet"|as="font"|<script (?!type="module")/);
    expect(html).toContain('as="font"');
  });

  test("wakes up without the browser's formats, the first of which takes a slow telephone some 50 ms", async () => {
    const page = await visit();
    await page.addInitScript(() => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      const watched = [Number.prototype, Date.prototype, String.prototype, Intl] as unknown as Record<string, object>[];
      for (const place of watched)
        for (const name of Object.getOwnPropertyNames(place).filter((one) => place === Intl || /Locale/.test(one)))
          if (typeof place[name] === 'function')
            place[name] = new Proxy(place[name], {
              apply: (work: (...values: unknown[]) => unknown, on, values) => {
                asked.push(name);
                return Reflect.apply(work, on, values);
              },
              construct: (kind: new (...values: unknown[]) => object, values) => {
                asked.push(name);
                return new kind(...(values as unknown[]));
              },
            });
    });
    const asked = (): Promise<readonly string[]> =>
      page.evaluate(() => (globalThis as unknown as { asked: readonly string[] }).asked);
    await page.goto('/');
    await rows(page);
    await page.getByText('your time').waitFor();
    expect(await asked()).toEqual([]);
    // The watch does notice what asks.
    await page.evaluate(() => [(1_000).toLocaleString('en-US'), new Intl.DateTimeFormat('en-US').format()]);
    expect(await asked()).toEqual(['toLocaleString', 'DateTimeFormat']);
  });

  test('shows its leads without any script, and searches and turns pages by its links', async () => {
    const context = await visitor({ baseURL: product().address, script: false });
    try {
      const page = await context.newPage();
      await page.goto('/');
      expect(await list(page).innerText()).toContain('Claim This Lead');
      expect(await page.getByText('Checking...').isVisible()).toBe(false);
      await box(page).fill('TX');
      await box(page).press('Enter');
      await page.waitForURL('/?city=TX');
      expect(await count(page).innerText()).toContain('page 1 of 2');
      await pager(page).getByRole('link', { name: 'Page 2' }).click();
      await page.waitForURL('/?city=TX&page=2');
      expect([await count(page).innerText(), await box(page).inputValue()]).toEqual([
        expect.stringContaining('page 2 of 2'),
        'TX',
      ]);
    } finally {
      await context.close();
    }
  });

  test.for([
    ['/success?session_id=cs_1&lead=l-1', 'Verifying Payment...'],
    ['/verify?token=t-1', 'Verifying...'],
    ['/reset-password?token=t-1', 'Checking your link...'],
    ['/no/such/page', 'Oops! Page not found'],
  ] as const)('says before any script has run what it is about: %s', async ([path, said]) => {
    const context = await visitor({ baseURL: product().address, script: false });
    try {
      const page = await context.newPage();
      await page.goto(path);
      expect(await page.locator('main').innerText()).toContain(said);
    } finally {
      await context.close();
    }
  });

  test.for(['/', '/?city=TX&page=2', '/lead-vault', '/signin', '/signup', '/contact-us'])(
    'is the same page when it has woken up, and asks for nothing that it has: %s',
    async (path) => {
      const page = await visit();
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
      const check = hold(page, ME);
      await page.goto(path);
      const main = page.locator('main');
      const drawn = await main.evaluate((element) => element.textContent);
      const title = await page.title();
      await (await check).continue();
      await page.getByText('Checking...').waitFor({ state: 'detached' });
      expect(await page.title()).toBe(title);
      expect(drawn?.length).toBeGreaterThan(100);
      expect(asked.filter((one) => one.startsWith('/api/'))).toEqual(['/api/auth/me']);
    },
  );
});

describe('the list', () => {
  test('is a skeleton of about its own height until the rows come, and keeps old rows at 60 % while newer ones are awaited', async () => {
    const page = await visit();
    const skeleton = page.locator('section[aria-labelledby="available-leads"] [aria-hidden="true"].card');
    const firstCall = await fromElsewhere(page, () => hold(page, LIST));
    const first = await firstCall.prepared;
    const reserved = await skeleton.boundingBox();
    expect(await count(page).count()).toBe(0);
    await first.continue();
    await rows(page);
    expect(await skeleton.count()).toBe(0);
    const real = await list(page).boundingBox();
    expect(real?.y).toBe(reserved?.y);
    expect((real?.height ?? 0) / (reserved?.height ?? 1)).toBeCloseTo(1, 1);

    const old = await rows(page);
    const secondCall = hold(page, LIST);
    await pager(page).getByRole('link', { name: 'Page 2' }).click();
    const second = await secondCall;
    expect(await list(page).getAttribute('aria-busy')).toBe('true');
    expect(await list(page).innerText()).toBe(old);
    await expect.poll(() => list(page).evaluate((rowsOf) => getComputedStyle(rowsOf).opacity)).toBe('0.6');
    await second.continue();
    expect(await rows(page)).not.toBe(old);
  });

  test('keeps a long description short until it is asked for, in its row and in the Checkout Summary', async () => {
    const page = await visit({ viewport: { width: 390, height: 844 } });
    const description = 'Wants a quiet street, and a school that the children can walk to. '.repeat(70);
    await page.route(LIST, async (route) => {
      const answer = (await (await route.fetch()).json()) as UnsoldAnswer;
      const [first, ...others] = answer.data;
      await route.fulfill({ json: { ...answer, data: [{ ...first, description }, ...others] } });
    });
    await fromElsewhere(page, () => undefined);
    const row = list(page).getByRole('listitem').filter({ hasText: 'Show more' });
    const height = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? 0;
    expect(await height(row)).toBeLessThan(350);
    await row.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => height(list(page).getByText(/^Wants a quiet/))).toBeGreaterThan(1_500);
    // As in a browser that does not hold on to what was in view.
    await page.evaluate(() => void (document.documentElement.style.overflowAnchor = 'none'));
    const less = list(page).getByRole('button', { name: 'Show less' });
    await less.click();
    await expect.poll(() => height(row)).toBeLessThan(350);
    await expect.poll(() => row.evaluate((place) => place.getBoundingClientRect().bottom > 44)).toBe(true);

    await row.getByRole('button', { name: 'Claim This Lead' }).click();
    const dialog = page.getByRole('dialog', { name: 'Checkout Summary' });
    expect(await height(dialog.getByText(/^Wants a quiet/))).toBeLessThan(100);
    await dialog.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => height(dialog.getByText(/^Wants a quiet/))).toBeGreaterThan(1_000);
  });

  test('that cannot be loaded says so in its place and in a toast, and loads at a second try', async () => {
    const page = await visit();
    await fromElsewhere(page, () => answerNext(page, LIST, (route) => route.abort()));
    expect(await toastText(page, 'Error')).toEqual(['Error', 'Failed to load leads.']);
    await page.getByRole('heading', { name: 'Failed to load leads' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await rows(page)).toContain('Claim This Lead');
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Available Leads');
  });
});

describe('the Lead Vault promo', () => {
  const promo = (page: Page) => page.getByRole('heading', { name: 'Every unsold lead from the past 90 days' });
  const card = (page: Page) => page.getByRole('heading', { name: 'Be first on Monday' });

  test("appears only once the check says 'not logged in'; until then the header reads 'Checking...'", async () => {
    const page = await visit();
    const call = hold(page, ME);
    await page.goto('/');
    const check = await call;
    await rows(page);
    expect(await page.getByText('Checking...').isVisible()).toBe(true);
    expect(await promo(page).count()).toBe(0);
    await check.continue();
    await promo(page).waitFor();
    expect(await page.getByRole('banner').getByRole('link', { name: 'Lead Vault - $39/mo' }).count()).toBe(1);
  });

  test('does not appear when the check fails, or finds somebody', async () => {
    const page = await visit();
    const user = { fullName: 'Dana Reyes', email: 'dana@agents.example', isSubscribed: false };
    for (const answer of [{ status: 500, body: 'no' }, { json: user }]) {
      await answerNext(page, ME, (route) => route.fulfill(answer));
      await page.goto('/');
      await card(page).waitFor();
      expect(await promo(page).count()).toBe(0);
    }
  });
});
