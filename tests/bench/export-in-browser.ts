// Measures how long an export keeps a real browser from answering its user. No time fails it. `--leads 300000` for more of them.
import { parseArgs } from 'node:util';
import { chromium as playwright } from 'playwright-core';
import type { Page } from 'playwright-core';

import { chromium } from '#tests/support/chromium.ts';
import { serveExport } from './export-page.ts';

type Watched = { longest: number };

const ROUNDS = 3;
const SLOWER = [1, 4];

/** The longest that the page was busy without a pause, in milliseconds, and how long all took; tasks below 50 ms are not told: 0. */
const exportOnce = async (page: Page, address: string, slower: number) => {
  const session = await page.context().newCDPSession(page);
  await page.goto(`${address}/lead-vault-dashboard`);
  const button = page.getByRole('button', { name: 'Export CSV' });
  await button.waitFor();
  await page.waitForLoadState('networkidle');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.evaluate(() => {
    const watched = globalThis as unknown as Watched;
    watched.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
    }).observe({ type: 'longtask' });
  });
  const started = performance.now();
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 300_000 }), button.click()]);
  const taken = performance.now() - started;
  await download.delete();
  await page.waitForTimeout(500);
  return { longest: await page.evaluate(() => (globalThis as unknown as Watched).longest), taken };
};

const { values } = parseArgs({ options: { leads: { type: 'string', default: '10000' } } });
const { address, close } = await serveExport(Number(values.leads));
const { which, env } = await chromium();
const browser = await playwright.launch({ ...which, args: ['--no-sandbox'], env: { ...process.env, ...env } });
try {
  for (const slower of SLOWER)
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext();
      const { longest, taken } = await exportOnce(await context.newPage(), address, slower);
      const figures = `longest task ${Math.round(longest)} ms, saved after ${Math.round(taken)} ms`;
      console.log(`${Number(values.leads).toLocaleString('en-US')} leads, processor ${slower} × slower: ${figures}`);
      await context.close();
    }
} finally {
  await browser.close();
  close();
}
