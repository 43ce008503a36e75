// How soon a first visitor with a slow telephone sees the leads, beside the same HTML without any script. Prints a table;
// `--runs 9` measures more often than five times, `--save` keeps the table in docs/performance.md.
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { chromium as playwright } from 'playwright-core';

import { withTables } from '#tests/bench/performance-page.ts';
import { startProduct } from '#tests/e2e/product.ts';
import { chromium } from '#tests/support/chromium.ts';
import { tableOf } from './table.ts';
import { startTwin } from './twin.ts';
import { interactive, visit } from './visit.ts';
import type { Seen } from './visit.ts';

const DOCUMENT = new URL('../../docs/performance.md', import.meta.url);

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, save: { type: 'boolean' } } });
const runs = Math.max(1, Math.round(Number(values.runs)));

const product = await startProduct();
const twin = await startTwin(product.address);
const { which, env } = await chromium();
const browser = await playwright.launch({
  ...which,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  env: { ...process.env, ...env },
});
try {
  const page: Seen[] = [];
  const bare: Seen[] = [];
  const presses: number[] = [];
  // The first visit warms the server up, and counts for nobody.
  await visit(browser, product.address);
  await visit(browser, twin.address);
  for (let run = 0; run < runs; run += 1) {
    // One beside the other, in turns, so that what the machine does meanwhile meets both.
    if (run % 2 === 0) bare.push(await visit(browser, twin.address));
    page.push(await visit(browser, product.address));
    if (run % 2 === 1) bare.push(await visit(browser, twin.address));
    presses.push(await interactive(browser, product.address));
  }
  const table = tableOf({ page, bare, interactive: presses });
  const day = new Date().toISOString().slice(0, 10);
  const [processor] = cpus();
  const text = `${table}\n\nMeasured on ${day}, ${runs} runs, ${cpus().length} × ${processor?.model ?? 'unknown'}, Chromium ${browser.version()}.`;
  console.log(text);
  if (values.save === true) await writeFile(DOCUMENT, withTables(await readFile(DOCUMENT, 'utf8'), text, 'painted'));
} finally {
  await browser.close();
  await twin.stop();
  await product.discard();
}
