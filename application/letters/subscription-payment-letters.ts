import { REFUND_SHOWN_LATER } from '#domain/loss.ts';
import { priceText } from '#domain/money.ts';
import { MONTHLY_PRICE } from '#domain/subscription.ts';
import type { Membership } from '#domain/membership.ts';
import type { Block, Letter } from './letter.ts';
import { letterTime } from './letter-time.ts';
import { refundFact } from './refund-fact.ts';

/** Every word that a subscriber gets by mail about a payment that failed, or that goes back. */

const NOT_PAID = `The next month of the Lead Vault (${priceText(MONTHLY_PRICE)}) could not be paid`;

const NOTHING_NEEDED = 'If you do not want to go on, nothing is needed: no payment, no access.';

export const renewalFailedLetter = (membership: Membership, shopUrl: string): Letter => {
  const [subject, heading] = ['Your Lead Vault payment failed', 'Your last payment failed.'];
  const dashboard = `${shopUrl}/lead-vault-dashboard`;
  if (membership.is === 'none')
    return {
      subject,
      heading,
      blocks: [
        { kind: 'text', text: `${NOT_PAID}, so your access has ended.` },
        { kind: 'link', label: 'Subscribe again', url: dashboard },
        { kind: 'small', text: NOTHING_NEEDED },
      ],
    };
  const profile = `${shopUrl}/profile`;
  return {
    subject,
    heading,
    blocks: [
      {
        kind: 'text',
        text: `${NOT_PAID}. You keep your access until ${letterTime(membership.accessUntil)}. Pay again before then.`,
      },
      { kind: 'link', label: 'Pay now', url: dashboard },
      {
        kind: 'small',
        text: `${NOTHING_NEEDED} Until then your card may be tried again; to rule that out, unsubscribe at ${profile}.`,
        links: [profile],
      },
    ],
  };
};

/** Every payment of a subscription is of one month. */
const REFUND: readonly Block[] = [
  { kind: 'facts', facts: [refundFact(MONTHLY_PRICE)] },
  { kind: 'text', text: REFUND_SHOWN_LATER },
];

export const SECOND_PAYMENT_RETURNED: Letter = {
  subject: 'Your second payment goes back',
  heading: 'You were subscribed already.',
  blocks: [
    {
      kind: 'text',
      text: 'You paid for the Lead Vault twice. One of the two subscriptions has ended, and its payment is on its way back to you.',
    },
    ...REFUND,
    { kind: 'small', text: 'Your other subscription goes on as before.' },
  ],
};

/** To a user who paid for a subscription that had ended, as by a bill that the provider had sent before. */
export const latePaymentLetter = (shopUrl: string): Letter => ({
  subject: 'Your payment goes back',
  heading: 'Your subscription had ended.',
  blocks: [
    {
      kind: 'text',
      text: 'You paid for the Lead Vault after your subscription had ended. The payment is on its way back to you.',
    },
    ...REFUND,
    { kind: 'link', label: 'Subscribe again', url: `${shopUrl}/lead-vault-dashboard` },
  ],
});
