import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, Result } from 'axe-core';
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

/** The violations that axe-core finds on the present page, WCAG 2.2 AA and its best practices; empty when all is well. */
export const axe = async (page: Page): Promise<readonly Result[]> => {
  await page.evaluate(axeSource);
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return results.violations;
};

/** One line per violation, fit for a test's message. */
export const violationLines = (violations: readonly Result[]): readonly string[] =>
  violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`);
