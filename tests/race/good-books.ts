import type { ReceivedMail } from '#adapters/dev-mailbox/mails.ts';
import type { Checkout, MoneyMove } from '#adapters/simulated-checkout/checkout.ts';
import type { Books, LeadEntry, PurchaseEntry } from './books.ts';

const leadEntry = (number: number, purchaseId: string | null): LeadEntry => ({
  id: `lead-${number}`,
  standing: purchaseId === null ? 'listed' : 'sold',
  purchaseId,
  price: 3_900,
  contact: [`Secret${number}x`, `s${number}x@leads.example`],
});

const purchaseEntry = (id: string, leadId: string, progress: string, more: Partial<PurchaseEntry>): PurchaseEntry => ({
  id,
  leadId,
  progress,
  price: 3_900,
  couponCode: null,
  checkoutRef: `cs-${id}`,
  buyerEmail: null,
  delivery: null,
  lossReason: null,
  loserMoney: null,
  ...more,
});

export const checkoutEntry = (
  id: string,
  state: Checkout['state'],
  history: readonly MoneyMove['what'][],
  amount = 3_900,
): Checkout => ({
  id: `cs-${id}`,
  amount,
  lineItem: 'Buyer Lead in Austin',
  email: state === 'closed' ? null : `${id}@x.example`,
  closesAt: 1,
  successUrl: '',
  cancelUrl: '',
  state,
  history: history.map((what) => ({ what, at: 1 })),
});

export const mailEntry = (id: string, to: string, text: string): ReceivedMail => ({
  id,
  to: `${to}@x.example`,
  from: 'shop',
  replyTo: null,
  subject: 'Your lead',
  text,
  html: text,
  sentAt: 1,
  times: 1,
});

export const LOSS = 'This lead has just been sold to another buyer. Your card was not charged.';
const settled = { delivery: 'sent' } as const;

/** Lead 1 was won by ann, lost by bob, and left by cid; lead 2 by dan for nothing; lead 3 by nobody: eve wanted a coupon that dan used up, and fay left. */
export const GOOD: Books = {
  leads: [leadEntry(1, 'ann'), leadEntry(2, 'dan'), leadEntry(3, null)],
  purchases: [
    purchaseEntry('ann', 'lead-1', 'settled', { ...settled, buyerEmail: 'ann@x.example' }),
    purchaseEntry('bob', 'lead-1', 'lost', { buyerEmail: 'bob@x.example', lossReason: 'sold', loserMoney: 'released' }),
    purchaseEntry('cid', 'lead-1', 'lost', { lossReason: 'sold', loserMoney: 'untouched' }),
    purchaseEntry('dan', 'lead-2', 'settled', {
      ...settled,
      buyerEmail: 'dan@x.example',
      couponCode: 'FREE',
      price: 0,
    }),
    purchaseEntry('eve', 'lead-3', 'lost', {
      buyerEmail: 'eve@x.example',
      lossReason: 'coupon-used-up',
      loserMoney: 'untouched',
      couponCode: 'FREE',
      price: 0,
    }),
    purchaseEntry('fay', 'lead-3', 'abandoned', {}),
  ],
  coupons: [{ code: 'FREE', uses: 1, maxUses: 1 }],
  checkouts: [
    checkoutEntry('ann', 'collected', ['authorised', 'collected']),
    checkoutEntry('bob', 'released', ['authorised', 'released']),
    checkoutEntry('cid', 'closed', []),
    checkoutEntry('dan', 'free', [], 0),
    checkoutEntry('eve', 'free', [], 0),
    checkoutEntry('fay', 'closed', []),
  ],
  mails: [
    mailEntry('lead-ann', 'ann', 'Secret1x s1x@leads.example'),
    mailEntry('lost-bob', 'bob', LOSS),
    mailEntry('lead-dan', 'dan', 'Secret2x s2x@leads.example'),
    mailEntry(
      'lost-eve',
      'eve',
      'The last use of your coupon was taken by a payment before yours. Your card was not charged.',
    ),
  ],
  waiting: [],
};
