import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { startProduct } from './product.ts';
import type { Environment, Product } from './product.ts';
import { copyOfSampleShop } from './shared-product.ts';
import { answerNext, openHostedPage, pay, seeTitle, SUCCESS, visits } from './shop.ts';
import { DASHBOARD, happens, me, openDashboard } from './vault.ts';

let running: Product | undefined;
const folders = new Set<string>();

const start = async (environment: Environment = {}): Promise<Product> => {
  running = await startProduct({ DATA_DIR: environment['DATA_DIR'] ?? (await copyOfSampleShop()), ...environment });
  folders.add(running.folder);
  return running;
};

const visit = visits(() => running?.address ?? '');

afterEach(async () => {
  await running?.kill();
  running = undefined;
});
afterAll(() => Promise.all([...folders].map((folder) => rm(folder, { recursive: true, force: true }))));

/** All that must not change: what is for sale, every mail, every checkout, and what the buyer is told. */
const booksOf = async (product: Product, successSearch: string) => ({
  leads: await product.leads(''),
  mails: await product.mails(),
  checkouts: await product.checkouts(),
  verdict: await product.verify(product.address + successSearch),
});

describe('the data of the embedded default', () => {
  test('are the same after a restart and after a SIGKILL: what is for sale, the sale, the mails', async () => {
    const first = await start();
    const email = 'kept@agents.example';
    const lead = await first.lead('Boise');
    const { pathname, search } = new URL(await first.pay(lead, email));
    const path = pathname + search;
    await first.verify(first.address + path);
    await expect.poll(() => first.mailsTo(email), { timeout: 15_000 }).toHaveLength(1);
    const books = await booksOf(first, path);
    expect(books.leads).toHaveLength(100);
    expect(books.leads).not.toContainEqual(lead);
    expect(books.verdict).toMatchObject({ success: true });
    expect(await first.stop()).toBe(0);

    const second = await start({ DATA_DIR: first.folder });
    expect(await booksOf(second, path)).toEqual(books);
    await second.kill();
    expect(await booksOf(await start({ DATA_DIR: first.folder }), path)).toEqual(books);
  });

  test('lose no sale that was paid a moment before a SIGKILL: it is settled and mailed after the restart', async () => {
    const email = 'cut@agents.example';
    const first = await start({ NODE_ENV: 'test', JOB_LEASE_SECONDS: '1' });
    const lead = await first.lead('Boise');
    await first.pay(lead, email);
    await expect.poll(async () => (await first.checkoutOf(email))?.state, { interval: 5 }).toBe('collected');
    await first.kill();
    const second = await start({ NODE_ENV: 'test', DATA_DIR: first.folder, JOB_LEASE_SECONDS: '1' });
    await expect.poll(() => second.mailsTo(email), { timeout: 30_000 }).toHaveLength(1);
    expect(await second.leads('Boise')).not.toContainEqual(lead);
  });
});

/** Sees the success page ask until it gives up. */
const outwait = async (page: Page): Promise<void> => {
  await seeTitle(page, 'Verifying Payment...');
  const again = page.getByRole('button', { name: 'Try again' });
  const later = () => page.clock.fastForward(8_000).then(() => again.isVisible());
  await expect.poll(later, { timeout: 15_000 }).toBe(true);
  await seeTitle(page, 'Payment Failed');
};

test("a buyer whose success page meets a dead server reads 'Try again', which settles the purchase once it is back", async () => {
  const first = await start({ SIMULATED_NOTIFICATIONS: 'never' });
  const page = await visit();
  await page.clock.install();
  await openHostedPage(page, await first.lead('Boise'));
  await answerNext(page, '**/api/stripe/checkout-session*', (route) => first.kill().then(() => route.continue()));
  await pay(page, 'stranded@agents.example');
  await outwait(page);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await outwait(page);

  const second = await start({ DATA_DIR: first.folder, PORT: new URL(first.address).port });
  await again.click();
  await seeTitle(page, SUCCESS);
  await expect.poll(() => second.mailsTo('stranded@agents.example'), { timeout: 15_000 }).toHaveLength(1);
});

test('a subscriber whose renewal failed keeps the dashboard for the grace, and reads after it that he is not subscribed', async () => {
  const email = 'dana@example.com';
  const first = await start();
  const page = await visit();
  await openDashboard(page);
  await happens(first, email, 'fail');
  await expect.poll(async () => (await me(page)).paymentFailed, { timeout: 15_000 }).toBe(true);
  await page.reload();
  await page.getByText(/^Your last payment failed/).waitFor();
  await first.stop();
  await start({ DATA_DIR: first.folder, RENEWAL_GRACE_HOURS: '0' });
  await page.goto(`${running?.address}${DASHBOARD}`);
  await seeTitle(page, "You're not subscribed");
  expect(await me(page)).toMatchObject({ isSubscribed: false });
});
