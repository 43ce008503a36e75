import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inject } from 'vitest';
import { connected } from './run-browser.ts';

export const phone = { width: 390, height: 844 } as const;
export const wide = { width: 1440, height: 900 } as const;

export type Visit = {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** The base of relative URLs, such as `http://localhost:43123`. */
  readonly baseURL?: string;
  /** Whether scripts run; by default they do. */
  readonly script?: boolean;
};

let connection: Promise<Browser> | undefined;

/** A new visitor with empty cookies and storage, on the run's one browser; close it when the test is over. */
export const visitor = async ({
  viewport = wide,
  colorScheme = 'light',
  baseURL,
  script = true,
}: Visit = {}): Promise<BrowserContext> => {
  const browser = await (connection ??= connected(inject('browser')));
  return browser.newContext({
    viewport,
    colorScheme,
    hasTouch: viewport.width < 600,
    isMobile: viewport.width < 600,
    javaScriptEnabled: script,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    ...(baseURL === undefined ? {} : { baseURL }),
  });
};

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What depends on the colours; all else is the same in dark, and not judged twice. */
const BY_COLOUR: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

const violations = async (page: Page, options: RunOptions = {}): Promise<readonly string[]> => {
  const results = await page.evaluate(
    (wish) => (globalThis as unknown as { axe: { run: (wish: RunOptions) => Promise<AxeResults> } }).axe.run(wish),
    // What passes is not listed.
    { resultTypes: ['violations' as const], ...options },
  );
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  );
};

/**
 * What axe-core finds on the present page, in light and in dark, a line each: WCAG 2.2 AA and its best practices. Empty when all is well.
 * What fades or moves is judged as it stands in the end: the page stays in light, and without motion.
 */
export const axe = async (page: Page): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const inDark = await violations(page, BY_COLOUR);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return [...(await violations(page)), ...inDark.map((line) => `in dark, ${line}`)];
};

/** What is seen in windows of these widths, one after the other: one visitor makes the window broader or narrower, and keeps the last. */
export const inWidths = async <Seen>(
  page: Page,
  widths: readonly number[],
  look: () => Promise<Seen>,
): Promise<readonly (readonly [width: number, seen: Seen])[]> => {
  const all: (readonly [number, Seen])[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    all.push([width, await look()]);
  }
  return all;
};

/** By how many pixels the present page is broader than its window. A phone's `innerWidth` would grow with the page. */
export const excessOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What is wrong with the present page in windows of these widths, a line each: what axe-core finds, and how far it scrolls sideways. */
export const faultsIn = async (page: Page, widths: readonly number[]): Promise<readonly string[]> => {
  const seen = await inWidths(page, widths, async () => {
    const excess = await excessOf(page);
    return [...(await axe(page)), ...(excess > 0 ? [`${excess} px too broad`] : [])];
  });
  return seen.flatMap(([width, faults]) => faults.map((fault) => `at ${width} px, ${fault}`));
};
