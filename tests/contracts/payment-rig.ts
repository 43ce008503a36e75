import { createHash } from 'node:crypto';

import { expect } from 'vitest';

import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';
import type { OpenedCheckout, PaymentProvider } from '#application/ports/payment-provider.ts';
import type { RawNotification } from '#application/ports/provider-notification.ts';

import type { TurnableLine } from './payment-line.ts';

/** A buyer's money in the provider's own records, each amount in cents. */
export type Money = { readonly held: Cents; readonly taken: Cents; readonly givenBack: Cents };

/** What a hosted page shows to its buyer, in the provider's own records. */
export type Shown = {
  /** By ISO 4217. */
  readonly currency: string;
  readonly amount: Cents;
  readonly lineItem: string;
  /** The prefilled address; left out where pages prefill none. */
  readonly email?: string | undefined;
  /** The target of the way back. */
  readonly cancelUrl: string;
  /** How often the amount is taken. */
  readonly takes: 'once' | `each ${string}`;
};

/** Something that the rig can cause, or the reason why it cannot happen there, which is printed with the skipped cases. */
export type Possible<Hook> = Hook | { readonly none: string };

/** One provider with its buyer, its clock and its notifications, for one test. */
export type PaymentRig<Payments extends PaymentProvider = PaymentProvider> = {
  readonly payments: Payments;
  /** The adapter's clock; `advance` moves it and everything that waits for it. */
  readonly now: () => Instant;
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly buyer: {
    /**
     * Acts as a person on the hosted page, and no more: a page that only approves is read by the contract afterwards. Answers where the
     * browser goes then, `undefined` if the page let nobody pay.
     */
    readonly pay: (checkout: OpenedCheckout, email: string) => Promise<string | undefined>;
    /** Pays another amount than the page was opened with, by a discount of the provider's own or a change made there. */
    readonly payAnother: Possible<(checkout: OpenedCheckout, email: string, amount: Cents) => Promise<void>>;
    readonly decline: (checkout: OpenedCheckout, email: string) => Promise<void>;
    readonly goBack: (checkout: OpenedCheckout) => Promise<void>;
  };
  readonly shown: (checkout: OpenedCheckout) => Promise<Shown>;
  /** Actions of others on a collected payment: the shop's people in the provider's own dashboard, and banks. */
  readonly elsewhere: {
    readonly refund: (checkout: OpenedCheckout) => Promise<void>;
    /** Sends so many cents of it back. */
    readonly refundPart: Possible<(checkout: OpenedCheckout, part: Cents) => Promise<void>>;
    /** The bank does not take money that was sent back, or is on its way: it is with the shop again. */
    readonly refundFails: Possible<(checkout: OpenedCheckout) => Promise<void>>;
    /** The bank only inquires, and takes nothing. */
    readonly inquire: Possible<(checkout: OpenedCheckout) => Promise<void>>;
    readonly dispute: (checkout: OpenedCheckout) => Promise<void>;
    /** The dispute is decided: for the shop, which has its money again, or against it. */
    readonly disputeIsWon: Possible<(checkout: OpenedCheckout) => Promise<void>>;
    readonly disputeIsLost: Possible<(checkout: OpenedCheckout) => Promise<void>>;
  };
  /** Gives the payment of that checkout, or the subscription of that reference, an unknown state from now on. */
  readonly becomesStrange: Possible<(ref: string) => Promise<void>>;
  /** Gives the hosted page of that reference, which nobody has paid at, an unknown state from now on. */
  readonly pageBecomesStrange: Possible<(checkoutRef: string) => Promise<void>>;
  /** Of a purchase, and of the first month of a subscription. */
  readonly money: (checkout: OpenedCheckout) => Promise<Money>;
  /** All notifications to the shop so far, once none is on its way. */
  readonly notifications: () => Promise<readonly RawNotification[]>;
  /** The same body, signed now with a wrong secret. */
  readonly forged: (raw: RawNotification) => RawNotification;
  /** This body with a valid signature. */
  readonly signed: (body: Uint8Array) => RawNotification;
  /** A notification with a valid signature about an object that is not ours or that we do not follow. */
  readonly unrelated: () => RawNotification;
  /** The line between the shop and the provider. `pages` counts the hosted pages that the provider has opened. */
  readonly line: Possible<Omit<TurnableLine, 'next'> & { readonly pages: () => number }>;
  /** Secrets in its settings that nothing may reveal, errors included. */
  readonly secrets: readonly string[];
  /** Another adapter with the same settings and the same `documents`: another process of the shop, or this one after a restart. */
  readonly beside: () => Payments;
  /** Another adapter at the same provider whose `documents` are empty: the shop's database was restored from a backup. */
  readonly restored: Possible<() => Payments>;
  /** How long money is held without a collection, in milliseconds; `undefined` where the provider charges at once. */
  readonly heldFor: number | undefined;
  /** How long a notification's signature is valid, in milliseconds; `undefined` where it does not age. */
  readonly signatureLasts: number | undefined;
  /** On the hosted page an address that the shop has given cannot be changed. */
  readonly keepsPrefilledEmail?: boolean;
  /**
   * Finishes what the provider does later than it answers. With it `pending` is a valid answer, and each call is repeated until it is
   * done; without it `pending` fails the case.
   */
  readonly settles?: () => Promise<void>;
  /** Why its notifications have no signature: printed with the skipped cases. */
  readonly unsigned?: string;
  /** Why nothing is sent when the shop closes a page: printed with the skipped cases. */
  readonly silentOnClosing?: string;
};

/** How often a call is repeated while its work is under way. */
const ASKED_AGAIN = 5;

/** The provider of a rig, with calls repeated while their work is under way. */
export const untilDone = <Payments extends PaymentProvider>(
  payments: Payments,
  settles: PaymentRig['settles'],
): Payments => {
  if (settles === undefined) return payments;
  const again =
    <Answer extends string>(ask: (ref: string) => Promise<Answer>) =>
    async (ref: string): Promise<Answer> => {
      let answer = await ask(ref);
      for (let times = 0; times < ASKED_AGAIN && answer === 'pending'; times += 1) {
        await settles();
        answer = await ask(ref);
      }
      return answer;
    };
  const { collect, release, refund } = payments;
  return { ...payments, collect: again(collect), release: again(release), refund: again(refund) };
};

/** The money of a buyer that is held or taken there, in cents, once nothing is under way. */
export const moneyLeft = async (rig: Pick<PaymentRig, 'money' | 'settles'>, checkout: OpenedCheckout) => {
  await rig.settles?.();
  const { held, taken, givenBack } = await rig.money(checkout);
  return { held, kept: taken - givenBack };
};

export const BUYER = 'dana.reyes@example.com';

/** The id of the shop for a thing of that name, always the same: a UUID, as providers may take no other characters and no longer text. */
export const idOf = (thing: string): string => {
  const hex = createHash('sha256').update(thing).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** A reference of the provider's, as the port describes it. */
export const REFERENCE = /^[\w-]{8,255}$/;

/** Addresses of accounts and buyers that the shop accepts: not every provider accepts all of them. */
export const RARE_ADDRESSES = [
  'zoë@example.com',
  'sam@bücher.example',
  '用户@例え.jp',
  "dana.o'reyes+leads@example.com",
];

const PLACEHOLDER = RegExp.escape('{ref}');

/** Matches the requested URL; the provider's own text stands for `{ref}`. */
export const keptUrl = (asked: string): unknown =>
  expect.stringMatching(new RegExp(`^${RegExp.escape(asked).replaceAll(PLACEHOLDER, `(?:(?!${PLACEHOLDER}).)+`)}$`));

/** References of nothing: in the forms that providers use, and in none of them. */
export const UNKNOWN_REFS = [
  '',
  'unknown',
  'cs_sim_0000000000000000000000000000000000000000',
  'pi_sim_0000000000000000000000000000000000000000',
  'cs_test_nobody',
  'pi_nobody',
  '../x',
  'a\0b',
  'x'.repeat(5_000),
];
