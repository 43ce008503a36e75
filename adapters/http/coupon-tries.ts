import type { BuyOutcome } from '#application/buy-lead.ts';
import type { Limiter } from '#application/ports/limiter.ts';
import { hasCode } from '#application/price-lead.ts';
import { limited } from './limits.ts';

/**
 * Buys with the code that was typed, as one try of a coupon unless it turns out not to have been refused. It is counted before
 * the code is looked at: to be told after ten wrong ones which is right would be guessing as fast as one likes.
 */
export const countingCode = async (
  limiter: Limiter,
  { codeTyped, address }: { readonly codeTyped: string; readonly address: string },
  buy: () => Promise<BuyOutcome>,
): Promise<BuyOutcome> => {
  if (!hasCode(codeTyped)) return buy();
  await limited(limiter, 'coupon', address);
  let isRefused = false;
  try {
    const outcome = await buy();
    isRefused = outcome.is === 'coupon-refused';
    return outcome;
  } finally {
    if (!isRefused) await limiter.giveBack('coupon', address);
  }
};
