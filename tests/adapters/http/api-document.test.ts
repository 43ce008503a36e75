import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';

import { figures } from '#domain/count.ts';
import { LARGEST_EXPORT } from '#domain/lead-csv.ts';
import { OPERATIONS } from '#adapters/http/operations/all.ts';
import { DOCUMENT, faultBy } from './described.ts';
import { shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

let shop: ShopApp;
beforeAll(async () => {
  shop = await shopApp();
});

const operations = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const etagOf = (response: Response): string => response.headers.get('etag') ?? '';

describe('the API document', () => {
  it('is answered as JSON, and is valid OpenAPI 3.1', async () => {
    const response = await shop.get('/api/openapi.json');
    expect(response.headers.get('content-type')).toBe('application/json');
    const document = (await response.json()) as Record<string, unknown>;
    expect(document).toEqual(JSON.parse(JSON.stringify(DOCUMENT)));
    const validator = new Validator();
    const { valid, errors } = await validator.validate(document);
    expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1']);
  });

  it('describes every route under /api once, and none that is not there', () => {
    const routes = shop.app.routes.filter(({ path, method }) => path.startsWith('/api/') && method !== 'ALL');
    const described = OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(new Set(described).size).toBe(described.length);
    expect(described.filter((name) => name.includes(' /api/')).toSorted()).toEqual(
      [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].toSorted(),
    );
    for (const { path, method } of OPERATIONS.filter((one) => !one.path.startsWith('/api/')))
      expect(shop.app.routes).toContainEqual(expect.objectContaining({ path, method: method.toUpperCase() }));
  });

  it('names each operation once, and says in words what each one and each answer is', () => {
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    for (const { operation } of operations) expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    for (const { description } of Object.values(DOCUMENT.components.responses))
      expect(description).toMatch(/^`[A-Z_]+`: [A-Z]/);
  });

  it('refers to nothing that it does not hold, and holds nothing that it does not refer to', () => {
    const text = JSON.stringify(DOCUMENT);
    const referred = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+\/[\w.]+)"/g)].map(([, name]) => name));
    const { schemas, responses } = DOCUMENT.components;
    const held = [
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
      ...Object.keys(responses).map((name) => `responses/${name}`),
    ];
    expect(referred).toEqual(new Set(held.filter((name) => !/\/(?:NOT_FOUND|METHOD_NOT_ALLOWED)$/.test(name))));
  });

  it('says how long a text may be, of every text that is sent but the code of a coupon, which the shop judges', () => {
    const open = operations.flatMap(({ operation }) =>
      (operation.parameters ?? [])
        .filter(({ schema: { type, maxLength, format, enum: values } }) => {
          const isBounded = maxLength !== undefined || format === 'uuid' || values !== undefined;
          return type === 'string' && !isBounded;
        })
        .map(({ name }) => `${operation.operationId} ${name}`),
    );
    const requests = Object.entries(DOCUMENT.components.schemas).filter(([name]) => /(?:Request|Form)$/.test(name));
    for (const [name, { properties = {} }] of requests)
      for (const [field, property] of Object.entries(properties))
        for (const { type, maxLength, format } of property.anyOf ?? [property])
          if (type === 'string' && maxLength === undefined && format !== 'uuid') open.push(`${name} ${field}`);
    expect(requests.length).toBeGreaterThan(5);
    expect(open).toEqual(['CouponRequest couponCode', 'CheckoutRequest couponCode']);
  });

  it('gives examples that are what they are examples of', () => {
    const faults = Object.entries(DOCUMENT.components.schemas).flatMap(([name, { examples = [] }]) =>
      examples.map((example) => faultBy('answers', ['components', 'schemas', name], example)),
    );
    expect(faults.length).toBeGreaterThan(15);
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  it('tells the bounds of a page as numbers, and the checks that a text has to pass', () => {
    const { parameters = [] } = DOCUMENT.paths['/api/good-lead/unsold']?.get ?? {};
    expect(parameters.find(({ name }) => name === 'size')?.schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 100,
    });
    expect(parameters.find(({ name }) => name === 'page')?.schema).toMatchObject({ type: 'integer', default: 1 });
    expect(DOCUMENT.components.schemas['RegisterRequest']?.properties).toMatchObject({
      email: { type: 'string', format: 'email', maxLength: 254 },
      password: { minLength: 6, maxLength: 128 },
      fullName: { minLength: 1, maxLength: 120, pattern: expect.stringContaining('u001F') as string },
    });
    expect(DOCUMENT.components.schemas['ContactRequest']?.properties).toMatchObject({
      message: { minLength: 10, maxLength: 5_000 },
    });
    expect(DOCUMENT.components.schemas['CheckoutRequest']?.properties?.['amount']).toMatchObject({
      minimum: 0,
      maximum: 99_999.99,
      multipleOf: 0.01,
    });
  });

  it('tells how many leads an export holds, by the number that ends it', () => {
    const { get } = DOCUMENT.paths['/api/good-lead/export'] ?? {};
    const most = `${figures(LARGEST_EXPORT)} `;
    expect([get?.description, get?.responses[200]]).toEqual([
      expect.stringContaining(`${most}at most`),
      expect.objectContaining({ description: expect.stringContaining(`${most}leads at most`) as string }),
    ]);
  });

  it('tells how long a session and a link last, and how large a body may be, as the shop has it', () => {
    const { description } = DOCUMENT.info;
    const saysOf = (path: string): string => String(DOCUMENT.paths[path]?.['post']?.description);
    expect(DOCUMENT.components.securitySchemes['session']).toMatchObject({
      description: expect.stringMatching(/ 30 days .* 7 days /) as string,
    });
    expect(description).toContain(' at most 64 KiB.');
    expect(saysOf('/api/stripe/webhook')).toContain(' up to 256 KiB;');
    for (const path of ['/api/auth/register', '/api/auth/reset-password/request'])
      expect(saysOf(path)).toContain(' for 24 hours.');
  });

  it('names the cookie that is the session', () => {
    const { securitySchemes } = DOCUMENT.components;
    expect(securitySchemes['session']).toMatchObject({ type: 'apiKey', in: 'cookie', name: '__Host-session' });
  });
});

describe.each(['/api/openapi.json', '/api/docs', '/api/docs/docs.css', '/api/docs/docs.js'])('%s', (path) => {
  it('is asked for again only when it has changed', async () => {
    const first = await shop.get(path);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(etagOf(first)).toMatch(/^"[\w-]{22}"$/);
    const etag = etagOf(first);
    for (const named of [etag, `W/${etag}`, `"older", ${etag}`]) {
      const again = await shop.get(path, { 'if-none-match': named });
      expect([again.status, await again.text(), etagOf(again)]).toEqual([304, '', etag]);
    }
    expect((await shop.get(path, { 'if-none-match': '"older"' })).status).toBe(200);
  });

  it('may do the same in a browser that has it already, by the same policy', async () => {
    const first = await shop.get(path);
    const again = await shop.get(path, { 'if-none-match': etagOf(first) });
    for (const name of ['content-security-policy', 'x-frame-options', 'x-content-type-options', 'cache-control'])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
  });

  it('answers HEAD as GET, without a body', async () => {
    const got = await shop.get(path);
    const head = await shop.app.request(`https://shop.example${path}`, { method: 'HEAD' });
    expect([head.status, etagOf(head), await head.text()]).toEqual([200, etagOf(got), '']);
  });
});
