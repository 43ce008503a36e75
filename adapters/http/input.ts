import type { Context } from 'hono';
import * as v from 'valibot';

import { Refused } from './failures.ts';
import { remembered } from './remembered.ts';
import { isUtf8Form, utf8Text } from './utf8.ts';

type Schema<Output> = v.GenericSchema<unknown, Output>;

/** The schema of an object, whatever is done with it afterwards. */
type ObjectSchema<Output> = Schema<Output> & { readonly entries: Readonly<Record<string, unknown>> };

/** The field name of a fault that is not about one field alone. */
const WHOLE = 'body';

/** A fault that is a sentence already is shown as it is. */
const sentenceOf = (field: string, fault: string): string =>
  field === WHOLE || /^\p{Lu}/u.test(fault) ? fault : `${field} ${fault}`;

/** One message for people, about the first fault, and one entry a field for forms. */
const refused = (fields: Readonly<Record<string, string>>): Refused => {
  const [first] = Object.entries(fields);
  return new Refused('INVALID_INPUT', { fields, ...(first && { message: sentenceOf(...first) }) });
};

/** Parses what was sent, or refuses it. */
const parse = <Output>(schema: Schema<Output>, input: unknown): Output => {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const fields: Record<string, string> = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? WHOLE;
    fields[field] ??= issue.input === undefined ? 'is missing' : issue.message;
  }
  throw refused(fields);
};

/** Parses pairs of names and values. A repeated name is refused, unless the schema has none such: which value counts would be a guess. */
const parsePairs = <Output>(schema: ObjectSchema<Output>, pairs: Iterable<readonly [string, string]>): Output => {
  const values = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (values.has(name) && Object.hasOwn(schema.entries, name)) throw refused({ [name]: 'is given twice' });
    values.set(name, value);
  }
  return parse(schema, Object.fromEntries(values));
};

/** The query, parsed by the schema. */
export const readQuery = <Output>(c: Context, schema: ObjectSchema<Output>): Output => {
  const pairs = Object.entries(c.req.queries()).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  return parsePairs(schema, pairs);
};

/** The path of an address, and its query with the `?`. A fragment belongs to neither: no browser sends one, but anybody can. */
export const partsOf = (address: string): readonly [path: string, query: string] => {
  const fragment = address.indexOf('#');
  const sent = fragment === -1 ? address : address.slice(0, fragment);
  const start = sent.indexOf('?');
  return start === -1 ? [sent, ''] : [sent.slice(0, start), sent.slice(start)];
};

type QueryReader<Output> = {
  readonly read: (c: Context) => Output;
  /** The meaning of a query, with its `?`, if it was read before. */
  readonly known: (query: string) => Output | undefined;
};

/** As `readQuery`, for queries that are repeated all day: each is parsed once. */
export const queryReader = <Output extends object>(schema: ObjectSchema<Output>): QueryReader<Output> => {
  const { known, remember } = remembered<Output>();
  return {
    known,
    read: (c) => {
      const [, query] = partsOf(c.req.url);
      return known(query) ?? remember(query, readQuery(c, schema));
    },
  };
};

const notUtf8 = (): Refused => new Refused('INVALID_INPUT', { message: 'The body is not valid UTF-8.' });

/** The bytes of the body as text. */
const readText = async (c: Context, type: string): Promise<string> => {
  if (!isPlainContent(c, type)) throw new Refused('WRONG_CONTENT_TYPE');
  const text = utf8Text(await c.req.arrayBuffer());
  if (text === undefined) throw notUtf8();
  return text;
};

/** The form in the body, parsed by the schema. */
export const readForm = async <Output>(c: Context, schema: ObjectSchema<Output>): Promise<Output> => {
  const form = await readText(c, 'application/x-www-form-urlencoded');
  if (!isUtf8Form(form)) throw notUtf8();
  return parsePairs(schema, new URLSearchParams(form));
};

const isPlainContent = (c: Context, type: string): boolean => {
  const [sent, ...parameters] = (c.req.header('content-type') ?? '').toLowerCase().split(';');
  const encoding = c.req.header('content-encoding') ?? 'identity';
  return (
    sent?.trim() === type &&
    encoding.toLowerCase() === 'identity' &&
    parameters.every((parameter) => !parameter.includes('charset') || /^\s*charset="?utf-8"?\s*$/.test(parameter))
  );
};

/** The JSON object in the body, parsed by the schema. */
export const readJson = async <Output>(c: Context, schema: Schema<Output>): Promise<Output> => {
  const text = await readText(c, 'application/json');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refused('INVALID_INPUT', { message: 'The body is not valid JSON.' });
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refused('INVALID_INPUT', { message: 'The body must be a JSON object.' });
  return parse(schema, body);
};

/** An optional body without meaning; if there is one, it still has to be a JSON object. */
export const readNoFields = async (c: Context): Promise<void> => {
  if ((await c.req.arrayBuffer()).byteLength > 0) await readJson(c, v.object({}));
};
