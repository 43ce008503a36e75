import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { BARE_ENVIRONMENT } from '#tests/support/bare-environment.ts';
import { startProduct } from './product.ts';
import type { Product } from './product.ts';
import { copyOfSampleShop } from './shared-product.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folders: string[] = [];
let running: Product | undefined;

afterEach(async () => {
  await running?.kill();
  running = undefined;
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Many starts of a process: on a busy machine they take their time. */
const PATIENCE = 180_000;

const run = (program: string, words: readonly string[], folder: string) =>
  new Promise<{ readonly code: number; readonly output: string; readonly errors: string }>((resolve) => {
    const env = { ...BARE_ENVIRONMENT, HOME: process.env['HOME'] ?? '', DATA_DIR: folder };
    execFile(program, words, { cwd: ROOT, env }, (error, output, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors }),
    );
  });

/** Runs a command as an operator types it, and without the way through npm. */
const typed = (folder: string, ...words: readonly string[]) =>
  run('npm', ['-s', 'run', 'leads', '--', ...words], folder);
const leads = (folder: string, ...words: readonly string[]) =>
  run(process.execPath, ['config/operator.ts', ...words], folder);

const newFolder = async (): Promise<string> => {
  const folder = await copyOfSampleShop();
  folders.push(folder);
  return folder;
};

type Stats = { readonly leads: { readonly listed: number } };
type Coupons = { readonly coupons: readonly { readonly code: string; readonly state: string }[] };

const couponCodes = async (folder: string): Promise<readonly string[]> => {
  const { output } = await leads(folder, 'coupon', 'list', '--json');
  return (JSON.parse(output) as Coupons).coupons.filter(({ state }) => state === 'active').map(({ code }) => code);
};

test(
  'an operator does the same while the product runs and after it has stopped, on the same data',
  { timeout: PATIENCE },
  async () => {
    const folder = await newFolder();
    running = await startProduct({ DATA_DIR: folder });
    const before = await typed(folder, 'stats', '--json');
    expect(before).toMatchObject({ code: 0, errors: '' });
    expect((JSON.parse(before.output) as Stats).leads.listed).toBe(137);

    const created = await leads(folder, 'coupon', 'create', 'spring', '--percent', '10');
    expect(created).toMatchObject({
      code: 0,
      output: expect.stringContaining('The coupon SPRING can be used.') as unknown,
    });
    const [lead] = await running.leads('Boise');
    const price = await fetch(`${running.address}/api/stripe/validate-coupon`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leadId: lead?.id, amount: lead?.price, couponCode: 'SPRING' }),
    });
    expect(await price.json()).toMatchObject({ valid: true });
    expect(await leads(folder, 'coupon', 'create', 'SPRING', '--amount', '5')).toMatchObject({ code: 1, output: '' });

    expect(await running.stop()).toBe(0);
    expect(await readdir(folder)).toEqual(['database']);

    const after = await typed(folder, 'stats', '--json');
    expect(after).toEqual(before);
    expect(await leads(folder, 'coupon', 'stop', 'SPRING', '--yes')).toMatchObject({ code: 0, errors: '' });
    expect(await couponCodes(folder)).not.toContain('SPRING');

    running = await startProduct({ DATA_DIR: folder });
    const codes = await couponCodes(folder);
    expect(codes).toContain('WELCOME10');
    expect(codes).not.toContain('SPRING');
    const { output } = await leads(folder, 'audit', '--json');
    expect(JSON.parse(output)).toMatchObject({ entries: [{ action: 'coupon-stop' }, { action: 'coupon-create' }] });
  },
);

test(
  'commands on the data of a product that was killed, several at once, are all done',
  { timeout: PATIENCE },
  async () => {
    const folder = await newFolder();
    running = await startProduct({ DATA_DIR: folder });
    await running.kill();
    const codes = ['ONE', 'TWO', 'THREE'];
    const done = await Promise.all(codes.map((code) => leads(folder, 'coupon', 'create', code, '--percent', '5')));
    expect(done.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await couponCodes(folder)).toEqual(expect.arrayContaining(codes));
  },
);
