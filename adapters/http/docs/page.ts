import { html } from 'hono/html';

import type { Method, OpenApi } from '#adapters/http/operations/open-api.ts';
import type { Called } from './example-view.ts';
import { methodView, operationView } from './operation-view.ts';
import { fieldsOf, fieldsView, typeView } from './schema-view.ts';
import { marked, paragraphs } from './text.ts';
import type { Child, View } from './text.ts';

const calledIn = ({ paths }: OpenApi): readonly Called[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method as Method, operation })),
  );

const anchorOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-');

const navView = (api: OpenApi, of: (tag: string) => readonly Called[]): View =>
  html`<nav aria-label="Operations">
    <details>
      <summary>All operations</summary>
      ${api.tags.map(
        ({ name }) =>
          html`<p><a href="#${anchorOf(name)}">${name}</a></p>
            <ul>
              ${of(name).map(
                ({ method, operation }) =>
                  html`<li><a href="#${operation.operationId}">${methodView(method)} ${operation.summary}</a></li>`,
              )}
            </ul>`,
      )}
      <p><a href="#schemas">Schemas</a></p>
    </details>
  </nav>`;

const schemaViews = (api: OpenApi): Child =>
  Object.entries(api.components.schemas).map(
    ([name, schema]) =>
      html`<section class="schema" id="schema-${name}">
        <h3><a href="#schema-${name}">${name}</a></h3>
        ${schema.description === undefined ? '' : html`<p>${marked(schema.description)}</p>`}
        ${schema.items === undefined ? '' : html`<p>A ${typeView(schema)}.</p>`}
        ${fieldsView(fieldsOf(schema), /(?:Request|Form)$/.test(name) ? 'request' : 'answer')}
      </section>`,
  );

/** The document as a page, made from nothing but the document. The page's script is needed only to try calls. */
export const docsPage = async (api: OpenApi): Promise<string> => {
  const all = calledIn(api);
  const of = (tag: string): readonly Called[] => all.filter(({ operation }) => operation.tags.includes(tag));
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${api.info.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/dev.css" />
        <link rel="stylesheet" href="/api/docs/docs.css" />
        <script src="/api/docs/docs.js" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#start">To the content</a>
        ${navView(api, of)}
        <main id="start">
          <header>
            <h1>${api.info.title}</h1>
            <p class="lead">${api.info.summary}</p>
            <p class="links"><a href="/api/openapi.json">openapi.json</a> <a href="/">The shop</a></p>
            ${paragraphs(api.info.description)}
          </header>
          ${api.tags.map(
            ({ name, description }) =>
              html`<section class="area">
                <h2 id="${anchorOf(name)}">${name}</h2>
                <p>${marked(description)}</p>
                ${of(name).map((called) => operationView(api.components, called))}
              </section>`,
          )}
          <section class="area">
            <h2 id="schemas">Schemas</h2>
            ${schemaViews(api)}
          </section>
        </main>
      </body>
    </html>`;
  return page.toString();
};
