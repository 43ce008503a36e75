import { html } from 'hono/html';

import { priceText } from '#domain/money.ts';

import { layout } from './layout.ts';
import type { View } from './layout.ts';
import { button, dateOf, fact, refreshLink } from './list-parts.ts';
import type { Payment, Subscription } from './subscription.ts';
import type { Subscriber } from './subscriptions.ts';

const STATES = { active: 'Active', overdue: 'Overdue', ended: 'Ended' } as const;

const endOf = ({ state, endsAt }: Subscription): View | '' =>
  endsAt === null ? '' : fact(state === 'ended' ? 'Ended' : 'Ends', dateOf(endsAt));

const paymentLine = ({ amount, at, refundedAt }: Payment): View => html`
  <li>${priceText(amount)} on ${dateOf(at)}${refundedAt === null ? '' : html`, sent back on ${dateOf(refundedAt)}`}</li>`;

/** Only the buttons that have an effect. */
const buttons = ({ id, state, endsAt }: Subscription): View | '' =>
  state === 'ended'
    ? ''
    : html`
  <form class="others" method="post" action="/dev/subscriptions/${id}">
    ${endsAt === null ? button('renew', 'Renew now', id) : ''}
    ${endsAt === null && state === 'active' ? button('fail', 'Let the renewal fail', id) : ''}
    ${button('end', 'End at once', id)}
  </form>`;

const entry = ({ email, customer, subscription }: Subscriber): View => {
  const { id, state, paidThrough, payments } = subscription;
  return html`
  <li class="card entry">
    <h2 id="${id}">${email}</h2>
    <dl>
      ${fact('State', html`<span class="state" data-state="${state}">${STATES[state]}</span>`)}
      ${fact('Started', dateOf(subscription.startedAt))}
      ${fact('Paid through', dateOf(paidThrough))}
      ${endOf(subscription)}
      ${fact('Payments', html`<ol>${payments.toReversed().map(paymentLine)}</ol>`)}
      ${fact('Customer', html`<code>${customer}</code>`)}
      ${fact('Subscription', html`<code>${id}</code>`)}
    </dl>
    ${buttons(subscription)}
  </li>`;
};

const REFRESH = refreshLink('/dev/subscriptions');

const NONE = html`
  <p>A subscription is listed here once it is paid for.</p>
  <p class="row"><a class="button" href="/lead-vault">Go to the Lead Vault</a> ${REFRESH}</p>`;

export const subscriptionsView = (all: readonly Subscriber[]): View =>
  layout(
    'Subscriptions',
    html`<main class="entries">
      <header>
        <h1>${all.length === 0 ? 'No subscription yet' : 'Subscriptions'}</h1>
        ${all.length === 0 ? '' : REFRESH}
      </header>
      ${
        all.length === 0
          ? NONE
          : html`
              <p class="muted">
                ${all.length === 1 ? '1 subscription' : `${all.length} subscriptions, newest first`}. Each renews by itself
                when its time comes. The buttons do at once what else only time does, and tell the shop of it.
              </p>
              <ol class="list">${all.map(entry)}</ol>`
      }
    </main>`,
  );
