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
