import { html } from 'hono/html';

import { figures } from '#domain/count.ts';
import { referredBy } from '#adapters/http/operations/json-schema.ts';
import type { JsonSchema } from '#adapters/http/operations/json-schema.ts';
import { marked } from './text.ts';
import type { Child, View } from './text.ts';

const WORDS: Readonly<Record<string, string>> = {
  uuid: 'id (UUID)',
  'date-time': 'time (ISO 8601)',
  email: 'e-mail address',
  uri: 'address (URL)',
  password: 'password',
  string: 'text',
  boolean: 'true or false',
};

const between = (parts: readonly Child[], separator: string): Child =>
  parts.map((part, index) => (index === 0 ? part : [separator, part]));

const literal = (value: unknown): View => html`<code>${JSON.stringify(value)}</code>`;

/** The kind of a value, in words; schemas with a name are links. */
export const typeView = (schema: JsonSchema): Child => {
  const name = referredBy(schema);
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  const { type = '', format = type, items, anyOf, additionalProperties } = schema;
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return between(schema.enum.map(literal), ' or ');
  if (anyOf !== undefined) return between(anyOf.map(typeView), ' or ');
  if (items !== undefined) return ['list of ', typeView(items)];
  if (additionalProperties !== undefined) return ['names, each with ', typeView(additionalProperties)];
  return WORDS[format] ?? format;
};

const range = (least: number | undefined, most: number | undefined, unit: string): readonly string[] => {
  if (least !== undefined && most !== undefined) return [`${least} to ${figures(most)}${unit}`];
  if (most !== undefined) return [`at most ${figures(most)}${unit}`];
  return least === undefined ? [] : [`at least ${least}${unit}`];
};

/** A pattern that only forbids characters is put in words. */
const patternView = (pattern: string): Child =>
  pattern.startsWith('^[^') ? 'no control characters' : ['like ', html`<code>${pattern}</code>`];

const bounds = (schema: JsonSchema): readonly Child[] => {
  const { minLength, maxLength, minimum, maximum, multipleOf, pattern, anyOf = [], examples } = schema;
  return [
    ...range(minLength, maxLength, ' characters'),
    ...range(minimum, maximum, ''),
    ...(multipleOf === undefined ? [] : [`a multiple of ${multipleOf}`]),
    ...(pattern === undefined ? [] : [patternView(pattern)]),
    ...anyOf.flatMap(bounds),
    ...(schema.default === undefined || schema.default === '' ? [] : [['without it ', literal(schema.default)]]),
    ...(examples === undefined ? [] : [['such as ', between(examples.map(literal), ' or ')]]),
  ];
};

export type Field = { readonly name: string; readonly required: boolean; readonly schema: JsonSchema };

const fieldView = (isRequest: boolean, { name, required, schema }: Field): View => {
  const { description } = schema;
  const more = bounds(schema);
  return html`<div class="one-field">
    <dt>
      <code>${name}</code> ${required === isRequest ? html`<b>${isRequest ? 'required' : 'optional'}</b>` : ''}
    </dt>
    <dd>
      <span class="type">${typeView(schema)}${more.length === 0 ? '' : [', ', between(more, ', ')]}</span>
      ${description === undefined ? '' : html`<span>${marked(description)}</span>`}
    </dd>
  </div>`;
};

/** Fields of a request are marked when they are required; those of an answer when they may be missing. */
export const fieldsView = (fields: readonly Field[], side: 'request' | 'answer'): Child =>
  fields.length === 0
    ? ''
    : html`<dl class="fields">${fields.map((field) => fieldView(side === 'request', field))}</dl>`;

export const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): readonly Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }));
