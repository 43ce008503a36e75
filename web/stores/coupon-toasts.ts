import { untellError } from './tell.ts';
import { dismissToast, toast } from './toasts.ts';

const APPLIED = 'Coupon Applied';
const INVALID = 'Invalid Coupon';

/** Says what the coupon has come to. */
export const tellApplied = (description: string): void => void toast({ title: APPLIED, description, tone: 'plain' });

export const tellInvalid = (description: string): void => void toast({ title: INVALID, description, tone: 'error' });

/** Takes these toasts back: the coupon was replaced or removed, or the buyer has gone on or turned away. */
export const untellCoupon = (): void => {
  untellError();
  [APPLIED, INVALID].forEach(dismissToast);
};
