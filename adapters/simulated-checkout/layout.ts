import type { Context } from 'hono';
import { html } from 'hono/html';

export type View = ReturnType<typeof html>;

// The shop answers with `no-referrer`; under it browsers without fetch metadata name no origin when a form is sent.
export const layout = (title: string, content: View): View => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="same-origin" />
      <title>${title} · Simulated checkout</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/dev.css" />
      <link rel="stylesheet" href="/dev/checkout.css" />
    </head>
    <body>
      <header class="banner"><strong>Simulated checkout.</strong> No money moves, and no card is needed.</header>
      ${content}
    </body>
  </html>`;

/** The answer to a post is not `no-store`: otherwise the Back button could only ask whether to post again. */
export const page = (c: Context, view: View, status: 200 | 400 | 404 | 415 = 200) =>
  c.html(view, status, {
    'cache-control': c.req.method === 'POST' ? 'private, no-cache' : 'no-store',
    'x-robots-tag': 'noindex',
  });

export const messageView = (title: string, text: string): View =>
  layout(
    title,
    html`<main class="message">
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a class="button" href="/">Back to the shop</a></p>
    </main>`,
  );

export const notAForm = (c: Context) => page(c, messageView('Not a form', 'This page takes its own form only.'), 415);

export const notUnderstood = (c: Context) =>
  page(c, messageView('Not understood', 'The form was not complete. Go back and try again.'), 400);
