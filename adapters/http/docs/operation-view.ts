import { html } from 'hono/html';

import { referredBy } from '#adapters/http/operations/json-schema.ts';
import type { JsonSchema } from '#adapters/http/operations/json-schema.ts';
import type { OpenApi, OperationObject, ResponseObject } from '#adapters/http/operations/open-api.ts';
import { curlView } from './example-view.ts';
import type { Called } from './example-view.ts';
import { fieldsOf, fieldsView, typeView } from './schema-view.ts';
import { jsonView, marked, paragraphs } from './text.ts';
import type { Child, View } from './text.ts';
import { tryView } from './try-view.ts';

type Components = OpenApi['components'];

const TEXTS: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/x-www-form-urlencoded': 'Form',
  'text/html': 'HTML',
  'text/css': 'CSS',
  'text/javascript': 'JavaScript',
  'text/calendar': 'iCalendar',
};

export const methodView = (method: string): View => html`<span class="method ${method}">${method.toUpperCase()}</span>`;

const named = ({ schemas }: Components, schema: JsonSchema): JsonSchema => schemas[referredBy(schema) ?? ''] ?? schema;

const sessionText = ({ security }: OperationObject): string | undefined =>
  security.length === 0 ? undefined : security.length === 1 ? 'Needs a session' : 'Takes a session';

const requestView = (components: Components, { parameters = [], requestBody }: OperationObject): Child => {
  const query = parameters.map(({ description, schema, ...rest }) => ({
    ...rest,
    schema: { ...schema, ...(description !== undefined && { description }) },
  }));
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return [
    query.length === 0
      ? ''
      : html`<h4>Query</h4>
          ${fieldsView(query, 'request')}`,
    type === undefined || content === undefined
      ? ''
      : html`<h4>${TEXTS[type] ?? type} body${requestBody?.required === false ? ', may be left out' : ''}</h4>
          ${requestBody?.description === undefined ? '' : html`<p>${requestBody.description}</p>`}
          ${fieldsView(fieldsOf(named(components, content.schema)), 'request')}`,
  ];
};

const headersView = ({ headers = {} }: ResponseObject): Child =>
  Object.entries(headers).map(
    ([name, { description }]) => html`<p class="header"><code>${name}</code> ${marked(description)}</p>`,
  );

const answerView = (status: string, response: ResponseObject): View => {
  const types = Object.entries(response.content ?? {});
  return html`<li class="answer" data-kind="${status < '400' ? 'good' : 'refused'}">
    <b class="status">${status}</b>
    <div>
      ${paragraphs(response.description)} ${headersView(response)}
      ${types
        .filter(() => status < '400')
        .map(
          ([type, { schema }]) =>
            html`<p class="muted">${TEXTS[type] ?? type}${referredBy(schema) === undefined ? '' : [', ', typeView(schema)]}</p>`,
        )}
    </div>
  </li>`;
};

const responseOf = ({ responses }: Components, said: OperationObject['responses'][string]): ResponseObject =>
  '$ref' in said ? (responses[said.$ref.split('/').at(-1) ?? ''] ?? { description: '' }) : said;

/** An example of the first successful answer. */
const exampleView = ({ responses }: OperationObject): Child => {
  const [status, response] = Object.entries(responses)[0] ?? [];
  const value =
    response && 'content' in response
      ? response.content?.['application/json']?.examples?.['example']?.value
      : undefined;
  return value === undefined
    ? ''
    : html`<figure>
        <figcaption>Answer ${status}</figcaption>
        <pre tabindex="0">${jsonView(value)}</pre>
      </figure>`;
};

/** One operation: its input and answers on the left, examples on the right. */
export const operationView = (components: Components, called: Called): View => {
  const { path, method, operation } = called;
  const session = sessionText(operation);
  return html`<article id="${operation.operationId}">
    <div class="told">
      <h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
      <p class="route">${methodView(method)} <code>${path}</code></p>
      ${session === undefined ? '' : html`<p class="session">${session}</p>`}
      ${operation.description === undefined ? '' : paragraphs(operation.description)}
      ${requestView(components, operation)}
      <h4>Answers</h4>
      <ul class="answers">
        ${Object.entries(operation.responses).map(([status, said]) => answerView(status, responseOf(components, said)))}
      </ul>
    </div>
    <div class="shown">
      <figure>
        <figcaption>Call <button type="button" class="copy" hidden>Copy</button></figcaption>
        <pre tabindex="0">${curlView(called)}</pre>
      </figure>
      ${exampleView(operation)} ${tryView(called)}
    </div>
  </article>`;
};
