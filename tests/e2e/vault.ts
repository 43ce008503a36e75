import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { enter, register, whoIs } from './account.ts';
import type { Product } from './product.ts';
import { seeTitle } from './shop.ts';

export const DASHBOARD = '/lead-vault-dashboard';

const PASSWORD = 'Secret-123';

const status = (page: Page): Locator => page.getByRole('main').getByRole('status');
/** Waits until the dashboard says how many leads it shows. */
export const seeCount = (page: Page, text: RegExp | string): Promise<void> =>
  status(page).filter({ hasText: text }).waitFor();

/** Signs in the sample subscriber, without the way over the form, and opens the dashboard. */
export const openDashboard = async (page: Page, address = DASHBOARD): Promise<void> => {
  await enter(page, 'dana@example.com', 'sample-pass');
  await page.goto(address);
  await seeTitle(page, 'Lead Vault Dashboard');
  await seeCount(page, 'Showing');
};

/** Somebody who has just registered, signed in without the way over the form, on the dashboard's address. */
export const newcomer = async (page: Page, product: Product, email: string): Promise<void> => {
  await register(product, { fullName: 'Nia Newcomer', email, password: PASSWORD });
  await enter(page, email, PASSWORD);
  await page.goto(DASHBOARD);
  await seeTitle(page, "You're not subscribed");
};

/** From the not-subscribed screen over the hosted page to the dashboard. */
export const subscribe = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Subscribe Now' }).click();
  await page.waitForURL('**/dev/checkout/*');
  await page.getByRole('button', { name: /pay \$39\.00/ }).click();
  await seeTitle(page, 'Lead Vault Dashboard');
};

/** What happens at the provider to somebody's subscription. */
export const happens = async (product: Product, email: string, outcome: 'renew' | 'fail' | 'end'): Promise<void> => {
  const all = (await (await fetch(`${product.address}/dev/subscriptions.json`)).json()) as readonly {
    readonly id: string;
    readonly email: string;
  }[];
  const id = all.find((one) => one.email === email)?.id ?? 'none';
  const answer = await fetch(`${product.address}/dev/subscriptions/${id}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome }),
  });
  expect(answer.status).toBe(303);
};

export const me = async (page: Page): Promise<UserAnswer> => (await whoIs(page)) as UserAnswer;
