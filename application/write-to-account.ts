import { isVerified } from '#domain/account.ts';
import type { Account } from '#domain/account.ts';
import { membershipOf } from '#domain/membership.ts';
import type { Membership } from '#domain/membership.ts';
import { replaceToken } from '#domain/token.ts';
import type { TokenPurpose } from '#domain/token.ts';
import { accountLetter } from './letters/account-letters.ts';
import { isGivenUp } from './letter-patience.ts';
import { renderLetter } from './letters/letter.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import { UnknownJob } from './ports/jobs.ts';
import type { AccountLetter, Job } from './ports/jobs.ts';
import type { Log } from './ports/log.ts';
import type { Mailer } from './ports/mailer.ts';
import type { Secrets } from './ports/secrets.ts';
import { stillWanted } from './wanted-email.ts';
import { endWarningTo, stillToWarn } from './warned-email.ts';

type Needs = {
  readonly atomically: Atomically;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly shopUrl: string;
  /** In milliseconds. */
  readonly renewalGrace: number;
};

export type WriteToAccountRequest = Omit<Extract<Job, { readonly name: 'write-to-account' }>, 'name'>;

/** The purpose of a letter's link. */
const PURPOSE: Readonly<Partial<Record<AccountLetter, TokenPurpose>>> = {
  'verify-email': 'VERIFY_EMAIL',
  'reset-password': 'PASSWORD_RESET',
  'change-email': 'CHANGE_EMAIL',
};

/** The address of a letter; `undefined` when it is no longer wanted. */
const receiverOf = (
  { about, wanted, had }: WriteToAccountRequest,
  account: Account,
  { membership, secrets }: { readonly membership: Membership; readonly secrets: Secrets },
): string | undefined => {
  const renewsAt = membership.is === 'member' ? membership.renewsAt : undefined;
  const isOverdue = membership.is === 'member' && membership.isOverdue;
  switch (about) {
    case 'verify-email':
      return isVerified(account) ? undefined : account.email;
    case 'change-email':
      return stillWanted(account, wanted, secrets);
    case 'email-changing':
      return stillToWarn(account, had, secrets);
    case 'subscription-begun':
    case 'subscription-resumed':
    case 'subscription-kept':
      // Ended, or not paid, before this letter could leave: that has a letter of its own.
      return renewsAt === undefined ? undefined : account.email;
    case 'subscription-ending':
      // Kept, or begun anew, before this letter could leave. While a month of it is overdue, the card may be tried.
      return renewsAt === undefined && !isOverdue ? account.email : undefined;
    case 'renewal-failed':
      // Paid again before this letter could leave.
      return membership.is === 'member' && !membership.isOverdue ? undefined : account.email;
    case 'reset-password':
    case 'password-changed':
    case 'account-exists':
    case 'second-payment-returned':
    case 'late-payment-returned':
      return account.email;
  }
  throw new UnknownJob(`this version knows no letter '${String(about)}'`);
};

/**
 * Mails one of the letters about an account. The secret of a link is made here, together with the mail, so that it is stored nowhere
 * else; each try of the job makes a new one, and the newest ends the others. `tries` is the number of earlier tries. Throws when the
 * mail server is away, or puts the letter off, which after some days is given up; and `UnknownJob`.
 */
export const writeToAccount =
  ({ atomically, mailer, clock, secrets, log, shopUrl, renewalGrace }: Needs) =>
  async (asked: WriteToAccountRequest, tries: number): Promise<void> => {
    const { accountId, about, letterId } = asked;
    const token = secrets.token();
    const addressed = await atomically(async ({ accounts, subscriptions, tokens }) => {
      const account = await accounts.findForUpdate(accountId);
      const membership = membershipOf(await subscriptions.findOfAccount(accountId), clock(), renewalGrace);
      const to = account && receiverOf(asked, account, { membership, secrets });
      if (account === undefined || to === undefined) return undefined;
      const purpose = PURPOSE[about];
      if (purpose !== undefined) {
        const now = clock();
        for (const older of await tokens.findOpen(accountId))
          if (older.purpose === purpose) await tokens.save(replaceToken(older, now));
        await tokens.add({
          hash: secrets.hash(token),
          accountId,
          purpose,
          email: to,
          createdAt: now,
          end: { is: 'none' },
        });
      }
      return { account, to, membership };
    });
    if (addressed === undefined) return;
    const { account, to, membership } = addressed;
    const letter = renderLetter(accountLetter(about, { account, to, shopUrl, token, membership }));
    // Of two letters with one id a mailbox may show only the first, whose link the second has ended.
    const id = `${about}-${letterId}${PURPOSE[about] === undefined ? '' : `.${secrets.hash(token).slice(0, 16)}`}`;
    try {
      await mailer.send({ id, to, replyTo: undefined, writtenBy: 'shop', ...letter });
    } catch (error) {
      if (!isGivenUp(error, tries)) throw error;
      log.warn('letter refused by the mail server', { userId: accountId, error });
    }
    if (about === 'email-changing') await endWarningTo(atomically)(accountId, to);
  };
