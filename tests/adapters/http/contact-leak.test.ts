import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import { ExportAnswer, VaultAnswer } from '#adapters/http/contract/vault-contract.ts';
import { IN_VAULT, canaryLeads, secretsOf } from './canary-leads.ts';
import { becomeSubscriber, onHostedPage, signIn, signInAnother, subscriber } from './members.ts';
import { PROBES, send } from './probes.ts';
import type { Target } from './probes.ts';
import { shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';
import { addLeads } from './vault-leads.ts';

const PRODUCT = (await shopApp()).app.routes
  // Pages for development show what was mailed and paid, and are no part of the product that is served to people.
  .filter(({ path, method }) => !path.startsWith('/dev/') && `${method} ${path}` !== 'ALL /*')
  .map(({ path, method }) => `${method} ${path}`);

/** A shop with a lead in every standing, one of them bought by somebody, who subscribes too. */
const opened = async (): Promise<{ readonly shop: ShopApp; readonly target: Target }> => {
  const shop = await shopApp();
  const leads = canaryLeads(shop.clock());
  await addLeads(shop, leads);
  const buyer = await signInAnother(shop, 'buyer@example.com');
  const sold = { leadId: leads.at(-1)?.id, amount: 900 };
  const response = await shop.post('/api/stripe/create-checkout-session', sold, { cookie: buyer });
  const { id: purchaseRef, url } = (await response.json()) as { id: string; url: string };
  await onHostedPage(shop, new URL(url).pathname, 'pay');
  const verified = await shop.get(`/api/stripe/checkout-session?session_id=${purchaseRef}&lead=${sold.leadId}`);
  expect(await verified.json()).toMatchObject({ success: true });
  const subscriptionRef = await becomeSubscriber(shop, buyer);
  return { shop, target: { leads, purchaseRef, subscriptionRef } };
};

const ASKERS = {
  'a visitor': () => '',
  'a user without a subscription': (shop: ShopApp) => signIn(shop),
} as const;

const whole = async (response: Response): Promise<string> =>
  [...response.headers].map((header) => header.join(': ')).join('\n') + (await response.text());

/** What the asker typed or owns. */
const OWN = ['omar@example.com', 'Omar', 'Omar Haddad', '(512) 555-0142', 'Austin, TX'];

const isMasked = (text: string): boolean => text === '' || text === 'N/A' || text.includes('•') || OWN.includes(text);

/** Names of contact fields in a JSON value that stand for something. What is wrong with a form's field is no contact. */
const contactKeys = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): readonly string[] => {
    if (key === 'fields') return [];
    const isContact = /first.?name|last.?name|full.?name|^name$|mail|phone|address/i.test(key);
    return isContact && typeof inner === 'string' && !isMasked(inner) ? [`${key}: ${inner}`] : contactKeys(inner);
  });
};

const keysIn = (text: string): readonly string[] => {
  try {
    return contactKeys(JSON.parse(text));
  } catch {
    return [];
  }
};

/** It names every field there is, with examples that nobody is: only the leads' own contacts are looked for in it. */
const isDescription = (path: string): boolean => path === '/api/openapi.json';

it('has probes for every route, and for none that is gone', () => {
  expect(Object.keys(PROBES).toSorted()).toEqual([...new Set(PRODUCT)].toSorted());
});

describe.each(Object.entries(ASKERS))('asked by %s', (_who, signedIn) => {
  it.each(Object.keys(PROBES))('%s tells nothing of any lead’s contact', async (route) => {
    const { shop, target } = await opened();
    const cookie = await signedIn(shop);
    const secrets = target.leads.flatMap(secretsOf).map((secret) => secret.toLowerCase());
    const logged = shop.log.lines.length;
    const calls = PROBES[route]?.(target) ?? [];
    const leaks: string[] = [];
    for (const call of calls) {
      const response = await send(shop, route, call, cookie);
      expect(response.status).toBeLessThan(500);
      const keys = isDescription(call.path) ? [] : keysIn(await response.clone().text());
      const text = (await whole(response)).toLowerCase();
      const told = secrets.filter((secret) => text.includes(secret));
      leaks.push(...[...keys, ...told].map((leak) => `${call.path} tells ${leak}`));
    }
    expect(leaks).toEqual([]);
    // The probes came where they should.
    const routes = shop.log.lines.slice(logged).map((line) => `${line.method} ${line.route}`);
    expect(routes.filter((one) => one === route.replace('ALL', 'GET'))).toHaveLength(calls.length);
    expect(calls.length).toBeGreaterThan(0);
  });
});

it('knows no lead by its contact on the marketplace', async () => {
  const { shop, target } = await opened();
  const found = async (search: string) => {
    const response = await shop.get(`/api/good-lead/unsold?search=${encodeURIComponent(search)}`);
    return ((await response.json()) as { totalItems: number }).totalItems;
  };
  expect(await found('Juneau')).toBe(1);
  for (const { contact } of target.leads)
    for (const text of Object.values(contact)) expect(await found(text ?? '?')).toBe(0);
});

describe('a subscriber', () => {
  it('is told the contact of leads in the vault, and of no others', async () => {
    const { shop, target } = await opened();
    const cookie = await subscriber(shop);
    const query = '?size=100&search=juneau';
    const list = await (await shop.get(`/api/good-lead/vaulted-leads${query}`, { cookie })).text();
    const file = await (await shop.get(`/api/good-lead/export${query}`, { cookie })).text();
    const told = IN_VAULT.map((index) => target.leads[index]?.contact);
    for (const { data } of [v.parse(VaultAnswer, JSON.parse(list)), v.parse(ExportAnswer, JSON.parse(file))])
      expect(
        data.map(({ firstName, lastName, email, phoneNumber: phone, address1 }) => ({
          firstName,
          lastName,
          email,
          phone,
          address1,
        })),
      ).toEqual(told);
    const others = target.leads.filter((_, index) => !IN_VAULT.includes(index)).flatMap(secretsOf);
    expect(others.filter((secret) => (list + file).includes(secret))).toEqual([]);
  });
});
