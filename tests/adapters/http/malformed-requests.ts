import { ROUTES } from './account-requests.ts';
import type { Kind, Route } from './account-requests.ts';

/** Requests that no page of ours sends, each with what is wrong with it. */
export type Malformed = {
  readonly what: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
};

const TYPE_OF = { json: 'application/json', form: 'application/x-www-form-urlencoded', query: 'text/plain' } as const;

const CONTROL_TEXTS: Readonly<Record<string, string>> = {
  NUL: 'a\0b@example.com',
  'control characters': '\u0001\u001B[2J\u0085@example.com',
  'a header': 'a@example.com\r\nBcc: all@example.com',
};

const BAD_VALUES: Readonly<Record<string, unknown>> = {
  'a number': 7,
  'a yes': true,
  'a list': ['a@example.com'],
  'an object': { toString: 'a@example.com' },
  'a lone surrogate': 'long enough \uD800 @example.com',
};

const BAD_BODIES: Readonly<Record<Exclude<Kind, 'query'>, Readonly<Record<string, string>>>> = {
  json: {
    nothing: '',
    'a broken object': '{"email":',
    'a bare text': '"a@example.com"',
    'a bare null': 'null',
    'a list': '[]',
    'an empty object': '{}',
    'prototype keys only': '{"__proto__":{"email":"a@example.com"},"constructor":{"prototype":{}}}',
    'a form': 'email=a%40example.com',
    'objects a thousand deep': '{"a":'.repeat(1_000) + '1' + '}'.repeat(1_000),
  },
  form: {
    nothing: '',
    'only separators': '&&==&',
    'prototype keys only': '__proto__=a&constructor=b&__proto__[email]=a%40example.com',
    'broken percent-encoding': '%=%zz&email=%E0%A4%A&token=%&username=%C0%80',
    JSON: '{"email":"a@example.com"}',
    'fields in brackets': 'email[]=a%40example.com&username[$ne]=&token[0]=a',
  },
};

const WRONG_TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no type': {},
  'plain text': { 'content-type': 'text/plain' },
  'a multipart form without a boundary': { 'content-type': 'multipart/form-data' },
  'another encoding': { 'content-type': 'TYPE; charset=utf-16' },
  'compressed content': { 'content-type': 'TYPE', 'content-encoding': 'gzip' },
  'a type of garbage': { 'content-type': ';;//,\t' },
};

const encoded = (kind: Kind, fields: Readonly<Record<string, unknown>>): string =>
  kind === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields as Record<string, string>).toString();

const without = (fields: Route['fields'], name: string): Route['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

const malformedFor = (route: Route): readonly Malformed[] => {
  const { method, path, kind, fields, optional = [], tolerant = [] } = route;
  const type = { 'content-type': TYPE_OF[kind] };
  const made = (what: string, content: string | Uint8Array<ArrayBuffer>, headers: Malformed['headers'] = type) => ({
    what: `${method} ${path} with ${what}`,
    method,
    path: `/api/${path}${kind === 'query' ? `?${String(content)}` : ''}`,
    headers,
    body: kind === 'query' ? '' : content,
  });

  const perField = Object.keys(fields).flatMap((name) => {
    const change = (what: string, value: unknown) =>
      made(`${what} as ${name}`, encoded(kind, { ...fields, [name]: value }));
    const isOptional = optional.includes(name);
    return [
      ...(isOptional ? [] : [made(`no ${name}`, encoded(kind, without(fields, name))), change('an empty text', '')]),
      ...(isOptional || kind !== 'json' ? [] : [change('null', null)]),
      ...(tolerant.includes(name) ? [] : Object.entries(CONTROL_TEXTS).map(([what, text]) => change(what, text))),
      change('far too much', 'x'.repeat(6_000)),
      ...(kind === 'json'
        ? Object.entries(BAD_VALUES).map(([what, value]) => change(what, value))
        : [made(`two times ${name}`, `${encoded(kind, fields)}&${encoded(kind, { [name]: fields[name] })}`)]),
    ];
  });
  if (kind === 'query')
    return [
      ...perField,
      made('tokens of nobody', encoded(kind, fields)),
      made('broken percent-encoding', 'token=%&tokenType=%E0%A4%A'),
      made('bytes that are no UTF-8', 'token=%FF%FE&tokenType=PASSWORD_RESET'),
      made('prototype keys only', '__proto__=a&constructor=b'),
    ];
  return [
    ...perField,
    ...Object.entries(BAD_BODIES[kind]).map(([what, body]) => made(what, body)),
    ...Object.entries(WRONG_TYPES).map(([what, headers]) =>
      made(
        what,
        encoded(kind, fields),
        Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, value.replace('TYPE', TYPE_OF[kind])]),
        ),
      ),
    ),
    made('a body of 100 KiB', encoded(kind, { ...fields, padding: 'x'.repeat(100 * 1024) })),
    made('bytes that are no UTF-8', new Uint8Array([0xff, 0xfe, 0x00, 0x80])),
    made('the origin of another page', encoded(kind, fields), { ...type, origin: 'https://evil.example' }),
    made('the mark of another site', encoded(kind, fields), { ...type, 'sec-fetch-site': 'cross-site' }),
  ];
};

export const MALFORMED: readonly Malformed[] = ROUTES.flatMap(malformedFor);
