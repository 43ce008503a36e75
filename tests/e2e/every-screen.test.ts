import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';

import { SAMPLE_SUBSCRIBER } from '#config/sample-data.ts';
import { excessOf, faultsIn, inWidths, phone, visitor, wide } from '#tests/support/browser.ts';
import { signIn } from './account.ts';
import { lookAround, promo } from './screens.ts';
import { sharedProduct } from './shared-product.ts';
import { acceptTerms, hold, openSummary, seeTitle, terms, visits } from './shop.ts';

const product = sharedProduct({ LIMIT_COUPON: '1000/60' });
/** The link of the success page of a sale. */
let receipt: string;
const visit = visits(() => product().address);

beforeAll(async () => {
  receipt = await product().pay(await product().lead('Omaha'), 'receipt@agents.example');
  await product().verify(receipt);
});

/** Waits until what there is has been painted, in its own font. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });

/** Notes every layout jump that no press has just caused. Call before the page is loaded. */
const watchJumps = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    type Jump = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
    const jumps: number[] = [];
    Object.assign(globalThis, { jumps });
    new PerformanceObserver((entries) => {
      for (const jump of entries.getEntries() as Jump[]) if (!jump.hadRecentInput) jumps.push(jump.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
};

const jumped = async (page: Page): Promise<number> =>
  (await page.evaluate(() => (globalThis as unknown as { jumps: readonly number[] }).jumps)).reduce(
    (sum, jump) => sum + jump,
    0,
  );

test('no screen and no dialog has a fault that axe finds in light or dark, or scrolls sideways, on the smallest phone and on a wide screen', async () => {
  const page = await visit({ viewport: phone });
  const look = () => faultsIn(page, [320, wide.width]);
  expect(await lookAround(page, { product: product(), receipt }, look)).toEqual([]);
});

test('text at twice its size needs no sideways scroll and hides nothing', async () => {
  const page = await visit({ viewport: phone });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  const sideways = async (): Promise<readonly string[]> => {
    const seen = await inWidths(page, [phone.width, wide.width], () => excessOf(page));
    return seen.filter(([, excess]) => excess > 0).map(([width, excess]) => `at ${width} px, ${excess} px too broad`);
  };
  // Twice as large, the toast of an error covers the coupon field until it is dismissed.
  expect(await lookAround(page, { product: product(), receipt, except: ['coupon refused'] }, sideways)).toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  for (const viewport of [phone, wide]) {
    await page.setViewportSize(viewport);
    const dialog = await openSummary(page, await product().lead('Boise'));
    // A code of ten letters can be read.
    expect((await dialog.getByLabel('Coupon code').boundingBox())?.width).toBeGreaterThanOrEqual(9 * 32);
    await acceptTerms(page);
    await page.waitForURL('**/dev/checkout/*');
  }
});

describe('on the way past every screen', () => {
  const said = new Set<string>();
  let moved: readonly string[] = [];

  beforeAll(async () => {
    const page = await visit();
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      const path = URL.parse(message.location().url)?.pathname;
      said.add(`${path}: ${message.text().replace('Failed to load resource: ', '')}`);
    });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => {
      const moving: string[] = [];
      Object.assign(globalThis, { moving });
      for (const kind of ['animationstart', 'transitionrun'])
        addEventListener(kind, ({ target }) => moving.push((target as Element).outerHTML.slice(0, 80)), true);
    });
    moved = await lookAround(page, { product: product(), receipt }, () =>
      page.evaluate(() => (globalThis as unknown as { moving: readonly string[] }).moving),
    );
  });

  test('nothing moves for those who prefer reduced motion', () => {
    expect(moved).toEqual([]);
  });

  test('the console says no more than that nobody is signed in and what is not there, and the content security policy refuses nothing', () => {
    expect([...said].toSorted()).toEqual([
      '/api/auth/me: the server responded with a status of 401 (Unauthorized)',
      '/api/good-lead/unsold: net::ERR_FAILED',
      '/nowhere: the server responded with a status of 404 (Not Found)',
    ]);
  });
});

test('a second tap where one has just tapped leads no further than to the terms', async () => {
  const page = await visit({ viewport: phone });
  // A dialog that closes is gone at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const dialog = await openSummary(page, await product().lead('Boise'));
  const button = await dialog.getByRole('button', { name: 'Continue to terms' }).boundingBox();
  const [x, y] = [(button?.x ?? 0) + (button?.width ?? 0) / 2, (button?.y ?? 0) + (button?.height ?? 0) / 2];
  await page.touchscreen.tap(x, y);
  await terms(page).waitFor();
  await page.touchscreen.tap(x, y);
  await drawn(page);
  expect(await terms(page).isVisible()).toBe(true);
});

test('the browser takes no text for markup or for a script (C24)', async () => {
  const context = await visitor({ baseURL: product().address });
  const page = await context.newPage();
  await page.goto('/');
  const refused = await page.evaluate(() => {
    const attempts: readonly (() => unknown)[] = [
      () => (document.createElement('p').innerHTML = '<b>text</b>'),
      () => (document.createElement('script').src = '/favicon.svg'),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'taken';
      } catch (error) {
        return String(error).split(':')[0];
      }
    });
  });
  expect(refused).toEqual(['TypeError', 'TypeError']);
  await context.close();
});

test('an address that does not exist answers 404 with the not-found screen, which leads home', async () => {
  const page = await visit();
  const answer = await page.goto('/lead/42');
  expect(answer?.status()).toBe(404);
  await seeTitle(page, 'Oops! Page not found');
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await seeTitle(page, 'Home buyers who want a call back.');
  expect(page.url()).toBe(`${product().address}/`);
});

test('the home screen of a phone loads without a layout jump, however late it wakes up and the answer comes', async () => {
  for (const path of ['/', '/?city=TX']) {
    const page = await visit({ viewport: phone });
    await watchJumps(page);
    const check = hold(page, '**/api/auth/me');
    const script = hold(page, '**/assets/index-*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('list', { name: 'Available leads' }).waitFor();
    await drawn(page);
    await (await script).continue();
    await (await check).continue();
    await promo(page).waitFor();
    await drawn(page);
    expect(await jumped(page), path).toBeLessThanOrEqual(0.03);
  }
});

test.for([640, 768, 1440])(
  'a link to a short list, or to none, loads without a layout jump, at %i px',
  async (width) => {
    for (const city of ['Boise', 'Atlantis']) {
      const page = await visit({ viewport: { width, height: 900 } });
      await watchJumps(page);
      const check = hold(page, '**/api/auth/me');
      await page.goto(`/?${new URLSearchParams({ city })}`);
      await page.getByText('Checking...').waitFor();
      await drawn(page);
      await (await check).continue();
      await promo(page).waitFor();
      await drawn(page);
      expect(await jumped(page), city).toBeLessThanOrEqual(0.03);
    }
  },
);

test('the cards beside the list come into a room as high as they are, so that nothing below is moved', async () => {
  const page = await visit({ viewport: phone });
  const check = hold(page, '**/api/auth/me');
  await page.goto('/');
  await page.getByText('Checking...').waitFor();
  const room = page.getByRole('complementary', { name: 'More from Homelead' });
  const heights = () =>
    inWidths(page, [phone.width, 640, 720, wide.width], () =>
      room.evaluate((aside) => aside.getBoundingClientRect().height),
    );
  const reserved = await heights();
  await (await check).continue();
  await promo(page).waitFor();
  expect(await heights()).toEqual(reserved);
});

test('the sign-in of a phone leads to the dashboard without a layout jump, also when its answer takes a while', async () => {
  const page = await visit({ viewport: phone });
  await watchJumps(page);
  await page.goto('/signin');
  await seeTitle(page, 'Welcome Back');
  const answer = hold(page, '**/api/auth/login');
  await signIn(page, SAMPLE_SUBSCRIBER.email, SAMPLE_SUBSCRIBER.password);
  const route = await answer;
  // What jumps within half a second of a press is put down to that.
  await page.waitForTimeout(700);
  await route.continue();
  await page.getByRole('heading', { level: 1, name: 'Lead Vault Dashboard' }).waitFor();
  await drawn(page);
  expect(await jumped(page)).toBeLessThanOrEqual(0.03);
});
