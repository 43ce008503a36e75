import { parse } from 'csv-parse/sync';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import type { ExportAnswer, VaultedLeadBody } from '#adapters/http/contract/vault-contract.ts';
import { faultsIn, phone, wide } from '#tests/support/browser.ts';
import { mailedPath, signIn, signUp } from './account.ts';
import { sharedProduct } from './shared-product.ts';
import { hold, seeTitle, toastText, visits } from './shop.ts';
import { DASHBOARD, happens, me, newcomer, openDashboard, seeCount, subscribe } from './vault.ts';

const PASSWORD = 'Secret-123';
const LIST = '**/api/good-lead/vaulted-leads*';

const product = sharedProduct({
  LIMIT_REGISTER: '1000/60',
  LIMIT_LOGIN_ACCOUNT: '1000/60',
  LIMIT_LOGIN_ADDRESS: '1000/60',
  LIMIT_VERIFICATION: '1000/60',
  LIMIT_LINK: '1000/60',
});
const visit = visits(() => product().address);

const rows = (page: Page): Locator =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const names = (page: Page): Promise<readonly string[]> => rows(page).getByRole('rowheader').allInnerTexts();
const prices = async (page: Page): Promise<readonly number[]> =>
  (await rows(page).locator('td:nth-of-type(5)').allInnerTexts()).map((price) => Number(price.replace('$', '')));
const exported = async (page: Page): Promise<readonly (readonly string[])[]> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^lead-vault-export-\d{4}-\d\d-\d\d\.csv$/);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return parse(Buffer.concat(parts), { bom: true, recordDelimiter: '\r\n' });
};

const inCsv = ({ firstName, lastName, email, phoneNumber, address1, city, description }: VaultedLeadBody) => [
  `${firstName} ${lastName}`.trim(),
  email ?? '',
  phoneNumber ?? '',
  address1 ?? city,
  description,
];

test('an agent signs up, subscribes, searches, exports, leaves, and comes back before the end', async () => {
  const email = 'journey@agents.example';
  const page = await visit({ viewport: wide });
  await page.goto('/lead-vault');
  await page.getByRole('main').getByRole('button', { name: 'Subscribe Now' }).click();
  await page.waitForURL('**/signup');
  await signUp(page, { fullName: 'Jo Journey', email, password: PASSWORD, confirmPassword: PASSWORD });
  await seeTitle(page, 'Registration Successful!');
  await page.goto(await mailedPath(product(), email, 'Verify your email address'));
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await signIn(page, email, PASSWORD);
  await seeTitle(page, "You're not subscribed");

  await page.getByRole('button', { name: 'Subscribe Now' }).click();
  await page.waitForURL('**/dev/checkout/*');
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('Your card was declined.').waitFor();
  await page.getByRole('button', { name: /pay \$39\.00/ }).click();
  await page.getByRole('heading', { name: 'Welcome to Lead Vault' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByText('Access to 214 archived leads').waitFor();
  await page.reload();
  await seeCount(page, 'Showing 1–10 of 214');
  expect(await page.getByRole('heading', { name: 'Welcome to Lead Vault' }).count()).toBe(0);

  await page.getByLabel('State').selectOption('Texas');
  await seeCount(page, /^Showing 1–10 of \d\d$/);
  await page.getByRole('button', { name: 'Sort by Price' }).click();
  await page.waitForURL('**/lead-vault-dashboard?state=TX&sort=price-desc');
  const inOrder = async (): Promise<boolean> => {
    const shown = await prices(page);
    return shown.every((price, index) => index === 0 || price <= (shown[index - 1] ?? 0));
  };
  await expect.poll(inOrder).toBe(true);
  const query = 'state=TX&sortBy=price&sortOrder=desc';
  const answer = await page.request.get(`${product().address}/api/good-lead/export?${query}`);
  const { data } = (await answer.json()) as ExportAnswer;
  const [header, ...csv] = await exported(page);
  expect(await toastText(page, 'Export ready')).toEqual(['Export ready', `${data.length} leads exported.`]);
  expect(header).toEqual(['Name', 'Email', 'Phone', 'Location', 'Notes']);
  expect(csv).toEqual(data.map(inCsv));
  expect(csv.slice(0, 10).map(([name]) => name)).toEqual(await names(page));

  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByText(/^Subscribed /).waitFor();
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Unsubscribe from service?' });
  await dialog.getByText('this action cannot be undone').waitFor();
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Cancel');
  await dialog.getByRole('button', { name: 'Confirm Unsubscribe' }).click();
  await page.getByRole('dialog').getByText('You have successfully unsubscribed.').waitFor();
  const left = await me(page);
  expect(left).toMatchObject({ isSubscribed: true, cancelAtPeriodEnd: true, renewsAt: null });
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await seeCount(page, 'Showing 1–10 of 214');
  await page.getByText(/^Your subscription ends on /).waitFor();
  await page.getByRole('button', { name: 'Keep my subscription' }).click();
  await page.getByRole('dialog').getByText('Your subscription goes on.').waitFor();
  expect(await me(page)).toMatchObject({ cancelAtPeriodEnd: false, renewsAt: left.accessUntil });
});

test('on a phone the leads are cards, with the call and the mail one touch away', async () => {
  const page = await visit({ viewport: phone });
  await openDashboard(page);
  expect(await page.getByRole('table').count()).toBe(0);
  const cards = page.getByRole('list', { name: 'Archived leads' }).getByRole('listitem');
  expect(await cards.count()).toBe(10);
  const call = page.getByRole('link', { name: 'Call' }).first();
  expect(await call.getAttribute('href')).toMatch(/^tel:\+?\d+$/);
  expect(await page.getByRole('link', { name: 'Email' }).first().getAttribute('href')).toMatch(/^mailto:\S+@\S+$/);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await seeCount(page, 'Showing 11–20 of 214');
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Archived leads');
});

const swipe = async (page: Page, { x, y }: { readonly x: number; readonly y: number }, by: number): Promise<void> => {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', at: number) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: at }] });
  await touch('touchStart', y);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', y + (by * step) / 10);
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

test.each([
  { how: 'a finger', viewport: phone },
  { how: 'a wheel', viewport: wide },
])('the page scrolls by $how also from the notes of a lead', async ({ how, viewport }) => {
  const page = await visit({ viewport });
  await openDashboard(page);
  const notes = page.locator('[data-goes-on]').first();
  await notes.scrollIntoViewIfNeeded();
  const scrolled = (): Promise<number> => page.evaluate(() => scrollY);
  const before = await scrolled();
  const { x = 0, y = 0, height = 0 } = (await notes.boundingBox()) ?? {};
  const middle = { x: x + 40, y: y + height / 2 };
  if (how === 'a finger') await swipe(page, middle, -200);
  else {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, 200);
  }
  await expect.poll(scrolled).toBeGreaterThan(before + 100);
});

test('a phone number stays on one line when the dashboard is printed on US Letter, the narrower of the usual papers', async () => {
  // 11 inches, less the two margins of 12 mm.
  const page = await visit({ viewport: { width: 965, height: 700 } });
  await openDashboard(page);
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('table').waitFor();
  const numbers = page.locator('a[href^="tel:"]');
  const lines = await numbers.evaluateAll((links) =>
    links.map((link) => [link.textContent, link.getClientRects().length]),
  );
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter(([, count]) => count !== 1)).toEqual([]);
});

test('a contact is selected without being pressed, and a row is copied as one line', async () => {
  const page = await visit({ viewport: wide });
  await openDashboard(page);
  const email = rows(page).first().getByRole('link').first();
  await page.evaluate(() => {
    const pressed: boolean[] = [];
    Object.assign(globalThis, { pressed });
    document.addEventListener('click', (event) => pressed.push(!event.defaultPrevented));
  });
  const { x, y, height } = (await email.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 80, y + height / 2, { steps: 8 });
  await page.mouse.up();
  const selected = await page.evaluate(() => getSelection()?.toString() ?? '');
  expect(selected.length).toBeGreaterThan(3);
  expect(await email.innerText()).toContain(selected);
  expect(await page.evaluate(() => (globalThis as unknown as { pressed: readonly boolean[] }).pressed)).toEqual([
    false,
  ]);
  const line = await rows(page)
    .first()
    .evaluate((row) => {
      getSelection()?.selectAllChildren(row);
      return getSelection()?.toString();
    });
  expect(line).toMatch(/^[^\t\n]+(\t[^\t\n]+){6}$/);
});

describe('the address', () => {
  test('holds search, state, sort and page: back, reload and a shared link show the same leads', async () => {
    const page = await visit({ viewport: wide });
    await openDashboard(page, `${DASHBOARD}?state=TX&sort=date-asc&page=2`);
    await seeCount(page, /^Showing 11–/);
    const before = await names(page);
    await page.getByLabel('Search by city, name, or email').fill('austin');
    await page.waitForURL(`**${DASHBOARD}?search=austin&state=TX&sort=date-asc`);
    await expect.poll(() => names(page)).not.toEqual(before);
    await page.goBack();
    await seeCount(page, /^Showing 11–/);
    expect(await names(page)).toEqual(before);
    await page.reload();
    await seeCount(page, /^Showing 11–/);
    expect(await names(page)).toEqual(before);
    const shared = page.url();
    await page.getByRole('button', { name: 'Reset Filters' }).click();
    await seeCount(page, 'Showing 1–10 of 214');
    expect(new URL(page.url()).search).toBe('');

    const other = await visit({ viewport: wide });
    await openDashboard(other, shared);
    expect(await names(other)).toEqual(before);
  });

  test('that is mangled is mended, a page past the end is the last one', async () => {
    const page = await visit({ viewport: wide });
    await openDashboard(page, `${DASHBOARD}?state=Texas&sort=up&page=999`);
    await seeCount(page, 'Showing 211–214 of 214');
    await expect.poll(() => new URL(page.url()).search).toBe('?page=22');
  });
});

describe('a search', () => {
  test('that finds nothing says so, and shows everything again', async () => {
    const page = await visit({ viewport: phone });
    await openDashboard(page);
    await page.getByLabel('Search by city, name, or email').fill('nobody of that name');
    await page.getByRole('heading', { name: 'No leads match your filters' }).waitFor();
    await seeCount(page, 'No leads found');
    await page.getByRole('main').getByRole('button', { name: 'Reset Filters' }).last().click();
    await seeCount(page, 'Showing 1–10 of 214');
    expect(await page.getByLabel('Search by city, name, or email').inputValue()).toBe('');
  });

  test('that fails says so in its place and in a toast, and works at a second try', async () => {
    const page = await visit({ viewport: wide });
    await openDashboard(page);
    const held = hold(page, LIST);
    await page.getByRole('button', { name: 'Sort by Date' }).click();
    await (await held).abort();
    expect(await toastText(page, 'Error')).toEqual(['Error', 'Failed to fetch leads.']);
    await page.getByRole('button', { name: 'Try again' }).click();
    await seeCount(page, 'Showing 1–10 of 214');
  });
});

describe('the subscription', () => {
  test('whose renewal fails shows the banner, and can be paid again', async () => {
    const email = 'overdue@agents.example';
    const page = await visit({ viewport: phone });
    await newcomer(page, product(), email);
    await subscribe(page);
    await happens(product(), email, 'fail');
    await expect.poll(async () => (await me(page)).paymentFailed).toBe(true);
    await page.reload();
    await page
      .getByText(/^Your last payment failed\. Pay again by .*, \d+:\d\d\s[AP]M to keep your access\.$/)
      .waitFor();
    await seeCount(page, 'Showing 1–10 of 214');
    expect((await product().mailsTo(email)).map(({ subject }) => subject)).toContain('Your Lead Vault payment failed');

    // Providers tell whole seconds: within the first one nobody can say what has begun before what.
    await page.waitForTimeout(1_100);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.waitForURL('**/dev/checkout/*');
    await page.getByRole('button', { name: /pay \$39\.00/ }).click();
    await page.getByRole('heading', { name: 'Thank you, your payment has arrived.' }).waitFor();
    await seeCount(page, 'Showing 1–10 of 214');
    expect(await me(page)).toMatchObject({ isSubscribed: true, paymentFailed: false });
    expect(await page.getByText(/^Your last payment failed/).count()).toBe(0);
  });

  test('that ends while the dashboard is open leads to the not-subscribed screen', async () => {
    const email = 'ending@agents.example';
    const page = await visit({ viewport: wide });
    await newcomer(page, product(), email);
    await subscribe(page);
    await seeCount(page, 'Showing');
    await happens(product(), email, 'fail');
    await happens(product(), email, 'end');
    await expect.poll(async () => (await me(page)).isSubscribed).toBe(false);
    await page.getByRole('button', { name: 'Sort by Date' }).click();
    await seeTitle(page, "You're not subscribed");
    expect(await toastText(page, 'Your subscription has ended')).toContain('Subscribe again to go on.');
  });

  test('is paid once by two tabs: the page of the first one is closed by the second', async () => {
    const first = await visit({ viewport: wide });
    await newcomer(first, product(), 'two-tabs@agents.example');
    const second = await first.context().newPage();
    await second.goto(DASHBOARD);
    await first.getByRole('button', { name: 'Subscribe Now' }).click();
    await first.waitForURL('**/dev/checkout/*');
    await second.getByRole('button', { name: 'Subscribe Now' }).click();
    await second.waitForURL('**/dev/checkout/*');
    await first.getByRole('button', { name: /pay \$39\.00/ }).click();
    await first.getByText('This checkout is closed.').waitFor();
    await second.getByRole('button', { name: /pay \$39\.00/ }).click();
    await second.getByRole('heading', { name: 'Welcome to Lead Vault' }).waitFor();
    await first.goto(DASHBOARD);
    await seeCount(first, 'Showing 1–10 of 214');
  });

  test('of somebody else is not confirmed by its link', async () => {
    const owner = await visit({ viewport: wide });
    await newcomer(owner, product(), 'owner@agents.example');
    await owner.getByRole('button', { name: 'Subscribe Now' }).click();
    await owner.waitForURL('**/dev/checkout/*');
    const ref = new URL(owner.url()).pathname.split('/').at(-1) ?? '';
    const thief = await visit({ viewport: wide });
    await newcomer(thief, product(), 'thief@agents.example');
    await thief.goto(`${DASHBOARD}?session_id=${ref}`);
    expect(await toastText(thief, 'Subscription Error')).toContain('This checkout belongs to another account.');
    await seeTitle(thief, "You're not subscribed");
    expect(new URL(thief.url()).search).toBe('');
  });

  test('not paid for leads back to the page of the offer, and says that nothing was charged', async () => {
    const page = await visit({ viewport: phone });
    await newcomer(page, product(), 'hesitant@agents.example');
    await page.getByRole('button', { name: 'Subscribe Now' }).click();
    await page.waitForURL('**/dev/checkout/*');
    await page.getByRole('button', { name: 'Back to the shop' }).click();
    await page.waitForURL('**/lead-vault');
    await toastText(page, 'You were not charged.');
    expect(await me(page)).toMatchObject({ isSubscribed: false });
  });
});

test.for([
  [phone, ['Page 6', 'Page 22', 'First', 'Previous', 'Next', 'Last']],
  [wide, ['First', 'Previous', 'Page 1', 'Page 3']],
] as const)('the Tab key follows the pager as it is read, at %o', async ([viewport, read]) => {
  const page = await visit({ viewport });
  await openDashboard(page, `${DASHBOARD}?page=5`);
  await page.getByRole('link', { name: read[0], exact: true }).focus();
  const stops: (string | null)[] = [];
  for (const _ of read) {
    stops.push(await page.locator(':focus').getAttribute('aria-label'));
    await page.keyboard.press('Tab', { delay: 20 });
  }
  expect(stops).toEqual(read);
});

test('a visitor is asked to sign in, and comes back to the very list that the link names', async () => {
  const page = await visit({ viewport: wide });
  await page.goto(`${DASHBOARD}?state=FL&sort=price-asc`);
  await page.waitForURL('**/signin?*');
  await signIn(page, 'dana@example.com', 'sample-pass');
  await page.waitForURL(`**${DASHBOARD}?state=FL&sort=price-asc`);
  await seeCount(page, 'Showing');
  const shown = await prices(page);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
});

test('the dashboard and the question before leaving work by keyboard alone', async () => {
  const page = await visit({ viewport: wide });
  await openDashboard(page);
  const tabTo = async (name: string): Promise<void> => {
    for (let press = 0; press < 60; press += 1) {
      await page.keyboard.press('Tab');
      await page.waitForTimeout(20);
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        return element?.getAttribute('aria-label') ?? element?.innerText.trim() ?? '';
      });
      if (label.startsWith(name)) return;
    }
    throw new Error(`no way to ${name}`);
  };
  await page.getByLabel('Search by city, name, or email').focus();
  await page.keyboard.type('austin');
  await seeCount(page, /of \d$/);
  await tabTo('Sort by Price');
  await page.keyboard.press('Enter');
  await page.waitForURL('**sort=price-desc');
  await tabTo('Reset Filters');
  await page.keyboard.press('Enter');
  await seeCount(page, 'Showing 1–10 of 214');
  await tabTo('Page 2');
  await page.keyboard.press('Enter');
  await seeCount(page, 'Showing 11–20 of 214');

  await page.goto('/profile');
  await seeTitle(page, 'Profile');
  await tabTo('Unsubscribe');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Cancel');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Unsubscribe');
});

test('the screens of a subscriber have no fault that axe finds, on a phone and on a wide screen, in light and dark', async () => {
  const page = await visit({ viewport: phone });
  const faults: string[] = [];
  const judge = async (screen: string): Promise<void> =>
    void faults.push(...(await faultsIn(page, [phone.width, wide.width])).map((line) => `${screen}: ${line}`));
  await openDashboard(page);
  await judge('dashboard');
  await page.getByLabel('Search by city, name, or email').fill('nobody of that name');
  await page.getByRole('heading', { name: 'No leads match your filters' }).waitFor();
  await judge('nothing found');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('alertdialog').waitFor();
  await judge('unsubscribe dialog');
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  const email = 'looker@agents.example';
  await page.context().clearCookies();
  await newcomer(page, product(), email);
  await judge('not subscribed');
  await subscribe(page);
  await seeCount(page, 'Showing');
  await judge('welcome');
  await happens(product(), email, 'fail');
  await expect.poll(async () => (await me(page)).paymentFailed).toBe(true);
  await page.reload();
  await page.getByText(/^Your last payment failed/).waitFor();
  await judge('payment failed');
  expect(faults).toEqual([]);
});
