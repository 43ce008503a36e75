import type { ApiFailure } from '#web/api.ts';
import { closePurchase, usePurchase } from './purchase.ts';
import { markPurchased } from './purchased.ts';
import { toast } from './toasts.ts';

/** Titles of toasts, by the server's code for a lead that nobody can buy any more. */
const GONE = { LEAD_SOLD: 'Lead Sold', LEAD_NOT_OFFERED: 'Payment Error', LEAD_UNKNOWN: 'Payment Error' } as const;

type Gone = keyof typeof GONE;

export const isGone = (code: ApiFailure['code'] | undefined): code is Gone => code !== undefined && code in GONE;

/** Leaves the purchase of a lead that is gone: trying again cannot help. A sold one is marked in the list. */
export const leaveGone = (leadId: string, code: Gone, message: string): void => {
  if (code === 'LEAD_SOLD') markPurchased(leadId);
  else usePurchase.setState({ lost: leadId });
  toast({ title: GONE[code], description: message, tone: 'error' });
  closePurchase();
};
