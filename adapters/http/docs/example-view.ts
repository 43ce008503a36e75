import { html } from 'hono/html';

import type { Method, OperationObject } from '#adapters/http/operations/open-api.ts';
import type { Child, View } from './text.ts';

export type Called = { readonly path: string; readonly method: Method; readonly operation: OperationObject };

export type Body = { readonly type: string; readonly text: string };

/** The example of a call's body. */
export const exampleBody = ({ requestBody }: OperationObject): Body | undefined => {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || requestBody?.required === false) return undefined;
  const value = content?.examples?.['example']?.value;
  if (value === undefined) return undefined;
  return type === 'application/json'
    ? { type, text: JSON.stringify(value, null, 2) }
    : { type, text: new URLSearchParams(value as Record<string, string>).toString() };
};

/** An example of a required parameter. */
const exampleValue = (name: string): string => (name === 'lead' ? '019a8f4e-6c00-7000-8000-3f1d2c5b7a90' : `<${name}>`);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a command to type. The script of the page inserts the origin from which the page was read. */
export const curlView = ({ path, method, operation }: Called): View => {
  const body = exampleBody(operation);
  const query = (operation.parameters ?? [])
    .filter(({ required }) => required)
    .map(({ name, schema }) => `${name}=${schema.enum?.[0] ?? exampleValue(name)}`)
    .join('&');
  const needsSession = operation.security.length === 1;
  const signsIn = operation.operationId === 'signIn';
  const options = [
    ...(method === 'get' || (method === 'post' && body !== undefined) ? [] : [`-X ${method.toUpperCase()}`]),
    ...(needsSession ? ['-b session.txt'] : signsIn ? ['-c session.txt'] : []),
    ...(body?.type === 'application/json' ? [`-H 'content-type: application/json'`] : []),
    ...(body === undefined ? [] : [`-d ${quoted(body.text)}`]),
  ];
  const address: Child = [
    "'",
    html`<span data-origin>https://shop.example</span>`,
    `${path}${query === '' ? '' : `?${query}`}'`,
  ];
  return html`<code>curl ${[address, ...options.map((option) => ` \\\n  ${option}`)]}</code>`;
};
