import type { Check } from './check.ts';
import type { HostedPage } from './hosted-page.ts';
import type { Instant } from './instant.ts';
import type { Gone, LeadId, Place } from './lead.ts';
import type { Cents } from './money.ts';

/** What the buyer agreed to, and where from. */
export type TermsAcceptance = {
  readonly version: string;
  readonly textHash: string;
  readonly acceptedAt: Instant;
  readonly clientAddress: string;
  readonly userAgent: string;
};

/** Why a buyer did not get the lead. `no-address`: there was none to send it to. */
export type LossReason = Gone | 'coupon-used-up' | 'amount-differs' | 'no-address' | 'paid-too-late';

/** The loser's money: nothing was ever taken, it is still held, or it went back. */
export type LoserMoney =
  | { readonly is: 'untouched' }
  | { readonly is: 'held'; readonly paymentRef: string }
  | { readonly is: 'released' | 'refunded'; readonly paymentRef: string };

/** The e-mail with the contact: waiting, taken by the mail server, or refused by it for good. */
export type Delivery =
  | { readonly state: 'queued' }
  | { readonly state: 'sent'; readonly sentAt: Instant }
  | { readonly state: 'refused'; readonly refusedAt: Instant };

/** What is known of a purchase that was paid for. It is kept when the money goes back. */
export type Paid = {
  readonly wonAt: Instant;
  readonly settledAt: Instant;
  readonly buyerEmail: string;
  readonly paymentRef: string | undefined;
  /** What became of the latest mail with the contact. */
  readonly delivery: Delivery;
  /**
   * When a mail with the contact was last handed to the mail server; `undefined` while none was, or the only one was not taken. As long
   * as it is `undefined`, a refund puts the lead back on the list.
   */
  readonly contactLeftAt: Instant | undefined;
  /** How often the delivery was queued again. */
  readonly resends: number;
};

/** How money goes back without us: it is sent to the buyer, or taken by the buyer's bank. */
export type ReturnKind = 'refund' | 'dispute';

/** Why the money goes back. `provider`: it was refunded or disputed there, and we have read it. */
export type Refund = { readonly requestedAt: Instant } & (
  | {
      readonly by: 'operator';
      /** Checked to hold no e-mail address and no phone number; at most 200 characters. */
      readonly reason: string;
    }
  | { readonly by: 'provider'; readonly how: ReturnKind }
);

/**
 * `open` → `won` → `settled` → `refunding` → `refunded`; `open` → `lost` or `abandoned`; `won` → `lapsed`; `settled` → `refunded`.
 * And `refunded` → `settled`, when the money comes back to the shop; `abandoned` → `lost`, when its page was paid after it had closed.
 */
export type PurchaseProgress =
  | { readonly state: 'open' }
  | {
      readonly state: 'won';
      readonly wonAt: Instant;
      readonly buyerEmail: string;
      readonly paymentRef: string | undefined;
    }
  | ({ readonly state: 'settled' } & Paid)
  | ({ readonly state: 'refunding' } & Paid & Refund)
  | ({ readonly state: 'refunded'; readonly refundedAt: Instant } & Paid & Refund)
  | {
      readonly state: 'lost';
      readonly lostAt: Instant;
      readonly reason: LossReason;
      readonly buyerEmail: string | undefined;
      readonly money: LoserMoney;
    }
  | { readonly state: 'abandoned'; readonly abandonedAt: Instant }
  | { readonly state: 'lapsed'; readonly lapsedAt: Instant; readonly buyerEmail: string | undefined };

/** Whether the lead is this buyer's, or about to be: only a refund takes it away again. */
export const holdsLead = (state: PurchaseProgress['state']): boolean => {
  switch (state) {
    case 'won':
    case 'settled':
    case 'refunding':
      return true;
    case 'open':
    case 'refunded':
    case 'lost':
    case 'abandoned':
    case 'lapsed':
      return false;
  }
};

/** Whether its buyer may still get the lead by it: a lead that somebody is buying does not go into the vault. */
export const isBuying = (state: PurchaseProgress['state']): boolean => state === 'open' || state === 'won';

export type Purchase = {
  readonly id: string;
  /** What the buyer and the operator call the sale: `HL-7K2M-9QXD`. */
  readonly saleNumber: string;
  readonly leadId: LeadId;
  readonly lineItem: string;
  readonly listPrice: Cents;
  readonly price: Cents;
  readonly couponCode: string | undefined;
  /** Hash of the random cookie of the browser that began the purchase. */
  readonly visitorHash: string;
  readonly userId: string | undefined;
  readonly terms: TermsAcceptance | undefined;
  readonly openedAt: Instant;
  /** The hosted page, once the provider has opened it. A free purchase that no provider hosts has a reference of ours. */
  readonly checkout: HostedPage | undefined;
  /** When the sweep checks it next. */
  readonly check: Check;
  readonly progress: PurchaseProgress;
};

/** Who asks, as far as that is known. */
export type Asker = { readonly visitorHash: string | undefined; readonly userId: string | undefined };

/** Whether a purchase was begun in the browser that asks, or by its user. */
export const isOwn = ({ visitorHash, userId }: Purchase, asker: Asker): boolean =>
  visitorHash === asker.visitorHash || (userId !== undefined && userId === asker.userId);

/** The one line on the hosted page. */
export const lineItemOf = ({ city }: Place): string => `Buyer Lead in ${city}`;
