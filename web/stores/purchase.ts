import { create } from 'zustand';

import type { UnsoldLeadBody } from '#adapters/http/contract/contract.ts';

import { untellCoupon } from './coupon-toasts.ts';

/** What the buyer has to know or correct, and the place where it is shown. */
export type Problem = { readonly at: 'coupon' | 'price' | 'terms' | 'email'; readonly text: string };

/** The purchase that this visitor is about to make. */
export type PurchaseState = {
  readonly step: 'closed' | 'summary' | 'terms';
  readonly lead: UnsoldLeadBody | undefined;
  /** In dollars, as claimed; `undefined` once the server has named another price, which already has the coupon taken off. */
  readonly listPrice: number | undefined;
  /** The button that opened the dialogs, to give the focus back to. */
  readonly opener: HTMLElement | undefined;
  /** The text in the coupon field, and the text about which the server was last asked. */
  readonly couponTyped: string;
  readonly couponTried: string | undefined;
  /** The coupon that counts; empty without one. */
  readonly couponCode: string;
  /** The price to pay with that coupon, in dollars. */
  readonly discountedPrice: number | undefined;
  /** Whether the shop needs the buyer's address where nothing is to be paid: the server has said so. */
  readonly asksEmail: boolean;
  /** The address that was typed for that; `undefined` stands for the one of the signed-in user. */
  readonly emailTyped: string | undefined;
  /** What the buttons wait for. */
  readonly busy: 'coupon' | 'payment' | undefined;
  readonly problem: Problem | undefined;
  /** The last lead that turned out not to be for sale any more: a list that has it is outdated. */
  readonly lost: string | undefined;
  /** Counts the claims. */
  readonly visit: number;
  /** Changes whenever the buyer turns away from what is under way: an answer to an earlier turn is dropped. */
  readonly turn: number;
};

export const noCoupon = { couponTyped: '', couponTried: undefined, couponCode: '', discountedPrice: undefined };

export const usePurchase = create<PurchaseState>(() => ({
  step: 'closed',
  lead: undefined,
  listPrice: undefined,
  opener: undefined,
  ...noCoupon,
  asksEmail: false,
  emailTyped: undefined,
  busy: undefined,
  problem: undefined,
  lost: undefined,
  visit: 0,
  turn: 0,
}));

/** Changes the purchase as the buyer turns away from what is under way. */
const turn = (change: Partial<PurchaseState>): void =>
  usePurchase.setState((purchase) => ({ ...change, turn: purchase.turn + 1 }));

/**
 * Opens the purchase dialogs for a lead, without the code and discount of any earlier opening. `opener` gets the focus back at
 * the end: in Safari a click does not focus a button.
 */
export const claim = (lead: UnsoldLeadBody, opener: HTMLElement): void =>
  turn({
    step: 'summary',
    lead,
    listPrice: lead.price,
    opener,
    ...noCoupon,
    busy: undefined,
    problem: undefined,
    visit: usePurchase.getState().visit + 1,
  });

/** Closes the dialogs, whatever is under way; lead and price stay for as long as the dialog takes to leave the screen. */
export const closePurchase = (): void => {
  untellCoupon();
  turn({ step: 'closed', busy: undefined, problem: undefined });
};

/** From the terms back to the summary, giving up a payment that is being opened. */
export const backToSummary = (): void => turn({ step: 'summary', busy: undefined, problem: undefined });

/** Makes the buttons work again: the browser came Back from the payment page to a page that it had kept. */
export const resumePurchase = (): void => turn({ busy: undefined });

/** What there is to pay, in dollars; `undefined` without a lead. */
export const totalOf = ({ lead, listPrice, discountedPrice }: PurchaseState): number | undefined =>
  discountedPrice ?? listPrice ?? lead?.price;

/** Whether this purchase goes through no hosted page, and needs the buyer's address instead. */
export const needsEmail = (purchase: PurchaseState): boolean => purchase.asksEmail && totalOf(purchase) === 0;
