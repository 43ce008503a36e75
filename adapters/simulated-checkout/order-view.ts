import { html } from 'hono/html';

import { priceText } from '#domain/money.ts';

import type { Checkout } from './checkout.ts';
import { layout } from './layout.ts';
import type { View } from './layout.ts';

const MARK = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="8" />
  <path d="m16 8 9 7v8.5a1 1 0 0 1-1 1h-5V18h-6v6.5H8a1 1 0 0 1-1-1V15z" />
</svg>`;

const totals = ({ amount, monthly }: Checkout): View =>
  monthly === undefined
    ? html`<div class="total"><dt>Total due</dt><dd>${priceText(amount)}</dd></div>`
    : html`<div class="total"><dt>Total due today</dt><dd>${priceText(amount)}</dd></div>
        <div><dt>then</dt><dd>${priceText(amount)} every month</dd></div>`;

/** The order beside the actions of the buyer. */
export const twoParts = (title: string, checkout: Checkout, heading: View, content: View): View => {
  const { amount, lineItem, state } = checkout;
  return layout(
    title,
    html`<main class="two-parts">
      <section class="summary" aria-label="Your order">
        <div>
          <p class="shop">${MARK} Homelead</p>
          ${heading}
          <dl>
            <div><dt>${lineItem}</dt><dd>${priceText(amount)}</dd></div>
            ${state === 'open' ? totals(checkout) : ''}
          </dl>
        </div>
      </section>
      <section class="payment" aria-label="Payment"><div>${content}</div></section>
    </main>`,
  );
};

export const amountOf = ({ amount }: Checkout): View => html`<span class="amount">${priceText(amount)}</span>`;
