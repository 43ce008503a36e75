import { html } from 'hono/html';

import type { Instant } from '#domain/instant.ts';
import { priceText } from '#domain/money.ts';

import type { Checkout } from './checkout.ts';
import type { View } from './layout.ts';
import { amountOf, twoParts } from './order-view.ts';

/** Why the form is shown again, with the text that the buyer had typed. */
export type FormProblem = { readonly kind: 'email' | 'declined'; readonly typed: string };

const CARD = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
  <rect x="2" y="5" width="20" height="14" rx="2" />
  <path d="M2 10h20M6 15h4" />
</svg>`;

/** `14:31 UTC`. */
const timeOf = (instant: Instant): View => {
  const iso = new Date(instant).toISOString();
  return html`<time datetime="${iso}">${iso.slice(11, 16)} UTC</time>`;
};

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

const emailField = (email: string, note: string, isBad: boolean): View => html`
  <div class="field">
    <label class="label" for="email">Email</label>
    <input id="email" name="email" type="email" value="${email}" autocomplete="email" autocapitalize="none"
      spellcheck="false" required aria-describedby="email-note" ${isBad ? html`aria-invalid="true" autofocus` : ''} />
    ${
      isBad
        ? html`<p class="note error" id="email-note">Enter an email address like name@example.com.</p>`
        : html`<p class="note muted" id="email-note">${note}</p>`
    }
  </div>`;

/** The words that differ between a purchase, a free order and a subscription. */
const wordsOf = ({ amount, monthly }: Checkout) => {
  const price = priceText(amount);
  const emailNote = 'Your order is sent to this address.';
  if (amount === 0) return { heading: 'Complete your order', button: 'Complete order', emailNote, moneyNote: '' };
  return monthly === undefined
    ? {
        heading: 'Pay Homelead',
        button: `Pay ${price}`,
        emailNote,
        moneyNote: 'The amount is held first, and taken once the shop confirms the order.',
      }
    : {
        heading: 'Subscribe to Homelead',
        button: `Subscribe and pay ${price}`,
        emailNote: 'Your subscription is kept under this address.',
        moneyNote: 'The first month is charged at once, each further month when it begins, until you unsubscribe.',
      };
};

/** Links to the pages on which payments are sent back, and the months of a subscription pass, by a button. */
const LATER_PAYMENT = html`
  <p class="note muted">To refund or to dispute it later, see all <a href="/dev/payments">payments</a>.</p>`;
const LATER_MONTHS = html`
  <p class="note muted">To renew it early, or to let a payment fail, see all <a href="/dev/subscriptions">subscriptions</a>.</p>`;

export const formView = (checkout: Checkout, problem?: FormProblem): View => {
  const isFree = checkout.amount === 0;
  const { heading, button, emailNote, moneyNote } = wordsOf(checkout);
  return twoParts(
    button,
    checkout,
    html`<h1>${heading} ${amountOf(checkout)}</h1>`,
    html`
      ${problem?.kind === 'declined' ? DECLINED : ''}
      <form method="post" novalidate>
        ${emailField(problem?.typed ?? checkout.email ?? '', emailNote, problem?.kind === 'email')}
        ${isFree ? '' : CARD_LINE}
        <button class="button" name="outcome" value="pay">${button}</button>
        <div class="others">
          ${isFree ? '' : html`<button class="button-quiet" name="outcome" value="decline">Decline</button>`}
          <button class="button-quiet" name="outcome" value="cancel">Back to the shop</button>
        </div>
      </form>
      <p class="note muted">${moneyNote} This page is open until ${timeOf(checkout.closesAt)}.</p>
      ${checkout.monthly !== undefined ? LATER_MONTHS : isFree ? '' : LATER_PAYMENT}`,
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
