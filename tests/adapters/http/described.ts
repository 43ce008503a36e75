import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Hono } from 'hono';

import { OPERATIONS } from '#adapters/http/operations/all.ts';
import { FAILURES } from '#adapters/http/failures.ts';
import { apiDocument } from '#adapters/http/operations/document.ts';
import type { Method, ResponseObject } from '#adapters/http/operations/open-api.ts';
import type { Operation } from '#adapters/http/operations/operation.ts';
import { refusalsOf } from '#adapters/http/operations/refusals.ts';

export const DOCUMENT = apiDocument(OPERATIONS, { sessionCookie: '__Host-session' });

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text) => URL.canParse(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  password: () => true,
};

const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  allErrors: true,
  formats: FORMATS,
  multipleOfPrecision: 6,
});

ajv.addVocabulary(['components', 'paths']);

/** No answer has a field that is not described. */
const closed = Object.fromEntries(
  Object.entries(DOCUMENT.components.schemas).map(([name, schema]) => [
    name,
    schema.properties === undefined ? schema : { ...schema, additionalProperties: false },
  ]),
);
ajv.addSchema({ $id: 'answers', components: { ...DOCUMENT.components, schemas: closed }, paths: DOCUMENT.paths });
ajv.addSchema({ $id: 'requests', components: DOCUMENT.components, paths: DOCUMENT.paths });

const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a value by the schema at a place in the document; `undefined` when nothing is. */
export const faultBy = (side: 'answers' | 'requests', place: readonly string[], value: unknown): string | undefined => {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const key = `${side}#/${pointer}`;
  const validate = compiled.get(key) ?? ajv.compile({ $ref: key });
  compiled.set(key, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
};

type Described = { readonly place: readonly string[]; readonly response: ResponseObject };

/** What the document says of an answer to this request with this status. */
const responseFor = (method: string, path: string, status: number): Described | undefined => {
  const operations = DOCUMENT.paths[path];
  const called = (method === 'HEAD' ? 'get' : method.toLowerCase()) as Method;
  const elsewhere = operations === undefined ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED';
  const operation = operations?.[called];
  const said = operation?.responses[status];
  const name =
    operation === undefined
      ? elsewhere
      : said !== undefined && '$ref' in said
        ? said.$ref.split('/').at(-1)
        : undefined;
  if (name !== undefined) {
    const response = DOCUMENT.components.responses[name];
    return response && { place: ['components', 'responses', name], response };
  }
  return said === undefined || '$ref' in said
    ? undefined
    : { place: ['paths', path, called, 'responses', String(status)], response: said };
};

/** The cookie that the document's own description tells of. */
const isRecent = (value: string | null): boolean => /^(?:__Host-)?recent=1;[^,]*$/.test(value ?? '');

const headerFaults = ({ headers: described = {} }: ResponseObject, { headers }: Response): readonly string[] => [
  ...Object.entries(described)
    .filter(([name, { required }]) => required && !headers.has(name))
    .map(([name]) => `has no ${name}`),
  ...['Retry-After', 'Set-Cookie', 'ETag']
    .filter((name) => headers.has(name) && described[name] === undefined && !isRecent(headers.get(name)))
    .map((name) => `has a ${name} that is not described`),
];

/** The body as it was before it was compressed. */
const textOf = async (answer: Response): Promise<string> => {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const encoding = answer.headers.get('content-encoding');
  return (encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
};

/** What an answer has that the document does not say, or the other way round. */
const faultsOf = async (method: string, path: string, answer: Response): Promise<readonly string[]> => {
  const described = responseFor(method, path, answer.status);
  if (described === undefined) return ['has a status that is not described'];
  const { place, response } = described;
  const faults = headerFaults(response, answer);
  const type = answer.headers.get('content-type')?.split(';')[0];
  const types = Object.keys(response.content ?? {});
  if (types.length === 0) return type === undefined ? faults : [...faults, `has content, ${type}`];
  if (type === undefined || !types.includes(type)) return [...faults, `has the content type ${type}`];
  const text = await textOf(answer);
  if (method === 'HEAD') return text === '' ? faults : [...faults, 'has a body'];
  const content = type === 'application/json' ? (JSON.parse(text) as unknown) : text;
  const fault = faultBy('answers', [...place, 'content', type, 'schema'], content);
  return fault === undefined ? faults : [...faults, fault];
};

const isDescribed = (path: string): boolean => path.startsWith('/api/') || DOCUMENT.paths[path] !== undefined;

/** A reader may hang up on an export, or it may break off: only whoever reads it may touch its body. */
const whole = (answer: Response, method: string, path: string): Response =>
  path === '/api/good-lead/export' && method === 'GET' && answer.status === 200
    ? Response.json({ status: 'success', data: [] }, { headers: answer.headers })
    : answer.clone();

/** Every answer that the document describes for an operation, as `described` writes them down. */
export const answersOf = ({ method, path, answers, ...operation }: Operation): readonly string[] => {
  const called = `${method.toUpperCase()} ${path}`;
  return [
    ...Object.entries(answers).map(([status, { code }]) =>
      [called, status, ...(code === undefined ? [] : [code])].join(' '),
    ),
    ...refusalsOf({ method, path, answers, ...operation }).map((code) => `${called} ${FAILURES[code][0]} ${code}`),
  ];
};

/**
 * Has an app answer nothing that the API document does not describe: whoever calls it then gets an error instead. Adds
 * what was answered to `answered`: `GET /api/auth/me 200`, and `GET /api/auth/me 401 NOT_SIGNED_IN` for a refusal.
 */
export const described = (app: Hono, answered: Set<string>): Hono => {
  const { fetch } = app;
  app.fetch = async (request, ...rest) => {
    const { method } = request;
    const path = new URL(request.url).pathname;
    const answer = await fetch(request, ...rest);
    if (!isDescribed(path)) return answer;
    const faults = await faultsOf(method, path, whole(answer, method, path));
    if (faults.length > 0) throw new Error(`the answer ${answer.status} to ${method} ${path} ${faults.join(', and ')}`);
    const told =
      answer.status < 400 || method === 'HEAD' ? undefined : ((await answer.clone().json()) as { code: string });
    answered.add([method, path, answer.status, ...(told === undefined ? [] : [told.code])].join(' '));
    return answer;
  };
  return app;
};
