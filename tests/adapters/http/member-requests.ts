/** A request about the subscription or the vault that no page of ours sends. */
export type BadRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  /** How a subscriber is refused. */
  readonly status: number;
};

const LISTS = ['/api/good-lead/vaulted-leads', '/api/good-lead/export'] as const;
const CONFIRM = '/api/stripe/subscription/confirm-subscription';
const POSTS = [
  ...['create-checkout-session', 'unsubscribe', 'keep'].map((name) => `/api/stripe/subscription/${name}`),
  `${CONFIRM}?session_id=cs_sim_${'a'.repeat(40)}`,
];

const BAD_TEXTS = ['a%00b', '%01', '%1B%5B2J', 'a%0D%0ASet-Cookie:%20a=b', 'a%E2%80%A8b', '%EF%BF%BF'];

const BAD_SEARCHES = [
  ...BAD_TEXTS.map((text) => `search=${text}`),
  `search=${'x'.repeat(201)}`,
  `search=${'x'.repeat(8_000)}`,
  'search=a&search=b',
  ...['ZZ', 'TX,CA', 'T', 'Texas%00', '%00', '__proto__', 'constructor', 'x'.repeat(30)].map(
    (state) => `state=${state}`,
  ),
  ...['up', 'ASC', 'asc,desc', '1', '%00', 'asc;drop', ''].map((order) => `sortOrder=${order}`),
  ...['email', 'leadPrice', 'PRICE', '1', '', 'toString'].map((column) => `sortBy=${column}`),
  'state=TX&state=CA',
  'sortOrder=asc&sortOrder=desc',
  'sortBy=price&sortBy=price',
];

const BAD_PAGES = [
  ...['0', '-1', '1.5', '1e3', 'abc', '', 'NaN', 'Infinity', '0x10', '%201', '%00', '١'].flatMap((number) => [
    `page=${number}`,
    `size=${number}`,
    `limit=${number}`,
  ]),
  'size=101',
  'limit=101',
  'size=99999999999999999999',
  'limit=99999999999999999999',
  'size=10&limit=20',
  'page=1&page=2',
  'size=10&size=10',
];

const BAD_REFS = [
  '',
  'session_id=',
  'session_id',
  'session_id=a&session_id=b',
  'SESSION_ID=a',
  'session_id[]=a',
  'id=a',
  ...BAD_TEXTS.map((text) => `session_id=${text}`),
  `session_id=${'x'.repeat(256)}`,
  `session_id=${'x'.repeat(8_000)}`,
];

const UNKNOWN_REFS = [
  'cs_unknown',
  '%25',
  "'%20or%201=1",
  '__proto__',
  '..%2F..',
  '%E0%A4%A',
  '%FF%FE',
  '漢字',
  'x'.repeat(255),
  '{ref}',
  '%7Bref%7D',
  'undefined',
  'null',
  'cs_sim_',
  'sub_sim_',
  ' a ',
];

const JSON_TYPE = { 'content-type': 'application/json' };
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '',
  'application/json; charset=utf-16',
];

const BAD_BODIES: readonly Omit<BadRequest, 'method' | 'path'>[] = [
  ...['{"a":', '[]', 'null', '"text"', '7', 'a=b', '\0'].map((body) => ({ headers: JSON_TYPE, body, status: 400 })),
  { headers: JSON_TYPE, body: new Uint8Array([0xff, 0xfe, 0x00, 0x80]), status: 400 },
  ...TYPES.map((type) => ({ headers: { 'content-type': type }, body: '{}', status: 415 })),
  { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: '{}', status: 415 },
  { headers: JSON_TYPE, body: `{"a":"${'x'.repeat(100 * 1024)}"}`, status: 413 },
  { headers: { ...JSON_TYPE, origin: 'https://evil.example' }, body: '{}', status: 403 },
  { headers: { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }, body: undefined, status: 403 },
  { headers: { 'sec-fetch-site': 'same-site' }, body: undefined, status: 403 },
];

const queried = (method: string, path: string, status: number) => (query: string) => ({
  method,
  path: `${path}?${query}`,
  headers: {},
  body: undefined,
  status,
});

export const BAD_REQUESTS: readonly BadRequest[] = [
  ...LISTS.flatMap((path) => BAD_SEARCHES.map(queried('GET', path, 400))),
  ...BAD_PAGES.map(queried('GET', LISTS[0], 400)),
  ...BAD_REFS.map(queried('POST', CONFIRM, 400)),
  ...UNKNOWN_REFS.map((ref) => queried('POST', CONFIRM, 404)(`session_id=${ref}`)),
  ...POSTS.flatMap((path) => BAD_BODIES.map((bad) => ({ method: 'POST', path, ...bad }))),
  ...POSTS.flatMap((path) =>
    ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, path, headers: {}, body: undefined, status: 405 })),
  ),
  ...LISTS.flatMap((path) =>
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, path, headers: {}, body: undefined, status: 405 })),
  ),
  ...[...LISTS, ...POSTS].flatMap((path) =>
    [path.replace('/api', '/API'), path.replace('/api/', '/api//'), path.replace(/\?|$/, '/?')].map((other) => ({
      method: path.includes('good-lead') ? 'GET' : 'POST',
      path: other,
      headers: {},
      body: undefined,
      status: 404,
    })),
  ),
];
