import { html } from 'hono/html';

import type { Instant } from '#domain/instant.ts';
import { priceText } from '#domain/money.ts';

import type { Checkout } from './checkout.ts';
import { layout } from './layout.ts';
import type { View } from './layout.ts';

/** Why the form is shown again, with what the buyer had typed. */
export type FormProblem = { readonly kind: 'email' | 'declined'; readonly typed: string };

const MARK = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="8" />
  <path d="m16 8 9 7v8.5a1 1 0 0 1-1 1h-5V18h-6v6.5H8a1 1 0 0 1-1-1V15z" />
</svg>`;

const CARD = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <rect x="2" y="5" width="20" height="14" rx="2" />
  <path d="M2 10h20M6 15h4" />
</svg>`;

/** `14:31 UTC`. */
const timeOf = (instant: Instant): View => {
  const iso = new Date(instant).toISOString();
  return html`<time datetime="${iso}">${iso.slice(11, 16)} UTC</time>`;
};

const twoParts = (title: string, { amount, lineItem, state }: Checkout, heading: View, content: View): View =>
  layout(
    title,
    html`<main class="two-parts">
      <section class="summary" aria-label="Your order">
        <div>
          <p class="shop">${MARK} Homelead</p>
          ${heading}
          <dl>
            <div><dt>${lineItem}</dt><dd>${priceText(amount)}</dd></div>
            ${state === 'open' ? html`<div class="total"><dt>Total due</dt><dd>${priceText(amount)}</dd></div>` : ''}
          </dl>
        </div>
      </section>
      <section class="payment" aria-label="Payment"><div>${content}</div></section>
    </main>`,
  );

const amountOf = ({ amount }: Checkout): View => html`<span class="amount">${priceText(amount)}</span>`;

const CARD_LINE = html`
  <div class="field">
    <h2 class="label">Card</h2>
    <p class="test-card">
      <span class="digits">${CARD} <span aria-hidden="true">••••</span> 4242</span>
      <span class="note muted">Test card, nothing to enter</span>
    </p>
  </div>`;

const DECLINED = html`
  <p class="alert" role="alert" tabindex="-1" autofocus>
    <strong>Your card was declined.</strong> Nothing was charged. You can try again.
  </p>`;

const emailField = (email: string, isBad: boolean): View => html`
  <div class="field">
    <label class="label" for="email">Email</label>
    <input id="email" name="email" type="email" value="${email}" autocomplete="email" autocapitalize="none"
      spellcheck="false" required aria-describedby="email-note" ${isBad ? html`aria-invalid="true" autofocus` : ''} />
    ${
      isBad
        ? html`<p class="note error" id="email-note">Enter an email address like name@example.com.</p>`
        : html`<p class="note muted" id="email-note">Your order is sent to this address.</p>`
    }
  </div>`;

export const formView = (checkout: Checkout, problem?: FormProblem): View => {
  const isFree = checkout.amount === 0;
  const pay = isFree ? 'Complete order' : `Pay ${priceText(checkout.amount)}`;
  return twoParts(
    pay,
    checkout,
    html`<h1>${isFree ? 'Complete your order' : 'Pay Homelead'} ${amountOf(checkout)}</h1>`,
    html`
      ${problem?.kind === 'declined' ? DECLINED : ''}
      <form method="post" novalidate>
        ${emailField(problem?.typed ?? checkout.email ?? '', problem?.kind === 'email')}
        ${isFree ? '' : CARD_LINE}
        <button class="button" name="outcome" value="pay">${pay}</button>
        <div class="others">
          ${isFree ? '' : html`<button class="button-quiet" name="outcome" value="decline">Decline</button>`}
          <button class="button-quiet" name="outcome" value="cancel">Back to the shop</button>
        </div>
      </form>
      <p class="note muted">
        ${isFree ? '' : 'The amount is held first, and taken once the shop confirms the order.'}
        This page is open until ${timeOf(checkout.closesAt)}.
      </p>`,
  );
};

export const closedView = (checkout: Checkout, successUrl: string): View =>
  twoParts(
    'Checkout closed',
    checkout,
    html`<p class="was">Not paid ${amountOf(checkout)}</p>`,
    html`
      <h1>This checkout is closed. Your card was not charged.</h1>
      <p>It was open for too long, or the shop has ended it.</p>
      <p class="choices">
        <a class="button" href="${checkout.cancelUrl}">Back to the shop</a>
        <a class="button-quiet" href="${successUrl}">See what happened</a>
      </p>`,
  );
