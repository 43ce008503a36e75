import { MINUTE } from './instant.ts';
import type { Instant } from './instant.ts';

/** The page at the payment provider's where an order is paid. */
export type HostedPage = {
  /** The provider's reference. */
  readonly ref: string;
  /** From this instant on nobody can pay there any more. */
  readonly closesAt: Instant;
};

/** A purchase or a subscription. It is stored before its page opens, and once more with the page. */
export type Order = {
  readonly openedAt: Instant;
  readonly checkout: HostedPage | undefined;
  readonly progress: { readonly state: string };
};

/** The order with its page; `undefined` if it is not open any more: nobody may pay there. */
export const withPage = <One extends Order>(order: One, { ref, closesAt }: HostedPage): One | undefined =>
  order.progress.state === 'open' ? { ...order, checkout: { ref, closesAt } } : undefined;

/** An order that never got its page is given up after this time: the opening failed, and nobody can pay it. */
const OPENING_GRACE = 10 * MINUTE;

/** Whether an open order never got its page and never will. */
export const failedToOpen = ({ progress, checkout, openedAt }: Order, now: Instant): boolean =>
  progress.state === 'open' && checkout === undefined && now >= openedAt + OPENING_GRACE;
