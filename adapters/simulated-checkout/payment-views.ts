import { html } from 'hono/html';

import type { Instant } from '#domain/instant.ts';
import { priceText } from '#domain/money.ts';

import { has, returnOf } from './checkout.ts';
import type { Checkout, MoneyMove } from './checkout.ts';
import { button, dateOf, fact, refreshLink } from './list-parts.ts';
import { layout } from './layout.ts';
import type { View } from './layout.ts';
import { paymentRefOf } from './purchases.ts';

/** Whether money of a purchase was ever held here. */
export const isPayment = (checkout: Checkout): boolean => checkout.monthly === undefined && has(checkout, 'authorised');

const MOVES: Readonly<Record<MoneyMove['what'], string>> = {
  authorised: 'Held',
  collected: 'Collected',
  released: 'Released',
  lapsed: 'Lapsed',
  refunded: 'Refunded',
  disputed: 'Disputed',
  bounced: 'Sent back by the bank',
  won: 'Dispute won',
};

const moveLine = ({ what, at }: { readonly what: MoneyMove['what']; readonly at: Instant }): View =>
  html`<li>${MOVES[what]} on ${dateOf(at)}</li>`;

/** The possible next events for money that the shop has had. */
const choices = (checkout: Checkout): readonly (readonly [outcome: string, text: string])[] => {
  if (checkout.state !== 'collected') return [];
  switch (returnOf(checkout)) {
    case undefined:
      return [
        ['refund', 'Refund'],
        ['dispute', 'Dispute'],
      ];
    case 'refunded':
      return [['bounce', 'Bounce']];
    case 'disputed':
      return [['win', 'Win']];
  }
};

const buttons = (checkout: Checkout, ref: string): View | '' => {
  const all = choices(checkout);
  return all.length === 0
    ? ''
    : html`
  <form class="others" method="post" action="/dev/payments/${ref}">
    ${all.map(([outcome, text]) => button(outcome, text, ref))}
  </form>`;
};

const entry = (checkout: Checkout): View => {
  const { amount, lineItem, email, history } = checkout;
  const ref = paymentRefOf(checkout);
  const last = history.at(-1)?.what ?? 'authorised';
  return html`
  <li class="card entry">
    <h2 id="${ref}">${priceText(amount)} from ${email ?? ''}</h2>
    <dl>
      ${fact('State', html`<span class="state" data-state="${last}">${MOVES[last]}</span>`)}
      ${fact('For', lineItem)}
      ${fact('History', html`<ol>${history.toReversed().map(moveLine)}</ol>`)}
      ${fact('Payment', html`<code>${ref}</code>`)}
    </dl>
    ${buttons(checkout, ref)}
  </li>`;
};

const NONE = html`
  <p>A payment is listed here once a buyer has made it.</p>
  <p class="row"><a class="button" href="/">Go to the leads</a> ${refreshLink('/dev/payments')}</p>`;

export const paymentsView = (all: readonly Checkout[]): View =>
  layout(
    'Payments',
    html`<main class="entries">
      <header>
        <h1>${all.length === 0 ? 'No payment yet' : 'Payments'}</h1>
        ${all.length === 0 ? '' : refreshLink('/dev/payments')}
      </header>
      ${
        all.length === 0
          ? NONE
          : html`
              <p class="muted">
                ${all.length === 1 ? '1 payment' : `${all.length} payments, newest first`}. Refund sends one back as in a
                provider’s own dashboard, Dispute as a buyer’s bank does. Bounce gives a refund back that his bank did not
                take, Win a dispute that was decided for the shop. The shop is told of it.
              </p>
              <ol class="list">${all.map(entry)}</ol>`
      }
    </main>`,
  );
