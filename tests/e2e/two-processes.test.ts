import { afterAll, beforeAll, expect, test } from 'vitest';

import { wide } from '#tests/support/browser.ts';
import { freePort } from '#tests/support/free-port.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import type { FreshDatabase } from '#tests/support/postgres.ts';
import { roundRobin } from '#tests/support/round-robin.ts';
import { mailedPath, signIn, signUp, whoIs } from './account.ts';
import { startProduct } from './product.ts';
import type { Product } from './product.ts';
import { acceptTerms, applyCoupon, openSummary, pay, seeTitle, SUCCESS, toastText, visits } from './shop.ts';
import { seeCount, subscribe } from './vault.ts';

const PASSWORD = 'Secret-123';

let database: FreshDatabase;
let proxy: Awaited<ReturnType<typeof roundRobin>>;
let worker: Product;
const webs: Product[] = [];
const visit = visits(() => proxy.address);

// As on many machines: one process works, two serve, and each request goes to the one that the last did not go to.
beforeAll(async () => {
  database = await freshDatabase({ migrated: false });
  proxy = await roundRobin();
  const ports = [await freePort(), await freePort()];
  const shared = {
    DATABASE_URL: database.url,
    PUBLIC_URL: proxy.address,
    TRUSTED_PROXIES: '127.0.0.1, ::1',
    LIMIT_LOGIN_ACCOUNT: '2/900',
  };
  worker = await startProduct({ ...shared, WORKER_ONLY: 'yes', SAMPLE_DATA: 'yes' });
  for (const port of ports) webs.push(await startProduct({ ...shared, WEB_ONLY: 'yes', PORT: String(port) }));
  proxy.between(ports.map((port) => `http://127.0.0.1:${port}`));
});
afterAll(async () => {
  await proxy.close();
  for (const product of [...webs, worker]) await product.discard();
  await database.drop();
});

const shop = (): Product => {
  const [first] = webs;
  if (first === undefined) throw new Error('no process serves');
  return first;
};

test('the whole journey goes through two processes in turn: a lead, an account, the vault, and out again', async () => {
  const email = 'journey@agents.example';
  const page = await visit({ viewport: wide });
  const lead = await shop().lead('Boise');
  await openSummary(page, lead);
  await applyCoupon(page, 'WELCOME10');
  await toastText(page, 'Coupon Applied');
  await acceptTerms(page);
  await page.waitForURL('**/dev/checkout/*');
  await pay(page, email);
  await seeTitle(page, SUCCESS);
  await page.getByText(email).waitFor();
  await expect.poll(() => shop().mailsTo(email), { timeout: 15_000 }).toHaveLength(1);

  await signUp(page, { fullName: 'Jo Journey', email, password: PASSWORD, confirmPassword: PASSWORD });
  await seeTitle(page, 'Registration Successful!');
  await page.goto(await mailedPath(shop(), email, 'Verify your email address'));
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await signIn(page, email, PASSWORD);
  await seeTitle(page, "You're not subscribed");
  await subscribe(page);
  await page.reload();
  await seeCount(page, 'Showing 1–10 of 214');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^lead-vault-export-/);
  await toastText(page, 'Export ready');

  const [one = 0, two = 0] = [...proxy.taken.values()];
  expect(proxy.taken.size).toBe(2);
  expect(Math.min(one, two)).toBeGreaterThan(10);

  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/signin');
  // Signed out at one process is signed out at the other.
  expect([await whoIs(page), await whoIs(page)]).toMatchObject([{ code: 'NOT_SIGNED_IN' }, { code: 'NOT_SIGNED_IN' }]);
});

test('tries are counted by both processes together', async () => {
  const signInAt = async (): Promise<number> => {
    const body = new URLSearchParams({ username: 'dana@example.com', password: 'wrong' });
    return (await fetch(`${proxy.address}/api/auth/login`, { method: 'POST', body })).status;
  };
  expect([await signInAt(), await signInAt(), await signInAt()]).toEqual([401, 401, 429]);
});

test('a process that is killed is not missed: the other serves whoever was there, and what was paid arrives', async () => {
  const email = 'survivor@agents.example';
  const page = await visit({ viewport: wide });
  const lead = await shop().lead('Austin');
  await openSummary(page, lead);
  await acceptTerms(page);
  await page.waitForURL('**/dev/checkout/*');
  await webs.pop()?.kill();
  await pay(page, email);
  await seeTitle(page, SUCCESS);
  await expect.poll(() => shop().mailsTo(email), { timeout: 15_000 }).toHaveLength(1);
});
