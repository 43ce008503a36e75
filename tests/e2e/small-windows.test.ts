import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { excessOf, inWidths, phone, wide } from '#tests/support/browser.ts';
import { enter, signIn, signUp } from './account.ts';
import { sharedProduct } from './shared-product.ts';
import {
  acceptTerms,
  answerNext,
  applyCoupon,
  hold,
  openSummary,
  seeTitle,
  SUCCESS,
  summary,
  terms,
  toastText,
  visits,
} from './shop.ts';
import { DASHBOARD, newcomer, openDashboard } from './vault.ts';

const product = sharedProduct({ LIMIT_COUPON: '1000/60', LIMIT_REGISTER: '1000/60' });
const visit = visits(() => product().address);

/** Windows that a dialog does not fit into: small phones, a phone between its bars, a laptop at twice its size. */
const SMALL = [
  { width: 390, height: 664 },
  { width: 375, height: 553 },
  { width: 320, height: 568 },
  { width: 720, height: 450 },
] as const;

/** Whether a part is in the window from its first line to its last, and nothing lies on it. */
const isInSight = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [3, height / 2, height - 3].every((down) => {
      const met = document.elementFromPoint(left + width / 2, top + down);
      return met !== null && element.contains(met);
    });
  });

const openTerms = async (page: Page): Promise<Locator> => {
  await openSummary(page, await product().lead('Boise'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await summary(page).getByRole('button', { name: 'Continue to terms' }).click();
  await terms(page).waitFor();
  return terms(page);
};

const tick = (dialog: Locator): Locator => dialog.locator('label', { hasText: 'I have read and agree to the terms.' });

test('the button that accepts the terms is in sight only with the box that enables it', async () => {
  const page = await visit({ viewport: SMALL[0] });
  const dialog = await openTerms(page);
  const accept = dialog.getByRole('button', { name: 'I Accept the Terms' });
  for (const viewport of SMALL) {
    await page.setViewportSize(viewport);
    await dialog.evaluate((element) => element.scrollTo(0, 0));
    expect([viewport, await isInSight(tick(dialog))]).toEqual([viewport, await isInSight(accept)]);
    await accept.scrollIntoViewIfNeeded();
    expect([viewport, await isInSight(tick(dialog))]).toEqual([viewport, true]);
  }
});

test('the e-mail that is asked for leaves the box and the button in sight, and is in sight itself once it is refused', async () => {
  const page = await visit({ viewport: SMALL[0] });
  await answerNext(page, '**/validate-coupon', (route) =>
    route.fulfill({ json: { valid: true, discountedPrice: 0, message: '', emailNeeded: true } }),
  );
  await openSummary(page, await product().lead('Boise'));
  await applyCoupon(page, 'FREE');
  await toastText(page, 'Coupon Applied');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await summary(page).getByRole('button', { name: 'Continue to terms' }).click();
  const dialog = terms(page);
  const field = dialog.getByLabel('Email');
  // Phones magnify the page at anything smaller.
  expect(await field.evaluate((input) => getComputedStyle(input).fontSize)).toBe('16px');
  const accept = dialog.getByRole('button', { name: 'I Accept the Terms' });
  for (const viewport of SMALL) {
    await page.setViewportSize(viewport);
    await accept.scrollIntoViewIfNeeded();
    expect([viewport, await isInSight(tick(dialog)), await isInSight(accept)]).toEqual([viewport, true, true]);
  }
  await tick(dialog).click();
  for (const viewport of SMALL) {
    await page.setViewportSize(viewport);
    await accept.click();
    await dialog.getByText('Invalid email address').waitFor();
    await expect.poll(async () => [viewport, await isInSight(field)]).toEqual([viewport, true]);
  }
});

test.for(SMALL)('a coupon that is refused is explained in sight, at $width × $height', async (viewport) => {
  const page = await visit({ viewport });
  await openSummary(page, await product().lead('Boise'));
  await applyCoupon(page, 'EXPIRED');
  await toastText(page, 'Invalid Coupon');
  const message = summary(page).locator('form p');
  expect(await message.innerText()).not.toBe('');
  await expect.poll(() => isInSight(message)).toBe(true);
});

test('a payment that fails leaves the ticked box in sight on a phone', async () => {
  const page = await visit({ viewport: phone });
  await answerNext(page, '**/create-checkout-session', (route) => route.fulfill({ status: 503, json: {} }));
  await openSummary(page, await product().lead('Boise'));
  await acceptTerms(page);
  await toastText(page, 'Payment Error');
  expect(await isInSight(tick(terms(page)))).toBe(true);
});

/** The names of buttons as they are read: line by line, each from the left. */
const asRead = async (buttons: Locator): Promise<readonly (string | null)[]> => {
  const placed = await Promise.all(
    (await buttons.all()).map(async (button) => ({
      name: await button.textContent(),
      box: await button.boundingBox(),
    })),
  );
  return placed
    .toSorted((one, other) => (one.box?.y ?? 0) - (other.box?.y ?? 0) || (one.box?.x ?? 0) - (other.box?.x ?? 0))
    .map(({ name }) => name);
};

test.for([
  { viewport: phone, first: /^I Accept the Terms/ },
  { viewport: wide, first: /^Back/ },
])(
  'the Tab key follows the buttons of the terms as they are read, at $viewport.width px',
  async ({ viewport, first }) => {
    const page = await visit({ viewport });
    const dialog = await openTerms(page);
    await dialog.getByRole('checkbox').check();
    const read = await asRead(dialog.locator('.over-rest').getByRole('button'));
    expect(read[0]).toMatch(first);
    const stops: (string | null)[] = [];
    for (const _ of read) {
      await page.keyboard.press('Tab', { delay: 20 });
      stops.push(await page.evaluate(() => document.activeElement?.textContent ?? null));
    }
    expect(stops).toEqual(read);
  },
);

/** The cards that are broader than the window or lie on one another, by how they begin. */
const misfits = (page: Page): Promise<readonly string[]> =>
  page.evaluate((width) => {
    // Those of the testimonials lie in a row that is scrolled.
    const cards = [...document.querySelectorAll<HTMLElement>('main .card:not([tabindex="0"] *)')];
    if (cards.length === 0) return ['no card'];
    const place = (card: HTMLElement): DOMRect => card.getBoundingClientRect();
    const meet = (one: DOMRect, other: DOMRect): boolean =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    return cards
      .filter(
        (card) =>
          card.scrollWidth > card.clientWidth ||
          place(card).right > width ||
          cards.some((other) => other !== card && meet(place(card), place(other))),
      )
      .map((card) => card.innerText.slice(0, 40));
  }, page.viewportSize()?.width ?? 0);

const LONG_CITY = 'jennifer.henderson-castellanos@example.com';
const LONG_EMAIL = 'jennifer.henderson@berkshirehathawayhomeservices.com';

test('a search for a long word that finds nothing fits', async () => {
  const page = await visit({ viewport: phone });
  await page.goto(`/?${new URLSearchParams({ city: LONG_CITY })}`);
  await page.getByRole('heading', { name: /^No leads in/ }).waitFor();
  expect(await inWidths(page, [320, 390], () => misfits(page))).toEqual([
    [320, []],
    [390, []],
  ]);
});

test('a long address fits into the profile', async () => {
  const page = await visit({ viewport: phone });
  await enter(page, 'dana@example.com', 'sample-pass');
  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch();
    const user = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...user, email: LONG_EMAIL, pendingEmail: LONG_EMAIL } });
  });
  await page.goto('/profile');
  await page.getByRole('status').filter({ hasText: LONG_EMAIL }).waitFor();
  expect(await inWidths(page, [320, 390, 1024, 1440], () => misfits(page))).toEqual([
    [320, []],
    [390, []],
    [1024, []],
    [1440, []],
  ]);
});

const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? -1;

test.for([320, 390])('what belongs on one line is on one line, at %i px', async (width) => {
  const page = await visit({ viewport: { width, height: 844 } });
  await page.goto('/');
  const arrows = page.getByRole('button', { name: /^(Previous|Next) testimonials$/ });
  // In one look: what is above them may still change.
  const [previous, next] = await arrows.evaluateAll((both) => both.map((arrow) => arrow.getBoundingClientRect().top));
  expect(next).toBeDefined();
  expect(next).toBe(previous);
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Sign Up' }).waitFor();
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(70);
  const dialog = await openSummary(page, await product().lead('Boise'));
  await applyCoupon(page, 'WELCOME10');
  await dialog.getByRole('button', { name: 'Remove' }).waitFor();
  const amounts = await dialog.getByRole('definition').all();
  expect(amounts.length).toBeGreaterThan(1);
  for (const amount of amounts) expect((await amount.boundingBox())?.height).toBeLessThan(30);
  await openDashboard(page);
  const reset = await page.getByRole('button', { name: 'Reset Filters' }).boundingBox();
  expect((reset?.x ?? 0) + (reset?.width ?? 0)).toBeCloseTo(width, -1);
});

test("'Export CSV' stays under the pointer that has pressed it", async () => {
  const page = await visit({ viewport: phone });
  await openDashboard(page);
  const button = page.getByRole('button', { name: 'Export' });
  const moved = async (): Promise<readonly number[]> => {
    void hold(page, '**/api/good-lead/export*');
    const before = await button.boundingBox();
    await button.click();
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.waitFor();
    const after = await button.boundingBox();
    await cancel.click();
    await cancel.waitFor({ state: 'detached' });
    return [(after?.x ?? -1) - (before?.x ?? 0), (after?.y ?? -1) - (before?.y ?? 0)];
  };
  expect(await inWidths(page, [320, 390, 640, 768, 1024], moved)).toEqual([
    [320, [0, 0]],
    [390, [0, 0]],
    [640, [0, 0]],
    [768, [0, 0]],
    [1024, [0, 0]],
  ]);
});

/** Gives the text twice its size, as its reader's own setting would. */
const enlarge = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));

test('the dashboard fits a phone with text of twice its size, and its icons grow too', async () => {
  const page = await visit({ viewport: phone });
  await openDashboard(page);
  const icon = page.getByRole('link', { name: 'Email' }).first().locator('svg');
  const before = (await icon.boundingBox())?.width ?? 0;
  await enlarge(page);
  expect((await icon.boundingBox())?.width).toBe(2 * before);
  const beyond = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-lead] *')]
      .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth)
      .map((part) => part.innerText),
  );
  expect([beyond, await excessOf(page)]).toEqual([[], 0]);
});

test('the smallest phone with text of twice its size needs no sideways scroll, and its account menu leaves its button in sight', async () => {
  const page = await visit({ viewport: { width: 320, height: 640 } });
  const excess = async (): Promise<number> => {
    await enlarge(page);
    return excessOf(page);
  };
  for (const address of ['/', '/lead-vault', '/signin', '/signup', '/contact-us', '/reset-password?token=none']) {
    await page.goto(address);
    expect([address, await excess()]).toEqual([address, 0]);
  }
  // A toast has lines of more than a letter or two.
  expect((await page.getByText('This reset token is invalid or expired.').boundingBox())?.height).toBeLessThan(200);
  await newcomer(page, product(), 'small-phone@example.com');
  expect(await excess()).toBe(0);
  const button = page.getByRole('button', { name: 'account menu' });
  await button.click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  expect(await isInSight(button)).toBe(true);
  await page.goto('/profile');
  await seeTitle(page, 'Profile');
  expect(await excess()).toBe(0);
});

describe('while it loads, the smallest phone with text of twice its size has room for', () => {
  const excessWith = async (page: Page, held: Promise<unknown>, title: string): Promise<number> => {
    await held;
    await seeTitle(page, title);
    await enlarge(page);
    return excessOf(page);
  };

  test.for([
    ['the dashboard', '/lead-vault-dashboard', 'Lead Vault Dashboard', '**/api/good-lead/vaulted-leads*'],
    ['the profile', '/profile', 'Profile', '**/api/auth/me'],
  ] as const)('%s', async ([, address, title, call]) => {
    const page = await visit({ viewport: { width: 320, height: 640 } });
    await enter(page, 'dana@example.com', 'sample-pass');
    const held = hold(page, call);
    await page.goto(address);
    expect(await excessWith(page, held, title)).toBe(0);
  });

  test('the list', async () => {
    const page = await visit({ viewport: { width: 320, height: 640 } });
    await page.goto('/contact-us');
    await page.getByRole('button', { name: 'Send Message', disabled: false }).waitFor();
    const held = hold(page, '**/api/good-lead/unsold*');
    await page.getByRole('banner').getByRole('link', { name: 'Homelead' }).click();
    expect(await excessWith(page, held, 'Home buyers who want a call back.')).toBe(0);
  });
});

test('a phone number is read in two lines at most where letters are large and the phone is small', async () => {
  const page = await visit({ viewport: { width: 320, height: 640 } });
  await openDashboard(page);
  await enlarge(page);
  const number = page
    .locator('[data-lead]')
    .getByText(/^\(\d{3}\)/)
    .first();
  expect((await number.boundingBox())?.height).toBeLessThan(100);
});

test('letters of twice the size leave every button inside its card', async () => {
  const page = await visit({ viewport: phone });
  const spaceAfter = async (name: string, card: string): Promise<number> => {
    await enlarge(page);
    const button = page.getByRole('button', { name }).first();
    return button.evaluate((element, around) => {
      const edge = element.closest(around)?.getBoundingClientRect().right ?? 0;
      return edge - element.getBoundingClientRect().right;
    }, card);
  };
  await enter(page, 'dana@example.com', 'sample-pass');
  await page.goto('/profile');
  await seeTitle(page, 'Profile');
  expect(await spaceAfter('Unsubscribe', 'section')).toBeGreaterThan(32);
  await page.goto('/');
  await page.getByRole('list', { name: 'Available leads' }).waitFor();
  expect(await spaceAfter('Claim This Lead', 'li')).toBeGreaterThan(32);
});

test.for([390, 1440])("'Purchased' is as wide as the button that it stands for, at %i px", async (width) => {
  const page = await visit({ viewport: { width, height: 844 } });
  const sold = { code: 'LEAD_SOLD', error: 'Sold.', message: 'Sold.' };
  await answerNext(page, '**/create-checkout-session', (route) => route.fulfill({ status: 409, json: sold }));
  await openSummary(page, await product().lead('Boise'));
  const claim = await page.getByRole('button', { name: 'Claim This Lead', includeHidden: true }).first().boundingBox();
  await acceptTerms(page);
  const purchased = page.getByRole('button', { name: 'Purchased' });
  await purchased.waitFor();
  expect([claim?.width, (await purchased.boundingBox())?.width]).toEqual([144, 144]);
});

/** A phone of 320 px whose owner has text of twice the size: every length in `rem` is as it would be in half the window. */
const LARGEST_TEXT = { width: 160, height: 284 } as const;

/** What is broader than the window, by how it begins; what lies far out of sight aside. */
const beyond = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((part) => part.getBoundingClientRect().right > clientWidth)
      .map((part) => part.innerText.slice(0, 40));
  });

describe('where the smallest phone has text of twice its size', () => {
  test('no screen on the way of a buyer scrolls sideways', async () => {
    const page = await visit({ viewport: LARGEST_TEXT });
    for (const path of ['/', '/lead-vault', '/signin', '/signup', '/contact-us', '/nowhere', '/success']) {
      await page.goto(path);
      await page.locator('html[data-hydrated]').waitFor();
      if (path === '/') await page.getByRole('link', { name: /^Lead Vault/ }).waitFor();
      expect([path, await beyond(page)]).toEqual([path, []]);
    }
    const dialog = await openSummary(page, await product().lead('Boise'));
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await acceptTerms(page);
    await page.waitForURL('**/dev/checkout/*');
    expect(await beyond(page)).toEqual([]);
  });

  test('a feature has the whole width for its words', async () => {
    const page = await visit({ viewport: LARGEST_TEXT });
    await page.goto('/');
    const tile = page.getByRole('listitem').filter({ hasText: 'Sold once, then gone' });
    expect((await tile.boundingBox())?.width).toBe(LARGEST_TEXT.width - 32);
  });

  test('the account menu opens below its button, wherever the header has room for that', async () => {
    for (const viewport of [LARGEST_TEXT, phone, wide]) {
      const page = await visit({ viewport });
      await enter(page, 'dana@example.com', 'sample-pass');
      await page.goto('/contact-us');
      const button = page.getByRole('button', { name: /account menu$/ });
      await button.click();
      const [pressed, menu] = await Promise.all([button.boundingBox(), page.locator('#account-menu').boundingBox()]);
      expect([viewport, (menu?.y ?? 0) - (pressed?.y ?? 0) - (pressed?.height ?? 0)]).toEqual([viewport, 6]);
    }
  });
});

test('the name of a sorting stands in the middle of its button', async () => {
  const page = await visit({ viewport: phone });
  await openDashboard(page);
  const middle = async (part: Locator): Promise<number> => {
    const box = await part.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0) / 2;
  };
  const offCentre = async (): Promise<readonly string[]> => {
    const off: string[] = [];
    for (const name of ['Sort by Date', 'Sort by Price']) {
      const button = page.getByRole('button', { name });
      if (Math.abs((await middle(button)) - (await middle(button.getByText(name)))) >= 1.5) off.push(name);
    }
    return off;
  };
  expect(await inWidths(page, [390, 768, 1440], offCentre)).toEqual([
    [390, []],
    [768, []],
    [1440, []],
  ]);
});

test("'Edit Profile' stands beside its heading", async () => {
  const page = await visit({ viewport: phone });
  await enter(page, 'dana@example.com', 'sample-pass');
  await page.goto('/profile');
  const isBeside = async (): Promise<boolean> => {
    const edit = await page.getByRole('button', { name: 'Edit Profile' }).boundingBox();
    const heading = await page.getByRole('heading', { name: 'Personal Information' }).boundingBox();
    return (edit?.y ?? Infinity) < (heading?.y ?? 0) + (heading?.height ?? 0);
  };
  expect(await inWidths(page, [375, 390], isBeside)).toEqual([
    [375, true],
    [390, true],
  ]);
});

test('a sorting looks pressed at once, not only when the pointer has left its button', async () => {
  const page = await visit();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openDashboard(page);
  const button = page.getByRole('button', { name: 'Sort by Date' });
  const background = (): Promise<string> => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  await button.click();
  await page.locator('button[aria-pressed=true]').waitFor();
  const under = await background();
  await page.mouse.move(0, 0);
  expect(under).toBe(await background());
});

/** Signs in on the way to the dashboard; answers the toast that tells of it. */
const signInByForm = async (page: Page): Promise<Locator> => {
  await page.goto(DASHBOARD);
  await signIn(page, 'dana@example.com', 'sample-pass');
  const toast = page.getByRole('dialog', { name: 'Success' });
  await toast.waitFor();
  return toast;
};

test.for([
  ['390 × 844', phone],
  ['844 × 390', { width: 844, height: 390 }],
] as const)(
  'a toast covers nothing that one can press in the header, or beside the title, at %s',
  async ([, viewport]) => {
    const page = await visit({ viewport });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const toast = await signInByForm(page);
    const top = async (): Promise<number> => (await toast.boundingBox())?.y ?? 0;
    for (const name of [/account menu/, 'Export CSV'])
      expect([name, await isInSight(page.getByRole('button', { name }))]).toEqual([name, true]);
    expect(await isInSight(page.getByRole('link', { name: 'Homelead' }))).toBe(true);
    // It follows the header out of sight, and no further than to the edge.
    await page.evaluate(() => window.scrollTo(0, 500));
    await expect.poll(top).toBe(12);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(top).toBeGreaterThan(65);
  },
);

test.for([
  ['390 × 844', phone],
  ['844 × 390', { width: 844, height: 390 }],
] as const)('a toast leaves an open dialog its cross, at %s', async ([, viewport]) => {
  const page = await visit({ viewport });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const dialog = await openSummary(page, await product().lead('Boise'));
  await page.evaluate(() => window.scrollTo(0, 0));
  await applyCoupon(page, 'WELCOME10');
  await toastText(page, 'Coupon Applied');
  await dialog.evaluate((element) => element.scrollTo(0, 0));
  expect((await page.getByRole('dialog', { name: 'Coupon Applied' }).boundingBox())?.y).toBe(12);
  expect(await isInSight(dialog.getByRole('button', { name: 'Close' }))).toBe(true);
});

test('a toast is not printed', async () => {
  const page = await visit();
  const toast = await signInByForm(page);
  await page.emulateMedia({ media: 'print' });
  expect(await toast.isVisible()).toBe(false);
});

test('links and buttons that stand in a text can be hit with a finger', async () => {
  const page = await visit({ viewport: phone });
  const height = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? 0;
  const heights: Record<string, number> = {};
  await page.goto('/signin');
  for (const name of ['Forgot your password?', 'Create an account'])
    heights[name] = await height(page.getByRole('link', { name }));
  await page.goto('/signup');
  heights['Sign in'] = await height(page.getByRole('main').getByRole('link', { name: 'Sign in' }));
  const link = await product().pay(await product().lead('Omaha'), 'finger@agents.example');
  await product().verify(link);
  await page.goto(link);
  heights['Contact us'] = await height(page.getByRole('main').getByRole('link', { name: 'Contact us' }));
  await openSummary(page, await product().lead('Boise'));
  await applyCoupon(page, 'WELCOME10');
  heights['Remove'] = await height(page.getByRole('button', { name: 'Remove coupon WELCOME10' }));
  await newcomer(page, product(), 'fingers@agents.example');
  await page.goto('/profile');
  heights['See what is inside'] = await height(page.getByRole('link', { name: 'See what is inside' }));
  expect(Object.entries(heights).filter(([, tall]) => tall < 44)).toEqual([]);
});

test.for([
  { width: 375, height: 553 },
  { width: 320, height: 568 },
])(
  'a field that is refused is in sight with its message, and no toast lies on it, at $width × $height',
  async (viewport) => {
    const page = await visit({ viewport });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const password = 'Secret-123';
    await signUp(page, { fullName: 'Dana', email: 'dana@example.com', password, confirmPassword: password });
    await toastText(page, 'Error');
    const email = page.getByLabel('Email');
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
    const message = page.getByRole('main').getByText('already exists');
    expect([await isInSight(email), await isInSight(message)]).toEqual([true, true]);
  },
);

/** The numbers and steps of a pager that are too small for a finger, and by how much its page is too broad. */
const pagerFaults = async (page: Page): Promise<readonly unknown[]> => {
  const links = page.getByRole('navigation', { name: 'Pagination' }).getByRole('link');
  await links.first().waitFor();
  const small = await links.evaluateAll((all) =>
    all
      .map((link) => [link.getAttribute('aria-label'), link.getBoundingClientRect()] as const)
      .filter(([, { width, height }]) => width < 44 || height < 44)
      .map(([name, { width, height }]) => [name, width, height]),
  );
  const excess = await excessOf(page);
  return excess > 0 ? [...small, excess] : small;
};

test('the numbers and steps of a pager can be hit with a finger on every phone', async () => {
  const page = await visit({ viewport: phone });
  const lines = async (): Promise<number> =>
    new Set(
      await page
        .getByRole('navigation', { name: 'Pagination' })
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top)),
    ).size;
  const look = async () => [await pagerFaults(page), await lines()];
  await page.goto('/?page=3');
  expect(await inWidths(page, [320, 360, 390], look)).toEqual([
    [320, [[], 2]],
    [360, [[], 1]],
    [390, [[], 1]],
  ]);
  await openDashboard(page);
  // The most numbers are on page 4, with one gap, and on page 6, with two.
  for (const number of [4, 6]) {
    await page.goto(`${DASHBOARD}?page=${number}`);
    expect(await inWidths(page, [320, 360, 390], look)).toEqual([
      [320, [[], 2]],
      [360, [[], 2]],
      [390, [[], 2]],
    ]);
  }
});

test('the sign-up does not jump when a password is begun', async () => {
  const page = await visit({ viewport: phone });
  await page.goto('/signup');
  const button = page.getByRole('button', { name: 'Sign Up' });
  const before = await top(button);
  await page.getByLabel('Password', { exact: true }).press('x');
  await page.getByText('Password Strength').waitFor();
  expect(await top(button)).toBe(before);
});

test.for([phone, { width: 320, height: 568 }, { width: 1024, height: 768 }])(
  'what is fetched before it is shown loads without a layout jump, at $width px',
  async (viewport) => {
    const page = await visit({ viewport });
    await enter(page, 'dana@example.com', 'sample-pass');
    const link = await product().pay(await product().lead('TX'), 'still@agents.example');
    await page.addInitScript(() => {
      const jumps: number[] = [];
      Object.assign(globalThis, { jumps });
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) jumps.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const jumped: [string, number][] = [];
    for (const [path, title] of [
      ['/lead-vault-dashboard', 'Lead Vault Dashboard'],
      ['/profile', 'Profile'],
      [link, SUCCESS],
    ] as const) {
      await page.goto(path);
      await seeTitle(page, title);
      await page.locator('[aria-hidden] .card, .card[aria-hidden]').first().waitFor({ state: 'detached' });
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
      const jumps = await page.evaluate(() => (globalThis as unknown as { jumps: readonly number[] }).jumps);
      jumped.push([title, jumps.reduce((sum, jump) => sum + jump, 0)]);
    }
    expect(jumped.filter(([, sum]) => sum > 0.03)).toEqual([]);
  },
);

test.for(['/verify', '/reset-password', '/success?session_id=cs_none'] as const)(
  '%s keeps its margins, and scrolls no way but down, in every width about that of its card',
  async (address) => {
    const page = await visit({ viewport: { width: 640, height: 360 } });
    await page.goto(address);
    await page.locator('html[data-hydrated]').waitFor();
    await page.locator('main h1').waitFor();
    for (const width of [639, 640, 656, 672]) {
      await page.setViewportSize({ width, height: 360 });
      const [content, window, left, right] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const card = document.querySelector('main .card')?.getBoundingClientRect();
        return [scrollWidth, clientWidth, card?.left ?? 0, card?.right ?? Infinity] as const;
      });
      expect(content).toBeLessThanOrEqual(window);
      expect(left).toBeGreaterThanOrEqual(16);
      expect(right).toBeLessThanOrEqual(window - 16);
    }
  },
);
