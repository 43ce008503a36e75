import { priceText } from '#domain/money.ts';
import { MONTHLY_PRICE } from '#domain/subscription.ts';
import type { Membership } from '#domain/membership.ts';
import type { Letter } from './letter.ts';
import { letterTime } from './letter-time.ts';
import type { SubscriptionLetter } from '#application/ports/jobs.ts';
import { latePaymentLetter, renewalFailedLetter, SECOND_PAYMENT_RETURNED } from './subscription-payment-letters.ts';

/**
 * Every word that a subscriber gets by mail, by what he may do in the Lead Vault when the letter leaves: that may be long after its
 * cause. Those about a payment have a file of their own.
 */

const PRICE = `${priceText(MONTHLY_PRICE)} a month`;

const profileOf = (shopUrl: string): string => `${shopUrl}/profile`;
const dashboardOf = (shopUrl: string): string => `${shopUrl}/lead-vault-dashboard`;

const renewal = (membership: Membership): string =>
  membership.is === 'member' && membership.renewsAt !== undefined
    ? ` It renews on ${letterTime(membership.renewsAt)}, and each month after that, until you cancel.`
    : '';

/** Users whom the provider charges each month are told how to stop it. */
const wayOut = (shopUrl: string): Letter['blocks'][number] => {
  const profile = profileOf(shopUrl);
  return {
    kind: 'small',
    text: `Cancel any time in your profile: ${profile}. You keep access until the end of the month that is paid.`,
    links: [profile],
  };
};

const begunLetter = (membership: Membership, shopUrl: string): Letter => ({
  subject: 'You are subscribed to the Lead Vault',
  heading: 'You are subscribed to the Lead Vault.',
  blocks: [
    { kind: 'text', text: `Your subscription costs ${PRICE}.${renewal(membership)}` },
    { kind: 'link', label: 'Open the Lead Vault', url: dashboardOf(shopUrl) },
    wayOut(shopUrl),
  ],
});

/** To a user who has paid for a month that was overdue. */
const resumedLetter = (membership: Membership, shopUrl: string): Letter => ({
  subject: 'Your Lead Vault payment has arrived',
  heading: 'Thank you, your payment has arrived.',
  blocks: [
    { kind: 'text', text: `Your subscription goes on. It costs ${PRICE}.${renewal(membership)}` },
    { kind: 'link', label: 'Open the Lead Vault', url: dashboardOf(shopUrl) },
    wayOut(shopUrl),
  ],
});

const keptLetter = (membership: Membership, shopUrl: string): Letter => ({
  subject: 'Your Lead Vault subscription goes on',
  heading: 'Your subscription goes on.',
  blocks: [
    {
      kind: 'text',
      text: `You keep the Lead Vault, and nothing was charged now. Your subscription costs ${PRICE}.${renewal(membership)}`,
    },
    wayOut(shopUrl),
  ],
});

const endingLetter = (membership: Membership, shopUrl: string): Letter => {
  if (membership.is === 'none')
    return {
      subject: 'Your Lead Vault subscription has ended',
      heading: 'Your subscription has ended.',
      blocks: [
        { kind: 'text', text: 'Your access to the Lead Vault has ended with it. Nothing more is charged.' },
        { kind: 'link', label: 'Subscribe again', url: dashboardOf(shopUrl) },
      ],
    };
  const profile = profileOf(shopUrl);
  return {
    subject: 'Your Lead Vault subscription ends',
    heading: 'Your subscription will not be renewed.',
    blocks: [
      {
        kind: 'text',
        text: `Your subscription ends on ${letterTime(membership.accessUntil)}. You keep access until then. Nothing more is charged.`,
      },
      {
        kind: 'small',
        text: membership.canBeKept
          ? `Changed your mind? Keep your subscription, without a new payment, in your profile: ${profile}.`
          : `After that you can subscribe again in your profile: ${profile}.`,
        links: [profile],
      },
    ],
  };
};

export const subscriptionLetter = (about: SubscriptionLetter, membership: Membership, shopUrl: string): Letter => {
  switch (about) {
    case 'subscription-begun':
      return begunLetter(membership, shopUrl);
    case 'subscription-resumed':
      return resumedLetter(membership, shopUrl);
    case 'subscription-ending':
      return endingLetter(membership, shopUrl);
    case 'subscription-kept':
      return keptLetter(membership, shopUrl);
    case 'renewal-failed':
      return renewalFailedLetter(membership, shopUrl);
    case 'second-payment-returned':
      return SECOND_PAYMENT_RETURNED;
    case 'late-payment-returned':
      return latePaymentLetter(shopUrl);
  }
};
