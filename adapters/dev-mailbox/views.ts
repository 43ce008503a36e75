import { html } from 'hono/html';

import type { Instant } from '#domain/instant.ts';

import type { ReceivedMail } from './mails.ts';

export type View = ReturnType<typeof html>;

type Mailbox = {
  /** Newest first. */
  readonly all: readonly ReceivedMail[];
  readonly open: ReceivedMail | undefined;
  /** Whether the reader asked for the open one: a phone has room for the list or for one mail. */
  readonly isChosen: boolean;
};

const layout = (title: string, view: string, content: View): View => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · Development mailbox</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/dev.css" />
      <link rel="stylesheet" href="/dev/mailbox.css" />
    </head>
    <body data-view="${view}">
      <header class="banner"><strong>Development mailbox.</strong> No mail leaves this machine.</header>
      <main>${content}</main>
    </body>
  </html>`;

const DATE = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const dateOf = (instant: Instant): View =>
  html`<time datetime="${new Date(instant).toISOString()}">${DATE.format(instant)} UTC</time>`;

const addressOf = ({ id }: ReceivedMail): string => `/dev/mailbox/${id}`;

const entry = (mail: ReceivedMail, open: ReceivedMail | undefined): View => html`
  <li>
    <a href="${addressOf(mail)}" ${mail.id === open?.id ? html`aria-current="true"` : ''}>
      <span class="subject">${mail.subject}</span>
      <span class="muted">${mail.to}</span>
      <span class="muted">${dateOf(mail.sentAt)}</span>
    </a>
  </li>`;

const list = ({ all, open, isChosen }: Mailbox): View => html`
  <section class="list">
    <header>
      ${isChosen ? html`<h2>Mailbox</h2>` : html`<h1>Mailbox</h1>`}
      <a class="button-quiet" href="/dev/mailbox">Refresh</a>
    </header>
    <p class="muted">${all.length === 1 ? '1 mail' : `${all.length} mails`}, newest first</p>
    <nav aria-label="Mails"><ol class="card">${all.map((mail) => entry(mail, open))}</ol></nav>
  </section>`;

/** The text with its web addresses as links, as mail programs show it. */
const linked = (text: string): readonly (string | View)[] =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : part,
    );

const fact = (name: string, value: string | View): View => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

const letter = (mail: ReceivedMail, isChosen: boolean): View => html`
  <article aria-labelledby="subject">
    <p class="back"><a class="button-quiet" href="/dev/mailbox">All mails</a></p>
    ${isChosen ? html`<h1 id="subject">${mail.subject}</h1>` : html`<h2 id="subject">${mail.subject}</h2>`}
    <dl>
      ${fact('To', mail.to)} ${fact('From', mail.from)} ${mail.replyTo === null ? '' : fact('Reply to', mail.replyTo)}
      ${mail.writtenBy === 'person' ? fact('Written by', 'a person') : ''}
      ${fact('Sent', dateOf(mail.sentAt))} ${mail.times === 1 ? '' : fact('Times', `Sent ${mail.times} times, kept once`)}
    </dl>
    <iframe class="card" src="${addressOf(mail)}/html" title="The mail as its receiver sees it"
      sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
    <figure>
      <figcaption>The same as plain text</figcaption>
      <pre class="card">${linked(mail.text)}</pre>
    </figure>
  </article>`;

const empty = (): View => html`
  <section class="empty card">
    <h1>No mail yet</h1>
    <p class="muted">Every mail of the shop arrives here. Buy a lead, and its contact comes by mail.</p>
    <p class="row"><a class="button" href="/">Go to the shop</a> <a class="button-quiet" href="/dev/mailbox">Refresh</a></p>
  </section>`;

export const mailboxView = (mailbox: Mailbox): View => {
  const { open, isChosen } = mailbox;
  return open === undefined
    ? layout('No mail yet', 'empty', empty())
    : layout(
        isChosen ? open.subject : 'Mailbox',
        isChosen ? 'mail' : 'list',
        html`${list(mailbox)}${letter(open, isChosen)}`,
      );
};

export const unknownView = (): View =>
  layout(
    'No such mail',
    'empty',
    html`<section class="empty card">
      <h1>No such mail</h1>
      <p class="muted">This address belongs to no mail in the box.</p>
      <p class="row"><a class="button" href="/dev/mailbox">All mails</a></p>
    </section>`,
  );
