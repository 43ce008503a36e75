import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import type { Product } from './product.ts';

type Newcomer = { readonly fullName: string; readonly email: string; readonly password: string };

/** Fills the sign-up and sends it. */
export const signUp = async (
  page: Page,
  { fullName, email, password, confirmPassword }: Newcomer & { readonly confirmPassword: string },
): Promise<void> => {
  await page.goto('/signup');
  await page.getByLabel('Full Name').fill(fullName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(confirmPassword);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
};

/** Fills the sign-in that the page shows and sends it. */
export const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};

/** Signs this browser in as the form does, before it has opened any page. */
export const enter = async (page: Page, email: string, password: string): Promise<void> => {
  const answer = await page.context().request.post('/api/auth/login', { form: { username: email, password } });
  expect(answer.status()).toBe(200);
};

/** Waits for a mail; answers where its link leads in the shop. */
export const mailedPath = async (product: Product, email: string, subject: string): Promise<string> => {
  const link = async (): Promise<string | undefined> => {
    const mail = (await product.mailsTo(email)).find((one) => one.subject === subject);
    return /https?:\S+token=[\w-]+/.exec(mail?.text ?? '')?.[0];
  };
  await expect.poll(link, { timeout: 15_000 }).toBeDefined();
  const { pathname, search } = new URL((await link()) ?? '');
  return pathname + search;
};

/** Makes a verified account without a browser. */
export const register = async (product: Product, newcomer: Newcomer): Promise<void> => {
  const made = await fetch(`${product.address}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newcomer),
  });
  expect(made.status).toBe(201);
  const { search } = new URL(await mailedPath(product, newcomer.email, 'Verify your email address'), product.address);
  expect((await fetch(`${product.address}/api/auth/verify${search}`, { method: 'POST' })).status).toBe(200);
};

/** What the server answers to this browser about who it is. */
export const whoIs = async (page: Page): Promise<unknown> =>
  (await page.context().request.get(new URL('/api/auth/me', page.url()).href)).json();

/** Asks for the mail that resets a password, without a browser. */
export const requestReset = async (product: Product, email: string): Promise<void> => {
  const path = '/api/auth/reset-password/request';
  const asked = await fetch(product.address + path, { method: 'POST', body: new URLSearchParams({ email }) });
  expect(asked.status).toBe(200);
};
