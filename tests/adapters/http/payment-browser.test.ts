import { describe, expect, it } from 'vitest';

import { profileOf } from '#adapters/stripe/profile.ts';
import { PAGES } from '#adapters/http/contract/contract.ts';
import { policyText } from '#adapters/http/content-policy.ts';
import type { BrowserPart } from '#application/ports/payment-profile.ts';

import { shopApp } from './shop-app.ts';

const KEY = 'pk_test_51H';
const stripe = (changes: Partial<Parameters<typeof profileOf>[0]> = {}): BrowserPart =>
  profileOf({ publishableKey: KEY, checkoutOrigins: [], apiUrl: undefined, ...changes }).browser;

const directivesOf = (response: Response): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

describe('the pages of a shop with Stripe and its public key', () => {
  it('may load Stripe.js, show its frames and make its calls, and nothing else more than any shop', async () => {
    const [plain, shop] = [await shopApp(), await shopApp({ browser: stripe() })];
    const { 'require-trusted-types-for': _, 'trusted-types': __, ...usual } = directivesOf(await plain.get('/'));
    for (const path of [...PAGES, '/nowhere'])
      expect(directivesOf(await shop.get(path))).toEqual({
        ...usual,
        'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
        'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
        'connect-src': "'self' https://api.stripe.com",
      });
  });

  it('say what it is called, where its payment pages are, and the public key of its script', async () => {
    const shop = await shopApp({ browser: stripe({ checkoutOrigins: ['https://pay.example'] }) });
    const html = await (await shop.get('/')).text();
    expect(html).toContain('<meta name="payment-title" content="Stripe" />');
    expect(html).toContain('<meta name="payment-pages" content="https://checkout.stripe.com https://pay.example" />');
    expect(html).toContain(`<meta name="payment-script" content="stripe ${KEY}" /></head>`);
  });

  it('say so also where the server draws them', async () => {
    const drawn = {
      wanted: (path: string) => ({ address: path }),
      draw: async () => '<!doctype html><head></head><main>drawn</main>',
    };
    const html = await (await (await shopApp({ browser: stripe(), drawn })).get('/')).text();
    expect(html).toMatch(/<meta name="payment-pages" content="https:\/\/checkout.stripe.com" \/>.*<main>drawn<\/main>/);
  });

  it('let no other answer say so', async () => {
    const shop = await shopApp({ browser: stripe() });
    for (const path of ['/api/good-lead/unsold', '/api/nothing', '/dev/mailbox', '/new-leads.ics']) {
      const answer = await shop.get(path);
      const headers = [...answer.headers].join('\n');
      if (path.startsWith('/api/') || path.startsWith('/dev/')) expect(headers, path).not.toContain('stripe.com');
      expect(await answer.text(), path).not.toContain('payment-');
    }
  });

  it('are other pages when that changes, also to a browser that has kept them', async () => {
    const etagOf = async (browser: BrowserPart, known = '') => {
      const answer = await (await shopApp({ browser })).get('/', { 'if-none-match': known });
      return { status: answer.status, etag: answer.headers.get('etag') ?? '' };
    };
    const { etag } = await etagOf(stripe());
    expect(await etagOf(stripe(), etag)).toEqual({ status: 304, etag });
    expect((await etagOf(stripe({ publishableKey: 'pk_live_2' }), etag)).status).toBe(200);
    expect((await etagOf(stripe({ publishableKey: undefined }), etag)).status).toBe(200);
  });

  it('without that key know nothing of Stripe but its name and where its payment pages are', async () => {
    const answer = await (
      await shopApp({ browser: stripe({ publishableKey: undefined, apiUrl: 'http://127.0.0.1:12111/' }) })
    ).get('/');
    expect([...answer.headers].join('\n')).not.toContain('stripe');
    const html = await answer.text();
    expect(html).toContain('content="https://checkout.stripe.com http://127.0.0.1:12111" />');
    expect(html).not.toContain('payment-script');
  });
});

describe('the pages of a shop whose payment pages are its own', () => {
  it('say nothing about payments, and let no text become a script', async () => {
    const answer = await (await shopApp()).get('/');
    expect(await answer.text()).toBe('<!doctype html><head><title>Homelead</title></head>');
    const directives = directivesOf(answer);
    expect(directives).toMatchObject({
      'script-src': "'self'",
      'connect-src': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
    expect(directives).not.toHaveProperty('frame-src');
    expect(answer.headers.get('content-security-policy')).not.toContain('stripe');
  });
});

describe('the pages of a shop with any provider', () => {
  it('bring the script of that one, and no text of it gets out of its place', async () => {
    const hostile = `a" /><script src='https://evil.example'></script><meta x="$'$&`;
    const script = {
      name: 'other',
      publicKey: hostile,
      sources: ['https://js.other.example'],
      frames: [],
      calls: [],
    };
    const answer = await (await shopApp({ browser: { title: hostile, hostedPages: [hostile], script } })).get('/');
    expect(directivesOf(answer)).toMatchObject({ 'script-src': "'self' https://js.other.example" });
    const html = await answer.text();
    expect(html.match(/<[a-z/]+/g)).toEqual(['<head', '<title', '</title', '<meta', '<meta', '<meta', '</head']);
    expect(html).toContain('a&quot; /&gt;&lt;script src=&#39;https://evil.example&#39;&gt;');
  });

  it('extend the looser policy of development in the same way', () => {
    const development = { 'default-src': ["'self'", 'data:'], 'connect-src': ["'self'", 'ws:'] };
    expect(policyText(development, undefined)).toBe("default-src 'self' data:; connect-src 'self' ws:");
    expect(policyText(development, stripe().script)).toBe(
      "default-src 'self' data:; connect-src 'self' ws: https://api.stripe.com; " +
        "script-src 'self' data: https://js.stripe.com https://*.js.stripe.com; " +
        "frame-src 'self' data: https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    );
  });
});
