// vitest's global set-up of the journeys: one real browser for the whole run; `browser.ts` connects to it.
import { chromium as playwright } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: string;
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

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { executablePath, env } = await chromium();
  const server = await playwright.launchServer({ executablePath, args, env: { ...process.env, ...env } });
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
};
