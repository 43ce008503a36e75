import { expect, test } from 'vitest';

import type { ReceivedMail } from '#adapters/dev-mailbox/mails.ts';
import type { Checkout, MoneyMove } from '#adapters/simulated-checkout/checkout.ts';
import type { Books, CouponEntry, LeadEntry, PurchaseEntry } from './books.ts';
import { checkoutEntry, GOOD, LOSS, mailEntry } from './good-books.ts';
import { violationsIn } from './truth.ts';
import type { Witness } from './truth.ts';

// A harness that never failed proves nothing: here each kind of wrong books is shown to it.

const TOLD: readonly Witness[] = [
  { told: 'paid', ref: 'cs-ann', email: 'ann@x.example' },
  { told: 'failed', ref: 'cs-bob', email: 'bob@x.example' },
  { told: 'sold', leadId: 'lead-1' },
];

const lead = (id: string, more: Partial<LeadEntry>): Books => ({
  ...GOOD,
  leads: GOOD.leads.map((one) => (one.id === id ? { ...one, ...more } : one)),
});
const purchase = (id: string, more: Partial<PurchaseEntry>): Books => ({
  ...GOOD,
  purchases: GOOD.purchases.map((one) => (one.id === id ? { ...one, ...more } : one)),
});
const coupon = (more: Partial<CouponEntry>): Books => ({
  ...GOOD,
  coupons: GOOD.coupons.map((one) => ({ ...one, ...more })),
});
const checkout = (id: string, state: Checkout['state'], history: readonly MoneyMove['what'][]): Books => ({
  ...GOOD,
  checkouts: GOOD.checkouts.map((one) => (one.id === `cs-${id}` ? checkoutEntry(id, state, history, one.amount) : one)),
});
const mail = (id: string, more: Partial<ReceivedMail>): Books => ({
  ...GOOD,
  mails: GOOD.mails.map((one) => (one.id === id ? { ...one, ...more } : one)),
});
const withoutMail = (id: string): Books => ({ ...GOOD, mails: GOOD.mails.filter((one) => one.id !== id) });
const withMail = (more: ReceivedMail): Books => ({ ...GOOD, mails: [...GOOD.mails, more] });

test('books in which everything fits have no violation', () => {
  expect(violationsIn(GOOD, TOLD)).toEqual([]);
});

test.each<readonly [string, Books, RegExp]>([
  [
    'two buyers are collected from',
    checkout('bob', 'collected', ['authorised', 'collected']),
    /collected from 2 buyers/,
  ],
  [
    'two purchases are settled',
    purchase('bob', { progress: 'settled', delivery: 'sent', lossReason: null, loserMoney: null }),
    /sold 2 times/,
  ],
  ['a settled purchase is not collected', checkout('ann', 'authorised', ['authorised']), /not collected just once/],
  [
    'it is collected twice',
    checkout('ann', 'collected', ['authorised', 'collected', 'collected']),
    /not collected just once/,
  ],
  ['it is refunded', checkout('ann', 'collected', ['authorised', 'collected', 'refunded']), /not collected just once/],
  ['a collected purchase is abandoned', purchase('ann', { progress: 'abandoned' }), /paid, but abandoned/],
  ['a purchase remains won', purchase('ann', { progress: 'won' }), /never came to an end/],
  ['a purchase remains open', purchase('fay', { progress: 'open' }), /never came to an end/],
  ['the sale mail is missing', withoutMail('lead-ann'), /not one delivery/],
  ['the sale mail goes to another address', mail('lead-ann', { to: 'bob@x.example' }), /not one delivery/],
  ['the sale mail lacks the phone', mail('lead-ann', { text: 'Secret1x' }), /not one delivery/],
  ['the sale mail tells of another lead', mail('lead-ann', { text: 'Secret2x s2x@leads.example' }), /contact .* left/],
  ['the delivery is still queued', purchase('ann', { delivery: 'queued' }), /the delivery is queued/],
  ['a second sale mail is sent', withMail(mailEntry('lost-ann', 'ann', LOSS)), /not one delivery/],
  ['a mail comes twice', mail('lead-ann', { times: 2 }), /came twice/],
  ['the loser is still held', checkout('bob', 'authorised', ['authorised']), /money is still held/],
  [
    'the loser is released twice',
    checkout('bob', 'released', ['authorised', 'released', 'released']),
    /not released just once/,
  ],
  [
    "the loser's hold has lapsed by itself",
    checkout('bob', 'released', ['authorised', 'lapsed']),
    /not released just once/,
  ],
  ['the loser is not told', withoutMail('lost-bob'), /not one notice/],
  ['the loser reads a contact', mail('lost-bob', { text: `${LOSS} Secret1x` }), /contact .* left/],
  ['somebody who never paid is mailed', withMail(mailEntry('lost-cid', 'cid', LOSS)), /not one notice/],
  ['a mail belongs to no purchase', withMail(mailEntry('lead-gus', 'gus', 'Hello')), /belongs to no purchase/],
  ['a wanted lead is not sold', checkout('fay', 'authorised', ['authorised']), /paid for by 1 buyers, but not sold/],
  ['a sold lead is listed', lead('lead-1', { standing: 'listed', purchaseId: null }), /settled with 1 buyers/],
  ['a lead is sold to nobody', lead('lead-3', { standing: 'sold', purchaseId: 'fay' }), /settled with 0 buyers/],
  ['a lead is sold to the loser', lead('lead-1', { purchaseId: 'bob' }), /another purchase than the settled one/],
  ['a coupon is used more often than it may', coupon({ maxUses: 0 }), /was used 1 times, of 0/],
  ['a coupon use is not counted', coupon({ uses: 0 }), /counts 0 uses, but 1 sales/],
  ['a coupon was refused that had uses left', coupon({ maxUses: 2 }), /for want of coupon/],
  ['another amount was asked for', purchase('ann', { price: 3_800 }), /asked to pay 3900 for a price of 3800/],
  ['the price was lowered without a coupon', purchase('dan', { couponCode: null }), /the price is 0/],
  ['a payment has no purchase', purchase('ann', { checkoutRef: null }), /belongs to no purchase/],
  ['who was told "paid" has lost', purchase('ann', { progress: 'lost' }), /was told "paid"/],
  ['who was told "failed" is settled', purchase('bob', { progress: 'settled' }), /was told "failed"/],
  ['a lead that was told to be sold is not', lead('lead-1', { standing: 'listed' }), /was told that a lead is sold/],
  ['a job waits for ever', { ...GOOD, waiting: ['mail retry'] }, /a job was never done/],
])('it is a violation when %s', (_case, books, message) => {
  expect(violationsIn(books, TOLD).map(({ what }) => what)).toContainEqual(expect.stringMatching(message));
});

test('a mail may come twice when a process died after sending it', () => {
  expect(violationsIn(mail('lead-ann', { times: 2 }), TOLD, { extraMails: 1 })).toEqual([]);
});
