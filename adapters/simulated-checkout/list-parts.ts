import { html } from 'hono/html';

import type { Instant } from '#domain/instant.ts';

import type { View } from './layout.ts';

const DATE = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export const dateOf = (instant: Instant): View =>
  html`<time datetime="${new Date(instant).toISOString()}">${DATE.format(instant)} UTC</time>`;

export const fact = (name: string, value: string | View): View => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** A button that sends its form with an `outcome`; `of` is the id of the entry's heading. */
export const button = (outcome: string, text: string, of: string): View =>
  html`<button class="button-quiet" name="outcome" value="${outcome}" aria-describedby="${of}">${text}</button>`;

export const refreshLink = (path: string): View => html`<a class="button-quiet" href="${path}">Refresh</a>`;
