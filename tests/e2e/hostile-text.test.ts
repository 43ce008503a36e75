import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { openPglite } from '#adapters/mikro-orm/connection.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { WEEK } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { weekStart } from '#domain/week.ts';
import { visitor, wide } from '#tests/support/browser.ts';
import { register, signIn, whoIs } from './account.ts';
import { startProduct } from './product.ts';
import type { Product } from './product.ts';
import { copyOfSampleShop } from './shared-product.ts';
import { acceptTerms, openSummary, visits } from './shop.ts';
import { openDashboard, seeCount } from './vault.ts';

const PASSWORD = 'Secret-123';

/** Would run in any place that takes a text for mark-up: between tags, inside an attribute, a script, a style or a link. */
const CANARY = `"'></title></style></script><img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}`;

let product: Product;
let folder: string;
const visit = visits(() => product.address);

const hostileLead = (standing: Lead['standing'], price: number): Lead => ({
  id: uuid(),
  place: { city: `Zz ${CANARY}`, state: 'TX' },
  description: `${CANARY}N`,
  price,
  standing,
  contact: {
    firstName: `${CANARY}F`,
    lastName: `${CANARY}L`,
    phone: '<img src=x onerror=a()>',
    address1: `${CANARY}A`,
    email: `"<img/src=x/onerror=alert(3)>"@example.com`,
  },
});

/** Leads all of whose texts are hostile: one for sale, one in the vault, dear enough to be shown to everybody. */
const storeHostileLeads = async (): Promise<void> => {
  const database = await openPglite({ folder });
  const week = weekStart(Date.now());
  const atomically = databaseStore(database, { addJob: async () => {} });
  await atomically(({ leads }) =>
    leads.add([
      hostileLead({ state: 'listed', listedAt: week }, 2_500),
      hostileLead({ state: 'vaulted', listedAt: week - 2 * WEEK, vaultedAt: week - WEEK }, 99_000),
    ]),
  );
  await database.close();
};

beforeAll(async () => {
  // With its samples: a shop with leads of its own gets no sample subscriber.
  folder = await copyOfSampleShop();
  await storeHostileLeads();
  product = await startProduct({ DATA_DIR: folder });
});
afterAll(async () => {
  await product.discard();
  await rm(folder, { recursive: true, force: true });
});

/** Every dialog of the browser that a page opens: none may. */
const dialogsOf = (page: Page): readonly string[] => {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(dialog.message());
    void dialog.dismiss();
  });
  return seen;
};

/** What of the canary has become an element. */
const planted = (page: Page): Promise<number> => page.locator('img[src="x"], script:text("alert")').count();

test('mark-up in every field that is stored stays a text, wherever it is shown', async () => {
  const page = await visit({ viewport: wide });
  const dialogs = dialogsOf(page);
  const looked: string[] = [];
  const look = async (where: string, text: string): Promise<void> => {
    await page.getByText(text).filter({ visible: true }).first().waitFor();
    expect([where, await planted(page), dialogs.length]).toEqual([where, 0, 0]);
    looked.push(where);
  };

  const [lead] = await product.leads('Zz');
  if (lead === undefined) throw new Error('the hostile lead is not on the list');
  expect(lead.city).toContain('<img src=x');
  await page.goto(`/?city=Zz`);
  await look('the list', `${CANARY}N`);
  await page.goto(`/?${new URLSearchParams({ city: CANARY })}`);
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().waitFor();
  expect(await planted(page)).toBe(0);

  const email = 'canary.agent@example.com';
  await register(product, { fullName: `${CANARY}U`, email, password: PASSWORD });
  await page.goto('/profile');
  await signIn(page, email, PASSWORD);
  await page.waitForURL('**/profile');
  const edited = await page.evaluate(
    async (body) =>
      (await fetch('/api/auth/me', { method: 'PUT', headers: { 'content-type': 'application/json' }, body })).status,
    JSON.stringify({ fullName: `${CANARY}U`, email, phone: `<img src=x onerror=a()>`, address: `${CANARY}P` }),
  );
  expect(edited).toBe(200);
  await page.reload();
  await look('the profile', `${CANARY}U`);

  const contact = { name: `${CANARY}S`, email: 'sender@example.com', subject: `${CANARY}J`, message: `${CANARY}M` };
  const sent = await fetch(`${product.address}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contact),
  });
  expect(sent.status).toBe(200);

  await openSummary(page, { ...lead, city: 'Zz' });
  await look('the summary', 'Zz');
  await acceptTerms(page);
  await page.waitForURL('**/dev/checkout/*');
  await look('the payment page', 'Zz');
  const link = await product.pay(lead, 'canary.buyer@example.com');
  expect(await product.verify(link)).toMatchObject({ success: true });
  await expect.poll(async () => (await product.mails()).length, { timeout: 15_000 }).toBeGreaterThan(2);

  for (const mail of await product.mails()) {
    expect(mail.html).not.toContain('<img src=x');
    expect(mail.subject).not.toMatch(/[\r\n]/);
  }
  await page.goto('/dev/mailbox');
  await look('the mailbox', 'canary');
  for (const path of await page
    .locator('a[href*="/dev/mailbox/"]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))) {
    await page.goto(path);
    await page.waitForLoadState();
    expect([path, await planted(page), dialogs]).toEqual([path, 0, []]);
  }
  expect(looked).toHaveLength(5);
  expect(dialogs).toEqual([]);
});

test('a page of another site changes nothing here, whatever it sends and however it sends it', async () => {
  const email = 'canary.victim@example.com';
  await register(product, { fullName: 'Vic Tim', email, password: PASSWORD });
  // Not one of `visits`: what the browser says about the hostile page is no complaint about ours.
  const context = await visitor({ viewport: wide, baseURL: product.address });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto('/profile');
  await signIn(page, email, PASSWORD);
  await page.getByText('Active User').waitFor();
  expect(await whoIs(page)).toMatchObject({ fullName: 'Vic Tim' });

  const hostile = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hostile</title>'),
  );
  await new Promise<void>((resolve) => hostile.listen(0, 'localhost', resolve));
  onTestFinished(() => void hostile.close());
  const { port } = hostile.address() as AddressInfo;
  const target = product.address;

  // The cookie is of the host, not of its port: this browser sends it along from there.
  const other = await page.context().newPage();
  await other.goto(`http://localhost:${port}/`);
  const answers = await other.evaluate(async (shop) => {
    const send = async (path: string, init: RequestInit): Promise<string> => {
      try {
        return (await fetch(shop + path, { credentials: 'include', ...init })).type;
      } catch {
        return 'refused';
      }
    };
    const json = { 'content-type': 'application/json' };
    return [
      await send('/api/auth/logout', { method: 'POST', mode: 'no-cors' }),
      await send('/api/auth/logout', { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ a: 'b' }) }),
      await send('/api/auth/me', {
        method: 'PUT',
        headers: json,
        body: '{"fullName":"Owned","email":"o@example.com"}',
      }),
      await send('/api/auth/me', { method: 'GET' }),
      await send('/api/good-lead/unsold', { method: 'GET' }),
    ];
  }, target);
  // Whatever was sent, nothing of an answer can be read there.
  expect(answers).toEqual(['refused', 'refused', 'refused', 'refused', 'refused']);

  await other.evaluate((shop) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: `${shop}/api/auth/login` });
    for (const [name, value] of Object.entries({ username: 'dana@example.com', password: 'sample-pass' }))
      form.append(Object.assign(document.createElement('input'), { name, value }));
    document.body.append(form);
    form.submit();
  }, target);
  await other.waitForURL('**/api/auth/login');
  expect(await other.locator('body').innerText()).toContain('CROSS_ORIGIN');

  expect(await whoIs(page), 'still signed in, as nobody else and unchanged').toMatchObject({
    fullName: 'Vic Tim',
    email,
  });
});

test('mark-up in a lead of the vault stays a text for subscribers and for everybody', async () => {
  const page = await visit({ viewport: wide });
  const dialogs = dialogsOf(page);
  await page.goto('/lead-vault');
  await page.getByText(`${CANARY}N`).filter({ visible: true }).first().waitFor();
  expect([await planted(page), dialogs]).toEqual([0, []]);
  await openDashboard(page, '/lead-vault-dashboard?search=Zz');
  await seeCount(page, 'Showing');
  for (const part of ['F', 'N']) await page.getByText(`${CANARY}${part}`).filter({ visible: true }).first().waitFor();
  expect([await planted(page), dialogs]).toEqual([0, []]);
  for (const link of await page.locator('a[href^="mailto:"], a[href^="tel:"]').all())
    expect(await link.getAttribute('href')).not.toMatch(/[<>"]/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^lead-vault-export-/);
  expect(dialogs).toEqual([]);
});
