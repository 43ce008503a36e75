import { Hono } from 'hono';

import { answerOf } from '#adapters/http/answers/answer.ts';
import { sendAnswer } from '#adapters/http/answers/send-answer.ts';
import { DOCS_FILES } from '#adapters/http/docs/files.ts';
import { DOCS_POLICY } from '#adapters/http/content-policy.ts';
import { docsPage } from '#adapters/http/docs/page.ts';
import { setDefaultHeaders, defaultHeaders } from '#adapters/http/headers.ts';
import { OPERATIONS } from '#adapters/http/operations/all.ts';
import { apiDocument } from '#adapters/http/operations/document.ts';
import { sessionCookie } from '#adapters/http/session-cookie.ts';

/** The description of the API, for programs and for people. It is made once, as it depends on the sources alone. */
export const documentRoutes = ({ https }: { readonly https: boolean }): Hono => {
  const api = apiDocument(OPERATIONS, { sessionCookie: sessionCookie(https) });
  const json = answerOf(JSON.stringify(api));
  const page = docsPage(api).then((text) => answerOf(text, 'text/html; charset=utf-8'));

  const routes = new Hono()
    .get('/api/openapi.json', (c) => sendAnswer(c, json))
    .get('/api/docs', async (c) => {
      setDefaultHeaders(c, { ...defaultHeaders(c), 'Content-Security-Policy': DOCS_POLICY });
      return sendAnswer(c, await page);
    });
  for (const { path, type, text } of DOCS_FILES) {
    const file = answerOf(text, `${type}; charset=utf-8`);
    routes.get(path, (c) => sendAnswer(c, file));
  }
  return routes;
};
