import type { BuyOutcome } from '#application/buy-lead.ts';
import { orGiveBack } from '#application/counted-work.ts';
import type { Limiter } from '#application/ports/limiter.ts';
import { hasCode } from '#application/price-lead.ts';
import type { CouponCheck } from '#application/validate-coupon.ts';
import { waitText } from '#domain/wait.ts';
import { Refused } from './failures.ts';

const tooManyCodes = (retryAfterSeconds: number): Refused => {
  const wait = waitText(retryAfterSeconds);
  const message = `Too many coupon codes were tried. Please try again in ${wait}, or clear the code to buy without a coupon.`;
  return new Refused('TOO_MANY_TRIES', { message, fields: { couponCode: message }, retryAfterSeconds });
};

/**
 * Counts tries of coupon codes, by address. A try is counted before the code is checked: after too many, the answer must not reveal
 * which code is right. Asking for a price is a try, whatever the code. Buying is one only if the code is refused, so that an office
 * that has asked for ten prices can still pay them; a refused code counts for both, and a code that could not be checked for neither.
 * Throws `Refused`, with `fields` that name the code.
 */
export const couponTries = (limiter: Limiter) => {
  const refusedBy = (address: string): string => `refused ${address}`;

  const take = async (key: string): Promise<void> => {
    const turn = await limiter.take('coupon', key);
    if (!turn.allowed) throw tooManyCodes(turn.retryAfterSeconds);
  };

  return {
    price: async (address: string, check: () => Promise<CouponCheck>): Promise<CouponCheck> => {
      await take(address);
      const outcome = await orGiveBack(check, () => limiter.giveBack('coupon', address));
      if (outcome.is === 'checked' && !outcome.valid && outcome.gone === undefined)
        await limiter.take('coupon', refusedBy(address));
      return outcome;
    },
    buy: async (address: string, codeTyped: string, buy: () => Promise<BuyOutcome>): Promise<BuyOutcome> => {
      if (!hasCode(codeTyped)) return buy();
      await take(refusedBy(address));
      let isRefused = false;
      try {
        const outcome = await buy();
        isRefused = outcome.is === 'coupon-refused';
        return outcome;
      } finally {
        await (isRefused ? limiter.take('coupon', address) : limiter.giveBack('coupon', refusedBy(address)));
      }
    },
  };
};
