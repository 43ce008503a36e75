import type { Account } from '#domain/account.ts';
import { emailForms } from '#domain/email.ts';
import type { Instant } from '#domain/instant.ts';
import { membershipOf } from '#domain/membership.ts';
import type { Membership } from '#domain/membership.ts';
import { isAlive } from '#domain/session.ts';
import type { Subscription } from '#domain/subscription.ts';
import { expiryOf, validityOf } from '#domain/token.ts';
import type { TokenPurpose } from '#domain/token.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly clock: Clock;
  /** In milliseconds. */
  readonly renewalGrace: number;
};

/** A link that was mailed, and works until then. */
export type OpenLink = { readonly purpose: TokenPurpose; readonly until: Instant };

/** What an operator may know of an account: neither how its owner can be called or found, nor what signs in. */
export type AccountView = {
  readonly account: Pick<Account, 'id' | 'email' | 'fullName' | 'verification' | 'pendingEmail' | 'createdAt'>;
  readonly membership: Membership;
  /** Newest first, without those that were abandoned. */
  readonly subscriptions: readonly Subscription[];
  readonly openLinks: readonly OpenLink[];
  /** In how many browsers somebody is signed in. */
  readonly signedIn: number;
};

export type FindAccount = (text: string) => Promise<AccountView | undefined>;

/** By its address or its id, or by the id of a subscription: the log names no address. */
const accountBy = async (text: string, { accounts, subscriptions }: Repositories): Promise<Account | undefined> => {
  for (const email of emailForms(text)) {
    const found = await accounts.findByEmail(email);
    if (found !== undefined) return found;
  }
  const id = text.trim().toLowerCase();
  const found = await accounts.find(id);
  if (found !== undefined) return found;
  const subscription = await subscriptions.find(id);
  return subscription && accounts.find(subscription.accountId);
};

/** The account that an operator names, as it is now; `undefined`: there is none. */
export const findAccount =
  ({ atomically, clock, renewalGrace }: Needs): FindAccount =>
  (text) =>
    atomically(async (repositories) => {
      const account = await accountBy(text, repositories);
      if (account === undefined) return undefined;
      const now = clock();
      const subscriptions = await repositories.subscriptions.findOfAccount(account.id);
      const tokens = await repositories.tokens.findOpen(account.id);
      const sessions = await repositories.sessions.findOfAccount(account.id);
      const { id, email, fullName, verification, pendingEmail, createdAt } = account;
      return {
        account: { id, email, fullName, verification, pendingEmail, createdAt },
        membership: membershipOf(subscriptions, now, renewalGrace),
        subscriptions,
        openLinks: tokens
          .filter((token) => validityOf(token, [token.purpose], now) === 'usable')
          .map((token) => ({ purpose: token.purpose, until: expiryOf(token) })),
        signedIn: sessions.filter((session) => isAlive(session, now)).length,
      };
    });
