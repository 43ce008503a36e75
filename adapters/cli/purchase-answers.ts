import { match } from 'ts-pattern';

import { counted } from '#domain/count.ts';
import type { Reconciled } from '#application/reconcile.ts';
import type { RefundOutcome, RefundedLead } from '#application/refund-purchase.ts';
import type { ResendOutcome } from '#application/resend-delivery.ts';
import { dollarsOf, priceText } from '#domain/money.ts';
import type { Purchase } from '#domain/purchase.ts';
import { answered, done, refused } from './answer.ts';
import type { OperatorAnswer } from './answer.ts';
import { isoTime, time } from './words.ts';

export const buyerOf = ({ progress }: Purchase): string | undefined =>
  'buyerEmail' in progress ? progress.buyerEmail : undefined;

/** `undefined` also where a mail is noted as waiting that will not leave, as the money goes back, or has. */
export const deliveryOf = ({ progress }: Purchase): string | undefined => {
  if (!('delivery' in progress)) return undefined;
  const { state } = progress.delivery;
  return state === 'queued' && progress.state !== 'settled' ? undefined : state;
};

export const purchaseJson = (purchase: Purchase) => ({
  sale: purchase.saleNumber,
  id: purchase.id,
  leadId: purchase.leadId,
  state: purchase.progress.state,
  openedAt: isoTime(purchase.openedAt),
  price: dollarsOf(purchase.price),
  coupon: purchase.couponCode ?? null,
  buyer: buyerOf(purchase) ?? null,
  delivery: deliveryOf(purchase) ?? null,
});

const HEAD = ['Sale', 'Opened', 'State', 'Price', 'Coupon', 'Buyer', 'Delivery', 'Lead'];

const purchaseRow = (purchase: Purchase): string[] => [
  purchase.saleNumber,
  time(purchase.openedAt),
  purchase.progress.state,
  priceText(purchase.price),
  purchase.couponCode ?? '–',
  buyerOf(purchase) ?? '–',
  deliveryOf(purchase) ?? '–',
  purchase.leadId,
];

/**
 * Names what the operator needs of a sale: the lead's contact is not among it. Of more purchases than are to be shown it tells
 * where they go on, and rather names one that was opened at that very instant twice than not at all.
 */
export const purchaseList = (found: readonly Purchase[], limit: number): OperatorAnswer => {
  const [shown, next] = [found.slice(0, limit), found[limit]];
  const nextUntil = next === undefined ? null : isoTime(next.openedAt + 1);
  const json = { purchases: shown.map(purchaseJson), nextUntil };
  if (shown.length === 0) return done(json, ['There are no such purchases.']);
  const more = nextUntil === null ? [] : [`These are not all. Older ones: the same command with --until ${nextUntil}`];
  return done(json, more, { head: HEAD, rows: shown.map(purchaseRow) });
};

export const UNKNOWN_SALE = 'There is no such sale. Those there are: npm run leads -- purchases list';

export const resent = (outcome: ResendOutcome): OperatorAnswer =>
  match(outcome)
    .with({ is: 'queued' }, ({ saleNumber, buyerEmail }) =>
      done({ sale: saleNumber, buyer: buyerEmail, queued: true }, [
        `The server sends the mail with the lead of ${saleNumber} to ${buyerEmail} again: now, or when it next runs.`,
      ]),
    )
    .with({ is: 'unknown' }, ({ is }) => refused(is, UNKNOWN_SALE))
    .with({ is: 'not-settled' }, ({ is }) => refused(is, 'The money of this purchase has not been collected.'))
    .with({ is: 'refunded' }, ({ is }) => refused(is, 'The money of this sale went back.'))
    .with({ is: 'erased' }, ({ is }) => refused(is, 'The contact of this lead was erased.'))
    .with({ is: 'no-email' }, ({ is }) => refused(is, 'Write one e-mail address behind --to.'))
    .exhaustive();

const PENDING: Readonly<Record<Extract<RefundOutcome, { readonly is: 'pending' }>['why'], string>> = {
  'provider-takes-time': 'The payment provider takes its time.',
  'provider-unavailable': 'The payment provider cannot be reached; it is tried again.',
  'provider-refused': 'The payment provider refuses it; it is tried again, but look at its own pages.',
};

const DELIVERED = 'The buyer has the contact: the lead is withdrawn for good.';

const LEAD: Readonly<Record<RefundedLead, string>> = {
  listed: 'The contact was never sent: the lead is listed again, for what is left of its week.',
  vault: 'The contact was never sent. The week of the lead is over: it goes to the Lead Vault.',
  withdrawn: 'The contact was never sent. The lead is withdrawn for good.',
};

export const refundAnswer = (outcome: RefundOutcome): OperatorAnswer =>
  match(outcome)
    .with({ is: 'refunded' }, ({ saleNumber, amount, wasDelivered, lead }) =>
      done({ sale: saleNumber, refunded: true, amount: dollarsOf(amount), lead }, [
        `${priceText(amount)} of ${saleNumber} went back. ${wasDelivered ? DELIVERED : LEAD[lead]}`,
      ]),
    )
    .with({ is: 'pending' }, ({ saleNumber, why }) => {
      const json = { sale: saleNumber, refunded: false, pending: why };
      // That seldom passes by itself: a script has to look at it.
      const is = why === 'provider-refused' ? 'refused' : 'done';
      return answered(is, json, [`The refund of ${saleNumber} has begun. ${PENDING[why]}`]);
    })
    .with({ is: 'unknown' }, ({ is }) => refused(is, UNKNOWN_SALE))
    .with({ is: 'not-settled' }, ({ is }) =>
      refused(is, 'Nothing was collected for this purchase: nothing can go back.'),
    )
    .with({ is: 'already-refunded' }, ({ is }) =>
      refused(
        is,
        'The money of this sale went back before. If it has come back since, reconcile first: npm run leads -- reconcile',
      ),
    )
    .with({ is: 'reason-holds-contact' }, ({ is }) =>
      refused(is, 'The reason is kept in the audit: write it without e-mail addresses and phone numbers.'),
    )
    .exhaustive();

/** What could not be read is a failure: a script has to look at it. */
export const reconciled = (outcome: Reconciled): OperatorAnswer => {
  const { read, mended, failures } = outcome;
  const rows = [
    ...mended.map(({ what, id, before, after }) => [what, id, before, after]),
    ...failures.map(({ what, id, error }) => [what, id, 'could not be read', error]),
  ];
  const line = `${counted(read.purchase, 'purchase')} and ${counted(read.subscription, 'subscription')} read: ${mended.length} mended, ${failures.length} failed.`;
  const table = rows.length === 0 ? undefined : { head: ['What', 'Id', 'Was', 'Is'], rows };
  return answered(failures.length === 0 ? 'done' : 'refused', outcome, [line], table);
};
