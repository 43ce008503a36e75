// vitest's global set-up of the journeys: one real browser for the whole run; `browser.ts` connects to it.
import { chromium as playwright } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { NO_BROWSER, chromium } from './chromium.ts';
import type { RunBrowser } from './run-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: RunBrowser;
  }
}

// Nothing leaves the machine, and a page looks the same on every one.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

export const setup = async (project: Pick<TestProject, 'provide'>): Promise<(() => Promise<void>) | undefined> => {
  try {
    const { which, env } = await chromium();
    const server = await playwright.launchServer({ ...which, args, env: { ...process.env, ...env } });
    project.provide('browser', { endpoint: server.wsEndpoint() });
    return () => server.close();
  } catch (error) {
    // Thrown from here it would keep every test of the run from running, and not those alone that need a browser.
    project.provide('browser', { problem: `${NO_BROWSER}\n${String(error)}` });
    return undefined;
  }
};
