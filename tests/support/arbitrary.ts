import fc from 'fast-check';

import type { Account, Verification } from '#domain/account.ts';
import type { AuditEntry } from '#domain/audit.ts';
import type { Batch } from '#domain/batch.ts';
import type { ContactMessage } from '#domain/contact-message.ts';
import type { Coupon, Discount } from '#domain/coupon.ts';
import type { Lead, LeadStanding, Place } from '#domain/lead.ts';
import { LARGEST_AMOUNT } from '#domain/money.ts';
import type { Delivery, LoserMoney, Purchase, PurchaseProgress, TermsAcceptance } from '#domain/purchase.ts';
import type { Session } from '#domain/session.ts';
import type { Subscription, SubscriptionProgress } from '#domain/subscription.ts';
import type { Token, TokenEnd } from '#domain/token.ts';
import { STATE_NAMES } from '#domain/us-states.ts';
import type { StateCode } from '#domain/us-states.ts';

import { AUDIT_ACTIONS, LOSS_REASONS, TOKEN_PURPOSES } from './stored-words.ts';

/** Plain objects, as the product makes them. */
const aRecord = <T>(model: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<T>;

const CODES = Object.keys(STATE_NAMES) as readonly StateCode[];
const MIDNIGHT_2100 = 4_102_444_800_000;

export const anInstant = (): fc.Arbitrary<number> => fc.integer({ min: 0, max: MIDNIGHT_2100 });
export const anAmount = (): fc.Arbitrary<number> => fc.integer({ min: 0, max: LARGEST_AMOUNT });
const anId = (): fc.Arbitrary<string> => fc.uuid({ version: 7 });
const aText = (): fc.Arbitrary<string> => fc.string({ unit: 'grapheme', maxLength: 30 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });

export const aStateCode = (): fc.Arbitrary<StateCode> => fc.constantFrom(...CODES);

const aStanding = (): fc.Arbitrary<LeadStanding> =>
  fc.oneof(
    aRecord({ state: fc.constant('listed' as const), listedAt: anInstant() }),
    aRecord({ state: fc.constant('sold' as const), listedAt: anInstant(), soldAt: anInstant(), purchaseId: anId() }),
    aRecord({ state: fc.constant('vaulted' as const), listedAt: anInstant(), vaultedAt: anInstant() }),
    aRecord({
      state: fc.constant('expired' as const),
      listedAt: anInstant(),
      vaultedAt: anInstant(),
      expiredAt: anInstant(),
    }),
    aRecord({ state: fc.constant('withdrawn' as const), listedAt: anInstant(), withdrawnAt: anInstant() }),
  );

/** Leads of any standing. */
export const aLead = ({
  place = aRecord({ city: aText(), state: aStateCode() }),
  standing = aStanding(),
}: { readonly place?: fc.Arbitrary<Place>; readonly standing?: fc.Arbitrary<LeadStanding> } = {}): fc.Arbitrary<Lead> =>
  aRecord({
    id: anId(),
    place,
    contact: aRecord({
      firstName: aText(),
      lastName: aText(),
      email: maybe(aText()),
      phone: maybe(aText()),
      address1: maybe(aText()),
    }),
    description: aText(),
    price: anAmount(),
    standing,
  });

const aDiscount = (): fc.Arbitrary<Discount> =>
  fc.oneof(
    aRecord({ kind: fc.constant('percent' as const), basisPoints: fc.integer({ min: 0, max: 10_000 }) }),
    aRecord({ kind: fc.constant('amount' as const), cents: anAmount() }),
  );

/** Coupons within their limit. */
export const aCoupon = (): fc.Arbitrary<Coupon> =>
  aRecord({
    code: anId().map((id) => id.toUpperCase()),
    discount: aDiscount(),
    startsAt: maybe(anInstant()),
    endsAt: maybe(anInstant()),
    uses: fc.nat({ max: 1_000 }),
    maxUses: maybe(fc.nat({ max: 1_000 })),
    smallestPrice: maybe(anAmount()),
    active: fc.boolean(),
  }).map((coupon) => ({ ...coupon, uses: Math.min(coupon.uses, coupon.maxUses ?? coupon.uses) }));

const someTerms = (): fc.Arbitrary<TermsAcceptance> =>
  aRecord({ version: aText(), textHash: aText(), acceptedAt: anInstant(), clientAddress: aText(), userAgent: aText() });

const aDelivery = (): fc.Arbitrary<Delivery> =>
  fc.oneof(
    aRecord({ state: fc.constant('queued' as const) }),
    aRecord({ state: fc.constant('sent' as const), sentAt: anInstant() }),
    aRecord({ state: fc.constant('refused' as const), refusedAt: anInstant() }),
  );

const someMoney = (): fc.Arbitrary<LoserMoney> =>
  fc.oneof(
    aRecord({ is: fc.constant('untouched' as const) }),
    aRecord({ is: fc.constant('held' as const), paymentRef: aText() }),
    aRecord({ is: fc.constantFrom('released' as const, 'refunded' as const), paymentRef: aText() }),
  );

const paid = () => ({
  wonAt: anInstant(),
  settledAt: anInstant(),
  buyerEmail: aText(),
  paymentRef: maybe(aText()),
  delivery: aDelivery(),
  contactLeftAt: maybe(anInstant()),
  resends: fc.nat({ max: 1_000 }),
});

const byOperator = () => ({ requestedAt: anInstant(), by: fc.constant('operator' as const), reason: aText() });

const byProvider = () => ({
  requestedAt: anInstant(),
  by: fc.constant('provider' as const),
  how: fc.constantFrom('refund' as const, 'dispute' as const),
});

const aProgress = (): fc.Arbitrary<PurchaseProgress> =>
  fc.oneof(
    aRecord({ state: fc.constant('open' as const) }),
    aRecord({
      state: fc.constant('won' as const),
      wonAt: anInstant(),
      buyerEmail: aText(),
      paymentRef: maybe(aText()),
    }),
    aRecord({ state: fc.constant('settled' as const), ...paid() }),
    aRecord({ state: fc.constant('refunding' as const), ...paid(), ...byOperator() }),
    aRecord({ state: fc.constant('refunding' as const), ...paid(), ...byProvider() }),
    aRecord({ state: fc.constant('refunded' as const), ...paid(), ...byOperator(), refundedAt: anInstant() }),
    aRecord({ state: fc.constant('refunded' as const), ...paid(), ...byProvider(), refundedAt: anInstant() }),
    aRecord({
      state: fc.constant('lost' as const),
      lostAt: anInstant(),
      reason: fc.constantFrom(...LOSS_REASONS),
      buyerEmail: maybe(aText()),
      money: someMoney(),
    }),
    aRecord({ state: fc.constant('abandoned' as const), abandonedAt: anInstant() }),
    aRecord({ state: fc.constant('lapsed' as const), lapsedAt: anInstant(), buyerEmail: maybe(aText()) }),
  );

/** Purchases in any state. */
export const aPurchase = (): fc.Arbitrary<Purchase> =>
  aRecord({
    id: anId(),
    saleNumber: aText(),
    leadId: anId(),
    lineItem: aText(),
    listPrice: anAmount(),
    price: anAmount(),
    couponCode: maybe(aText()),
    visitorHash: aText(),
    userId: maybe(aText()),
    terms: maybe(someTerms()),
    openedAt: anInstant(),
    checkout: maybe(aRecord({ ref: aText(), closesAt: anInstant() })),
    check: aRecord({ at: anInstant(), count: fc.nat({ max: 1_000_000 }) }),
    progress: aProgress(),
  });

/** The SHA-256 of some secret, in hex. */
const aHash = (): fc.Arbitrary<string> => fc.stringMatching(/^[0-9a-f]{64}$/);

const aVerification = (): fc.Arbitrary<Verification> =>
  fc.oneof(
    aRecord({ state: fc.constant('unverified' as const) }),
    aRecord({ state: fc.constant('verified' as const), verifiedAt: anInstant() }),
  );

/** Accounts, verified or not, with or without a pending address. */
export const anAccount = (): fc.Arbitrary<Account> =>
  aRecord({
    id: anId(),
    email: fc.emailAddress(),
    fullName: aText(),
    phone: maybe(aText()),
    address: maybe(aText()),
    passwordHash: aText().map((text) => `$some-hash$${text}`),
    verification: aVerification(),
    pendingEmail: maybe(fc.emailAddress()),
    emailToWarn: maybe(fc.emailAddress()),
    createdAt: anInstant(),
  });

const aTokenEnd = (): fc.Arbitrary<TokenEnd> =>
  fc.oneof(
    aRecord({ is: fc.constant('none' as const) }),
    aRecord({ is: fc.constantFrom('used' as const, 'replaced' as const), at: anInstant() }),
  );

/** Tokens of any purpose, ended or not. */
export const aToken = (): fc.Arbitrary<Token> =>
  aRecord({
    hash: aHash(),
    accountId: anId(),
    purpose: fc.constantFrom(...TOKEN_PURPOSES),
    email: fc.emailAddress(),
    createdAt: anInstant(),
    end: aTokenEnd(),
  });

export const aSession = (): fc.Arbitrary<Session> =>
  aRecord({ hash: aHash(), accountId: anId(), createdAt: anInstant(), seenAt: anInstant() });

export const aContactMessage = (): fc.Arbitrary<ContactMessage> =>
  aRecord({
    id: anId(),
    name: aText(),
    email: fc.emailAddress(),
    subject: aText(),
    text: aText(),
    receivedAt: anInstant(),
    isSpam: fc.boolean(),
  });

const aSubscriptionProgress = (): fc.Arbitrary<SubscriptionProgress> => {
  const begun = { ref: aText(), payerRef: aText(), since: anInstant(), paidThrough: anInstant() };
  const aLateRefund = aRecord({
    paymentRef: aText(),
    state: fc.constantFrom('wanted' as const, 'made' as const, 'failed' as const),
  });
  return fc.oneof(
    aRecord({ state: fc.constant('open' as const) }),
    aRecord({ state: fc.constant('abandoned' as const), abandonedAt: anInstant() }),
    aRecord({ state: fc.constant('live' as const), ...begun, endsAt: maybe(anInstant()), isOverdue: fc.boolean() }),
    aRecord({ state: fc.constant('unwanted' as const), ...begun, givesBack: fc.boolean() }),
    aRecord({ state: fc.constant('ended' as const), ...begun, endedAt: anInstant(), lateRefund: maybe(aLateRefund) }),
  );
};

/** Subscriptions in any state. */
export const aSubscription = (): fc.Arbitrary<Subscription> =>
  aRecord({
    id: anId(),
    accountId: anId(),
    openedAt: anInstant(),
    checkout: maybe(aRecord({ ref: aText(), closesAt: anInstant() })),
    check: aRecord({ at: anInstant(), count: fc.nat({ max: 1_000_000 }) }),
    revision: fc.nat({ max: 1_000_000 }),
    progress: aSubscriptionProgress(),
  });

/** Batches, undone or not. */
export const aBatch = (): fc.Arbitrary<Batch> =>
  aRecord({
    id: anId(),
    importedAt: anInstant(),
    fileHash: aHash(),
    created: fc.nat({ max: 1_000_000 }),
    end: fc.oneof(
      aRecord({ is: fc.constant('none' as const) }),
      aRecord({ is: fc.constant('undone' as const), undoneAt: anInstant() }),
    ),
  });

export const anAuditEntry = (): fc.Arbitrary<AuditEntry> =>
  aRecord({
    id: anId(),
    at: anInstant(),
    who: aText(),
    action: fc.constantFrom(...AUDIT_ACTIONS),
    subject: aText(),
    note: maybe(aText()),
  });
