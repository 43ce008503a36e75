import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { phone, wide } from '#tests/support/browser.ts';
import { enter, register, signIn, signUp } from './account.ts';
import { sharedProduct } from './shared-product.ts';
import { openSummary, seeTitle, terms, visits } from './shop.ts';

const product = sharedProduct();
const visit = visits(() => product().address);

const boxOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

/** A link's box reaches beyond its text, so that it is easily hit. */
const middle = ({ top, bottom }: DOMRect): number => (top + bottom) / 2;

const borderOf = (part: Locator): Promise<string> =>
  part.evaluate((element) => {
    const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
    return `${borderTopWidth} ${borderTopStyle}`;
  });

describe('for people who read large type', () => {
  test.for([
    ['beside the label', '100%'],
    ['below the label, and not on it', '200%'],
  ] as const)("'Forgot your password?' stands %s, at %s", async ([, size]) => {
    const page = await visit({ viewport: phone });
    await page.goto('/signin');
    await page.evaluate((text) => void (document.documentElement.style.fontSize = text), size);
    const [label, aside, input] = await Promise.all([
      boxOf(page.getByText('Password', { exact: true })),
      boxOf(page.getByRole('link', { name: 'Forgot your password?' })),
      boxOf(page.getByLabel('Password', { exact: true })),
    ]);
    if (size === '100%') expect(aside.left).toBeGreaterThan(label.right);
    else expect(middle(aside)).toBeGreaterThan(label.bottom);
    expect(input.top).toBeGreaterThan(Math.max(label.bottom, middle(aside)));
    await page.getByLabel('Password', { exact: true }).focus();
    for (const name of ['Show password', 'Forgot your password?']) {
      await page.keyboard.press('Tab', { delay: 20 });
      expect(await page.locator(':focus').innerText()).toBe(name);
    }
  });
});

describe('by keyboard', () => {
  /** The profile of somebody new, in a window of its own. */
  const openProfile = async (email: string) => {
    const newcomer = { fullName: 'Kay Board', email, password: 'Secret-123' };
    await register(product(), newcomer);
    const page = await visit();
    await enter(page, email, newcomer.password);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
    return page;
  };

  /** Presses 'Skip to content'. */
  const skip = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('main');
  };

  test("'Skip to content' neither asks about unsaved changes nor loses them", async () => {
    const page = await openProfile('skip@agents.example');
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Location').fill('Round Rock, TX');
    await skip(page);
    expect(questions).toEqual([]);
    await page.getByRole('link', { name: 'Contact Us' }).click();
    expect(questions).toEqual(['confirm']);
    expect(await page.getByLabel('Location').inputValue()).toBe('Round Rock, TX');
  });

  test("'Skip to content' keeps the step that the sign-in is in, and the address that was typed", async () => {
    const page = await visit();
    await page.goto('/signin');
    await page.getByLabel('Email').fill('kay@agents.example');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await seeTitle(page, 'Reset Password');
    await skip(page);
    await seeTitle(page, 'Reset Password');
    expect(await page.getByLabel('Email').inputValue()).toBe('kay@agents.example');
    await page.keyboard.press('Tab', { delay: 20 });
    expect(await page.locator('main :focus').count()).toBe(1);
    await page.goBack();
    await seeTitle(page, 'Welcome Back');
  });

  test.for(['Tab', 'Shift+Tab'])('the account menu closes when %s leaves it, and the focus goes on', async (key) => {
    const page = await openProfile(`${key.toLowerCase().replace('+', '-')}@agents.example`);
    const menu = page.locator('#account-menu');
    await page.getByRole('button', { name: /account menu$/ }).press('Enter');
    await expect.poll(() => menu.isVisible()).toBe(true);
    for (let presses = 0; presses < 6 && (await menu.isVisible()); presses += 1)
      await page.keyboard.press(key, { delay: 20 });
    expect(await menu.isVisible()).toBe(false);
    const focus = page.locator(':focus');
    expect(await focus.count()).toBe(1);
    expect(await focus.innerText()).not.toMatch(/account menu|Log out|Profile$/);
  });
});

describe('for people who listen', () => {
  test('what becomes of another verification e-mail is said in a place that was there before, and took no room', async () => {
    const page = await visit();
    const newcomer = { fullName: 'Lis Tener', email: 'listener@agents.example', password: 'Secret-123' };
    await signUp(page, { ...newcomer, confirmPassword: newcomer.password });
    await seeTitle(page, 'Registration Successful!');
    await page.goto('/signin');
    await signIn(page, newcomer.email, newcomer.password);
    const again = page.getByRole('button', { name: 'Send the verification e-mail again' });
    await again.waitFor();
    const said = page.locator('form').getByRole('status');
    expect(await said.count()).toBe(1);
    const [button, empty] = await Promise.all([boxOf(again), boxOf(said)]);
    expect([empty.top, empty.height]).toEqual([button.bottom, 0]);
    await again.click();
    await said.filter({ hasText: 'email' }).waitFor();
    expect((await boxOf(said)).top).toBeGreaterThan(button.bottom);
  });
});

describe('in forced colours', () => {
  test('a border shows the page that is current, and the edges of the offer and of a dialog', async () => {
    const page = await visit();
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/');
    const pages = page.getByRole('navigation', { name: 'Pagination' });
    expect(await borderOf(pages.locator('[aria-current=page]'))).toBe('2px solid');
    expect(await borderOf(pages.getByRole('link', { name: 'Page 2' }))).toBe('0px solid');
    expect(await borderOf(page.getByRole('region', { name: /^Every unsold lead/ }))).toBe('1px solid');
    expect(await borderOf(await openSummary(page, await product().lead('Boise')))).toBe('1px solid');
  });

  test('no button sticks out of what it belongs to: each has an edge there', async () => {
    const page = await visit({ viewport: wide });
    await page.emulateMedia({ forcedColors: 'active' });
    await enter(page, 'omar@example.com', 'sample-pass');
    await page.goto('/');
    const [account, header] = await Promise.all([
      boxOf(page.getByRole('button', { name: /account menu$/ })),
      page.locator('header .page').evaluate((box) => box.getBoundingClientRect().right - 32),
    ]);
    expect(account.right).toBeLessThanOrEqual(header);
    const [contact, toTop] = await Promise.all([
      boxOf(page.getByRole('link', { name: 'Contact Us' })),
      boxOf(page.locator('footer button')),
    ]);
    expect(contact.right).toBeLessThanOrEqual(header);
    expect(toTop.right).toBeLessThan(contact.left);
    await (await openSummary(page, await product().lead('Boise'))).getByRole('button', { name: /terms$/ }).click();
    const [back, agreement] = await Promise.all([
      boxOf(terms(page).getByRole('button', { name: 'Back' })),
      boxOf(terms(page).locator('label').filter({ hasText: 'I have read' })),
    ]);
    expect(back.left).toBeGreaterThanOrEqual(agreement.left);
  });
});

describe('by pointer', () => {
  test('the account button is as tall as what stands beside it', async () => {
    const page = await visit({ viewport: wide });
    await enter(page, 'omar@example.com', 'sample-pass');
    await page.goto('/');
    const [account, dashboard] = await Promise.all([
      boxOf(page.getByRole('button', { name: /account menu$/ })),
      boxOf(page.getByRole('link', { name: 'Dashboard' })),
    ]);
    expect([account.height, dashboard.height]).toEqual([44, 44]);
  });

  test("'Confirm Unsubscribe' answers to the pointer, as every button does", async () => {
    const page = await visit({ viewport: wide });
    await enter(page, 'dana@example.com', 'sample-pass');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    const confirm = page.getByRole('button', { name: 'Confirm Unsubscribe' });
    const colour = (): Promise<string> => confirm.evaluate((button) => getComputedStyle(button).backgroundColor);
    const before = await colour();
    await confirm.hover();
    await expect.poll(colour).not.toBe(before);
  });
});

test('the promise of the home page stands in two lines, whatever the width of a window from that of a phone on', async () => {
  const page = await visit();
  await page.goto('/');
  const lines: unknown[] = [];
  for (const width of [390, 768, 1010, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const title = page.getByRole('heading', { level: 1 });
    const count = (element: Element): number =>
      Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight));
    lines.push([width, await title.evaluate(count)]);
  }
  expect(lines).toEqual([390, 768, 1010, 1024, 1280, 1440].map((width) => [width, 2]));
});

test('by touch, a button that was tapped does not go on looking as under a pointer', async () => {
  const page = await visit({ viewport: phone });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/nowhere');
  const link = page.getByRole('link', { name: 'Contact Us' });
  // It stays under the finger.
  await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()));
  await link.tap();
  const look = await link.evaluate((element) => [element.matches(':hover'), getComputedStyle(element).backgroundColor]);
  expect(look).toEqual([true, 'rgba(0, 0, 0, 0)']);
});

test("'Back to top' appears near the bottom of a page that was scrolled, and not where there is nothing to scroll", async () => {
  const page = await visit({ viewport: phone });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const toTop = page.getByRole('button', { name: 'Back to top' });
  const scrolled = (): Promise<number> => page.evaluate(() => window.scrollY);
  await page.goto('/nowhere');
  await page.locator('html[data-hydrated]').waitFor();
  expect(await toTop.isVisible()).toBe(false);

  await page.goto('/lead-vault');
  await page.locator('html[data-hydrated]').waitFor();
  expect(await toTop.isVisible()).toBe(false);
  await page.evaluate(() => window.scrollTo(0, 500));
  expect(await scrolled()).toBe(500);
  expect(await toTop.isVisible()).toBe(false);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await toTop.tap();
  await expect.poll(scrolled).toBe(0);
  expect(await page.locator(':focus').innerText()).toBe('Lead Vault');
  await toTop.waitFor({ state: 'hidden' });
});

test("'Contact Us' stands at the edge of the page also where there is nothing to scroll back", async () => {
  for (const [viewport, edge] of [
    [wide, 'right'],
    [phone, 'left'],
  ] as const) {
    const page = await visit({ viewport });
    await page.goto('/nowhere');
    await page.locator('html[data-hydrated]').waitFor();
    const [contact, content] = await Promise.all([
      page.getByRole('link', { name: 'Contact Us' }).evaluate((link) => {
        const text = document.createRange();
        text.selectNodeContents(link);
        return text.getBoundingClientRect().toJSON() as DOMRect;
      }),
      page.locator('footer .page').evaluate((box) => {
        const { left, right } = box.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(box);
        return { left: left + Number.parseFloat(paddingLeft), right: right - Number.parseFloat(paddingRight) };
      }),
    ]);
    expect(Math.abs(contact[edge] - content[edge])).toBeLessThan(2);
  }
});

test.for([
  { viewport: wide, read: ['Back to top', 'Contact Us'] },
  { viewport: phone, read: ['Contact Us', 'Back to top'] },
])('the Tab key follows the footer as it is read, at $viewport.width px', async ({ viewport, read }) => {
  const page = await visit({ viewport });
  await page.goto('/lead-vault');
  await page.locator('html[data-hydrated]').waitFor();
  await page.locator('main summary').last().focus();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('button', { name: 'Back to top' }).waitFor();
  const [contact, toTop] = await Promise.all([
    boxOf(page.getByRole('link', { name: 'Contact Us' })),
    boxOf(page.getByRole('button', { name: 'Back to top' })),
  ]);
  const stops: string[] = [];
  for (const _ of read) {
    await page.keyboard.press('Tab', { delay: 20 });
    stops.push(await page.locator(':focus').innerText());
  }
  expect([stops, contact.left < toTop.left]).toEqual([read, viewport === phone]);
});

test.for(['light', 'dark'] as const)(
  'beside a dialog nothing stays bright where the scrollbar was, when it is %s',
  async (colorScheme) => {
    const page = await visit({ viewport: wide, colorScheme });
    await page.goto('/');
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const before = await ground();
    const summary = await openSummary(page, await product().lead('Boise'));
    const [seen, paper, veil] = await page.evaluate(() =>
      [document.documentElement, document.body, document.querySelector('.dialog-backdrop')].map((part) =>
        [...(part ? getComputedStyle(part).backgroundColor : '').matchAll(/[\d.]+/g)].map(Number),
      ),
    );
    const [, , , opacity = 1] = veil ?? [];
    const dimmed = (paper ?? []).map((colour, part) => colour * (1 - opacity) + (veil?.[part] ?? 0) * opacity);
    expect(dimmed).toHaveLength(3);
    dimmed.forEach((colour, part) => expect(Math.abs((seen?.[part] ?? 0) - colour)).toBeLessThan(1));
    await page.keyboard.press('Escape');
    await summary.waitFor({ state: 'hidden' });
    expect(await ground()).toBe(before);
  },
);
