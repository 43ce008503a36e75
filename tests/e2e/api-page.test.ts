import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { SAMPLE_USER } from '#config/sample-data.ts';
import { axe, phone, visitor, wide } from '#tests/support/browser.ts';
import { sharedProduct } from './shared-product.ts';

const narrow = { width: 320, height: 640 };

const product = sharedProduct();
/** Sends what an operation's form holds; answers the status that is shown. */
const send = async (page: Page, id: string): Promise<string> => {
  const part = page.locator(`#${id} details.try`);
  await part.locator('summary').click();
  await part.getByRole('button', { name: 'Send' }).click();
  await part.locator('output').waitFor();
  return part.locator('output b').innerText();
};

const SHOWN = ['listVaultedLeads', 'openCheckout', 'signIn', 'schema-CheckoutRequest'];

/** Operations look alike: judging a few of them, unfolded, is as good as judging all, and takes a tenth of the time. */
const thinOut = (page: Page): Promise<void> =>
  page.evaluate((shown) => {
    for (const part of document.querySelectorAll('article, .schema')) if (!shown.includes(part.id)) part.remove();
    for (const link of document.querySelectorAll('nav li'))
      if (!shown.some((id) => link.innerHTML.includes(id))) link.remove();
    for (const details of document.querySelectorAll('details')) details.open = true;
  }, SHOWN);

describe.each([
  ['a phone', phone],
  ['a small phone', narrow],
  ['a wide screen', wide],
])('the page of the API on %s', (_name, viewport) => {
  it('fits, is accessible, complains of nothing, and asks no other host', async () => {
    const context = await visitor({ viewport, baseURL: product().address });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(product().address)) complaints.push(request.url());
    });
    await page.goto('/api/docs');
    await page.locator('#signIn details.try').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    await thinOut(page);
    expect(await axe(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('signs in and shows the user, by calls that are tried on the page', async () => {
  const context = await visitor({ viewport: phone, baseURL: product().address });
  const page = await context.newPage();
  await page.goto('/api/docs#showUser');
  expect(await send(page, 'showUser')).toBe('401 Unauthorized');
  expect(await send(page, 'signIn')).toBe('200 OK');
  await page.locator('#showUser').getByRole('button', { name: 'Send' }).click();
  await page.locator('#showUser output', { hasText: '200 OK' }).waitFor();
  expect(await page.locator('#showUser output pre').innerText()).toContain(`"email": "${SAMPLE_USER.email}"`);
  await context.close();
});

it('sends what was filled in, and shows a refusal with its code', async () => {
  const context = await visitor({ baseURL: product().address });
  const page = await context.newPage();
  await page.goto('/api/docs');
  const list = page.locator('#listUnsoldLeads');
  await list.locator('details.try summary').click();
  await list.getByLabel('size').fill('101');
  await list.getByRole('button', { name: 'Send' }).click();
  await list.locator('output', { hasText: '400 Bad Request' }).waitFor();
  expect(await list.locator('output pre').innerText()).toContain('"code": "INVALID_INPUT"');
  await list.getByLabel('size').fill('2');
  await list.getByLabel('search').fill('austin');
  await list.getByRole('button', { name: 'Send' }).click();
  await list.locator('output', { hasText: '200 OK' }).waitFor();
  expect(await list.locator('output pre').innerText()).toContain('"city": "Austin"');
  await context.close();
});

it('is read without a script too, and leads from its contents to an operation', async () => {
  const context = await visitor({ viewport: phone, baseURL: product().address });
  const page = await context.newPage();
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/api/docs');
  expect(await page.locator('details.try').first().isVisible()).toBe(false);
  await page.getByText('All operations').click();
  await page.getByRole('link', { name: 'POST Sign in' }).click();
  expect(new URL(page.url()).hash).toBe('#signIn');
  await context.close();
});
