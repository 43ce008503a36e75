import { readFileSync } from 'node:fs';

import { Hono } from 'hono';
import type { Context } from 'hono';

import type { Mails } from './mails.ts';
import { mailboxView, unknownView } from './views.ts';
import type { View } from './views.ts';

const STYLESHEET = readFileSync(new URL('./mailbox.css', import.meta.url), 'utf8');

const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } as const;

/** The shop's pages may hold no frame; this one shows a mail in one. */
const PAGE_HEADERS = {
  ...PRIVATE,
  'x-frame-options': 'DENY',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const;

/** A mail shows its own inline styles, runs nothing, fetches nothing; its links open in a new tab. */
const MAIL_HEADERS = {
  ...PRIVATE,
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
} as const;

/** Makes links leave the frame, wherever in the document it stands. */
const LINKS_IN_NEW_TABS = '<base target="_blank">';

const page = (c: Context, view: View, status: 200 | 404 = 200) => c.html(view, status, PAGE_HEADERS);

/** The mailbox in the browser, and as JSON for scripts. */
export const mailboxPages = (mails: Mails): Hono =>
  new Hono()
    .get('/dev/mailbox.css', (c) =>
      c.body(STYLESHEET, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
    )
    .get('/dev/mailbox.json', async (c) => {
      const all = await mails.list();
      return c.json(
        all.map(({ to, from, replyTo, subject, text, html, sentAt }) => ({
          to,
          from,
          replyTo,
          subject,
          text,
          html,
          sentAt: new Date(sentAt).toISOString(),
        })),
        200,
        PRIVATE,
      );
    })
    .get('/dev/mailbox', async (c) => {
      const all = await mails.list();
      return page(c, mailboxView({ all, open: all[0], isChosen: false }));
    })
    .get('/dev/mailbox/:id', async (c) => {
      const open = await mails.find(c.req.param('id'));
      return open === undefined
        ? page(c, unknownView(), 404)
        : page(c, mailboxView({ all: await mails.list(), open, isChosen: true }));
    })
    .get('/dev/mailbox/:id/html', async (c) => {
      const mail = await mails.find(c.req.param('id'));
      return mail === undefined
        ? page(c, unknownView(), 404)
        : c.html(`${mail.html}${LINKS_IN_NEW_TABS}`, 200, MAIL_HEADERS);
    });
