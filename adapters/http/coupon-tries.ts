import type { Limiter } from '#application/ports/limiter.ts';
import { hasCode } from '#application/price-lead.ts';
import { waitText } from '#domain/wait.ts';
import { Refused } from './failures.ts';

type Tried<Outcome> = {
  readonly codeTyped: string;
  readonly address: string;
  /** Whether the code turned out to be none that counts. */
  readonly isRefused: (outcome: Outcome) => boolean;
};

/**
 * Does what looks at the code that was typed, as one try of a coupon unless it turns out not to have been refused. It is counted
 * before the code is looked at: to be told after ten wrong ones which is right would be guessing as fast as one likes. A right one
 * gives back only its own try. Throws `Refused`, with `fields` that name the code.
 */
export const countingCode = async <Outcome>(
  limiter: Limiter,
  { codeTyped, address, isRefused }: Tried<Outcome>,
  look: () => Promise<Outcome>,
): Promise<Outcome> => {
  if (!hasCode(codeTyped)) return look();
  const turn = await limiter.take('coupon', address);
  if (!turn.allowed) throw tooManyCodes(turn.retryAfterSeconds);
  let counts = false;
  try {
    const outcome = await look();
    counts = isRefused(outcome);
    return outcome;
  } finally {
    if (!counts) await limiter.giveBack('coupon', address);
  }
};

const tooManyCodes = (retryAfterSeconds: number): Refused => {
  const wait = waitText(retryAfterSeconds);
  const message = `Too many coupon codes were tried. Please try again in ${wait}, or buy without a coupon.`;
  return new Refused('TOO_MANY_TRIES', { message, fields: { couponCode: message }, retryAfterSeconds });
};
