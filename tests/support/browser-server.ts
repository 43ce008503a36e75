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

// No request leaves the machine, and a page looks the same on every machine.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--renderer-process-limit=1',
];

export const setup = async (project: Pick<TestProject, 'provide'>): Promise<(() => Promise<void>) | undefined> => {
  try {
    const { which, env } = await chromium();
    const server = await playwright.launchServer({ ...which, args, env: { ...process.env, ...env } });
    project.provide('browser', { endpoint: server.wsEndpoint() });
    return () => server.close();
  } catch (error) {
    // Thrown here, it would stop every test of the run, not only those that need a browser.
    project.provide('browser', { problem: `${NO_BROWSER}\n${String(error)}` });
    return undefined;
  }
};
