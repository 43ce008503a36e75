import { ApiFailure, unreachable } from '#web/api.ts';
import { dollarsText } from '#web/price.ts';
import { validateCoupon } from '#web/purchase-api.ts';
import { tellApplied, tellInvalid, untellCoupon } from './coupon-toasts.ts';
import { isGone, leaveGone } from './lead-gone.ts';
import { noCoupon, usePurchase } from './purchase.ts';
import { tellError } from './tell.ts';

const { getState, setState } = usePurchase;

const UNCHECKED = 'The coupon could not be checked. Please try again, or clear the field.';

const withoutDiscount = { couponCode: '', discountedPrice: undefined } as const;

/** The message under the field when the server did not judge the code at all. */
const textOf = ({ code, message }: ApiFailure): string => {
  if (code === 'INVALID_INPUT') return 'Coupon is invalid.';
  return code === 'TOO_MANY_TRIES' ? message : UNCHECKED;
};

/**
 * A refusal removes the discount. A server that asks to wait, has a fault or cannot be reached has not judged the code: it is asked
 * again on the way to the terms, so that nobody pays the full price because of an outage.
 */
const failed = (fault: ApiFailure, leadId: string): void => {
  if (isGone(fault.code)) return leaveGone(leadId, fault.code, fault.message);
  tellError('Failed to apply coupon.');
  const isJudged = [400, 404].includes(fault.status);
  const standing = isJudged ? withoutDiscount : { couponTried: undefined };
  setState({ ...standing, problem: { at: 'coupon', text: textOf(fault) } });
};

/** Restores the list price, and says why. */
export const refuseCoupon = (message: string): void => {
  const text = message || 'Coupon is invalid.';
  tellInvalid(text);
  setState({ ...withoutDiscount, problem: { at: 'coupon', text } });
};

/** Asks the server for the price with the code in the field. Ignored while something is under way. */
export const applyCoupon = async (): Promise<void> => {
  const { lead, busy, turn, couponTyped } = getState();
  if (busy !== undefined || lead === undefined) return;
  setState({ busy: 'coupon', problem: undefined, couponTried: couponTyped });
  untellCoupon();
  const isStale = (): boolean => getState().turn !== turn;
  try {
    const answer = await validateCoupon({ couponCode: couponTyped, amount: lead.price, leadId: lead.id });
    if (isStale()) return;
    if (isGone(answer.code)) return leaveGone(lead.id, answer.code, answer.message);
    if (!answer.valid) return refuseCoupon(answer.message);
    const { discountedPrice, emailNeeded = false } = answer;
    setState({ couponCode: couponTyped.trim().toUpperCase(), discountedPrice, asksEmail: emailNeeded });
    tellApplied(`New price: ${dollarsText(discountedPrice)}`);
  } catch (fault) {
    if (!isStale()) failed(fault instanceof ApiFailure ? fault : unreachable(), lead.id);
  } finally {
    if (!isStale()) setState({ busy: undefined });
  }
};

/** Restores the list price, and empties the field. */
export const removeCoupon = (): void => {
  untellCoupon();
  setState({ ...noCoupon, problem: undefined });
};

/** Goes on to the terms. A code that was typed but not applied is applied first: nobody loses a discount by a forgotten click. */
export const continueToTerms = async (): Promise<void> => {
  const { busy, turn, couponTyped, couponTried } = getState();
  if (busy !== undefined) return;
  if (couponTyped.trim() !== '' && couponTyped !== couponTried) {
    await applyCoupon();
    if (getState().turn !== turn || getState().problem !== undefined) return;
  } else untellCoupon();
  setState({ step: 'terms', problem: undefined });
};
