import { giveBackAll, takeAll } from '#application/counted-work.ts';
import type { Counted } from '#application/counted-work.ts';
import type { Limiter } from '#application/ports/limiter.ts';
import { Refused } from './failures.ts';

/** A sign-in that is admitted; it counts as a failed one until one of these is called. */
export type LoginTry = {
  readonly succeeded: () => Promise<void>;
  /** The password was right, but the account cannot be used yet: no guess. The cost of checking still counts for the address. */
  readonly wasRight: () => Promise<void>;
  /** The shop could not check the password: no guess was made. */
  readonly notLookedAt: () => Promise<void>;
};

/** The key of a lock: one account for one address. */
const fromThereOf = (account: string, address: string): string => `${account} ${address}`;

/**
 * Counts a sign-in to `account` from `address` (both as texts), or refuses it by throwing. An account is locked for one address at
 * a time: nobody can lock its owner out from elsewhere. Failures from everywhere together only slow it down to one try a minute,
 * and a reset of the password ends that.
 */
export const loginTry = async (limiter: Limiter, account: string, address: string): Promise<LoginTry> => {
  const fromThere = fromThereOf(account, address);
  // Where the lock of one account refuses it, the password is not checked: it must not become a lock of everybody at the address.
  const here: readonly Counted[] = [
    ['login-address', address],
    ['login-account', fromThere],
  ];
  const refusal = await takeAll(limiter, here);
  if (refusal !== undefined) throw new Refused('TOO_MANY_TRIES', refusal);
  const everywhere = await limiter.take('login-everywhere', account);
  if (!everywhere.allowed) {
    const turn = await limiter.take('login-slow', account);
    if (!turn.allowed) {
      // The password was not checked: whoever waits for the slow limit must not be locked out by waiting.
      await giveBackAll(limiter, here);
      throw new Refused('TOO_MANY_TRIES', turn);
    }
  }
  const wasRight = async (): Promise<void> => {
    await Promise.all([
      limiter.forget('login-account', fromThere),
      everywhere.allowed && limiter.giveBack('login-everywhere', account),
    ]);
  };
  return {
    wasRight,
    succeeded: async () => {
      await Promise.all([wasRight(), limiter.giveBack('login-address', address)]);
    },
    notLookedAt: async () => {
      await Promise.all([
        giveBackAll(limiter, here),
        limiter.giveBack(everywhere.allowed ? 'login-everywhere' : 'login-slow', account),
      ]);
    },
  };
};

type Forgets = Pick<Limiter, 'forget'>;

/** Opening a link of the account at `address` proves its ownership: earlier tries from there no longer lock it. */
export const forgiveTries = (limiter: Forgets, account: string, address: string): Promise<void> =>
  limiter.forget('login-account', fromThereOf(account, address));

/**
 * As `forgiveTries`, after a reset of the password there: the failed guesses from everywhere were about the old one, and slow the account
 * down no more.
 */
export const forgiveGuesses = async (limiter: Forgets, account: string, address: string): Promise<void> => {
  await limiter.forget('login-everywhere', account);
  await forgiveTries(limiter, account, address);
};
