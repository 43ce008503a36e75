import type { Context } from 'hono';
import * as v from 'valibot';

import { Refused } from './failures.ts';

type Schema<Output> = v.GenericSchema<unknown, Output>;

/** Parses what was sent, or refuses it: one message for people, one entry a field for forms. */
const parse = <Output>(schema: Schema<Output>, input: unknown): Output => {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const fields: Record<string, string> = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? 'body';
    fields[field] ??= issue.input === undefined ? 'is missing' : issue.message;
  }
  const [first] = Object.entries(fields);
  throw new Refused('INVALID_INPUT', { fields, ...(first && { message: `${first[0]} ${first[1]}` }) });
};

/** The query as the schema wants it. The same parameter twice is refused: which one counts would be a guess. */
export const readQuery = <Output>(c: Context, schema: Schema<Output>): Output => {
  const query: Record<string, string> = {};
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) throw new Refused('INVALID_INPUT', { fields: { [name]: 'is given twice' } });
    query[name] = values[0] ?? '';
  }
  return parse(schema, query);
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

/** The JSON object of the body as the schema wants it. */
export const readJson = async <Output>(c: Context, schema: Schema<Output>): Promise<Output> => {
  if (!isPlainContent(c, 'application/json')) throw new Refused('WRONG_CONTENT_TYPE');
  const bytes = await c.req.arrayBuffer();
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refused('INVALID_INPUT', { message: 'The body is not valid JSON.' });
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refused('INVALID_INPUT', { message: 'The body must be a JSON object.' });
  return parse(schema, body);
};
