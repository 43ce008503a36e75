import { expect } from 'vitest';

import type { Instant } from '#domain/instant.ts';
import type { Cents } from '#domain/money.ts';
import type { OpenedCheckout, PaymentProvider } from '#application/ports/payment-provider.ts';
import type { RawNotification } from '#application/ports/provider-notification.ts';

import type { TurnableLine } from './payment-line.ts';

/** What happened to a buyer's money, as the provider's own books tell it: each in cents. */
export type Money = { readonly held: Cents; readonly taken: Cents; readonly givenBack: Cents };

/** What a hosted page tells its buyer, as the provider keeps it. */
export type Shown = {
  /** As ISO 4217 writes it. */
  readonly currency: string;
  readonly amount: Cents;
  readonly lineItem: string;
  /** The address that is filled in. Left out where pages fill in none. */
  readonly email?: string | undefined;
  /** Where its way back leads. */
  readonly cancelUrl: string;
  /** How often the amount is taken. */
  readonly takes: 'once' | `each ${string}`;
};

/** Something that the rig can let happen, or why it cannot happen there, which is printed with the cases that are skipped. */
export type Possible<Hook> = Hook | { readonly none: string };

/** One provider with its buyer, its clock and its post, for one test. */
export type PaymentRig<Payments extends PaymentProvider = PaymentProvider> = {
  readonly payments: Payments;
  /** The adapter's clock; `advance` moves it and everything that waits for it. */
  readonly now: () => Instant;
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly buyer: {
    /**
     * Does what a person does on the hosted page, and no more: what is only approved there, the contract reads afterwards. Answers
     * where the browser goes then, `undefined` if the page let nobody pay.
     */
    readonly pay: (checkout: OpenedCheckout, email: string) => Promise<string | undefined>;
    readonly decline: (checkout: OpenedCheckout, email: string) => Promise<void>;
    readonly goBack: (checkout: OpenedCheckout) => Promise<void>;
  };
  readonly shown: (checkout: OpenedCheckout) => Promise<Shown>;
  /** What others do with a collected payment: the shop's people in the provider's own dashboard, and banks. */
  readonly elsewhere: {
    readonly refund: (checkout: OpenedCheckout) => Promise<void>;
    /** Sends so many cents of it back. */
    readonly refundPart: Possible<(checkout: OpenedCheckout, part: Cents) => Promise<void>>;
    /** The bank does not take what was sent back, or is under way: it is with the shop again. */
    readonly refundFails: Possible<(checkout: OpenedCheckout) => Promise<void>>;
    /** The bank only asks about it, and takes nothing. */
    readonly inquire: Possible<(checkout: OpenedCheckout) => Promise<void>>;
    readonly dispute: (checkout: OpenedCheckout) => Promise<void>;
    /** The dispute is decided: for the shop, which has its money again, or against it. */
    readonly disputeIsWon: Possible<(checkout: OpenedCheckout) => Promise<void>>;
    readonly disputeIsLost: Possible<(checkout: OpenedCheckout) => Promise<void>>;
  };
  /** The payment of that checkout, or the subscription of that reference, has a state from now on that nobody has heard of. */
  readonly becomesStrange: Possible<(ref: string) => Promise<void>>;
  /** Of a purchase, and of the first month of a subscription. */
  readonly money: (checkout: OpenedCheckout) => Promise<Money>;
  /** Everything that was sent to the shop so far, once nothing more is on its way. */
  readonly notifications: () => Promise<readonly RawNotification[]>;
  /** The same body, signed now by somebody who does not know the secret. */
  readonly forged: (raw: RawNotification) => RawNotification;
  /** Signed as it should be, but this is the body. */
  readonly signed: (body: Uint8Array) => RawNotification;
  /** A well-signed notification about something that we never opened or do not follow. */
  readonly unrelated: () => RawNotification;
  /** The line between the shop and the provider. `pages` counts the hosted pages that the provider has opened. */
  readonly line: Possible<Omit<TurnableLine, 'next'> & { readonly pages: () => number }>;
  /** What its settings hold that nobody may read, in an error either. */
  readonly secrets: readonly string[];
  /** Another adapter with the same settings and the same `documents`: another process of the shop, or this one after a restart. */
  readonly beside: () => Payments;
  /** Another adapter at the same provider whose `documents` are empty: the shop's database was restored from a backup. */
  readonly restored: Possible<() => Payments>;
  /** How long money is held that nobody collects; `undefined` where the provider charges at once. */
  readonly heldFor: number | undefined;
  /** How long the signature of a notification is good; `undefined` where it does not age. */
  readonly signatureLasts: number | undefined;
  /** The hosted page lets nobody change an address that the shop has given. */
  readonly keepsPrefilledEmail?: boolean;
  /**
   * Lets happen what the provider does later than it answers. With it `pending` is an answer, and each thing is asked for until
   * it is done; without it `pending` fails the case.
   */
  readonly settles?: () => Promise<void>;
  /** Why its notifications bear no signature: printed with the cases that are skipped. */
  readonly unsigned?: string;
  /** Why nothing is sent when the shop closes a page: printed with the cases that are skipped. */
  readonly silentOnClosing?: string;
};

/** So often something that is under way is asked for again. */
const ASKED_AGAIN = 5;

/** The provider of a rig, that is asked again while what it was asked for is under way. */
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

/** What is held or kept of a buyer's money there, in cents, once nothing is under way any more. */
export const moneyLeft = async (rig: Pick<PaymentRig, 'money' | 'settles'>, checkout: OpenedCheckout) => {
  await rig.settles?.();
  const { held, taken, givenBack } = await rig.money(checkout);
  return { held, kept: taken - givenBack };
};

export const BUYER = 'dana.reyes@example.com';

/** Addresses that the shop takes, of accounts and of buyers: not each provider takes all of them. */
export const RARE_ADDRESSES = [
  'zoë@example.com',
  'sam@bücher.example',
  '用户@例え.jp',
  "dana.o'reyes+leads@example.com",
];

/** That it is the address which was asked for; what stands in it for `{ref}` is the provider's own. */
export const keptUrl = (asked: string): unknown =>
  expect.stringMatching(new RegExp(`^${RegExp.escape(asked).replaceAll(RegExp.escape('{ref}'), '.+')}$`));

/** References that belong to nothing: of the shapes that providers use, and of none. */
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
