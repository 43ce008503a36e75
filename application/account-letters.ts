import { emailChangeState } from '#domain/account.ts';
import type { Account, EmailChangeState } from '#domain/account.ts';
import type { AccountLetter } from './ports/jobs.ts';
import type { Block, Letter } from './letter.ts';

/**
 * Every word that the owner of an account gets by mail. Whoever registers, or asks for another address, may give that of a stranger:
 * nothing that was typed stands in a letter to an address that is not proved, or anybody could write to anybody in our name.
 */

const LINK_LIFE = 'The link works for 24 hours, once.';

const signInLink = (shopUrl: string): Block => ({ kind: 'link', label: 'Sign in', url: `${shopUrl}/signin` });

const NOT_YOU = 'If that was not you, nothing else is needed: without the link nothing happens.';

/** To the address that an account has, or had before the change: a letter may leave long after it was caused. */
const EMAIL_CHANGING: Readonly<
  Record<EmailChangeState, { readonly subject: string; readonly heading: string; readonly text: string }>
> = {
  pending: {
    subject: 'Your e-mail address is about to change',
    heading: 'A new address was asked for.',
    text: 'Somebody signed in to your account wants to move it to another e-mail address. It moves once that address is confirmed.',
  },
  confirmed: {
    subject: 'Your e-mail address was changed',
    heading: 'Your e-mail address was changed.',
    text: 'Somebody signed in to your account has changed its e-mail address.',
  },
  cancelled: {
    subject: 'Another e-mail address was asked for',
    heading: 'Your e-mail address stays as it is.',
    text: 'Somebody signed in to your account asked to move it to another e-mail address. That was taken back, and nothing has moved.',
  },
};

type Facts = {
  readonly account: Account;
  readonly shopUrl: string;
  /** The secret of the link, for the letters that have one. */
  readonly token: string;
};

export const accountLetter = (about: AccountLetter, { account, shopUrl, token }: Facts): Letter => {
  switch (about) {
    case 'verify-email':
      return {
        subject: 'Verify your e-mail address',
        heading: 'Welcome to Homelead.',
        blocks: [
          { kind: 'text', text: 'Please confirm that this address is yours. Then you can sign in.' },
          { kind: 'link', label: 'Verify my e-mail', url: `${shopUrl}/verify?token=${token}` },
          { kind: 'small', text: `${LINK_LIFE} ${NOT_YOU}` },
        ],
      };
    case 'reset-password':
      return {
        subject: 'Reset your password',
        heading: 'Choose a new password.',
        blocks: [
          { kind: 'text', text: 'Somebody, we hope you, asked to reset the password of this account.' },
          { kind: 'link', label: 'Reset my password', url: `${shopUrl}/reset-password?token=${token}` },
          { kind: 'small', text: `${LINK_LIFE} ${NOT_YOU}` },
        ],
      };
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        heading: 'Your password was changed.',
        blocks: [
          { kind: 'text', text: 'You were signed out everywhere. Please sign in with the new password.' },
          signInLink(shopUrl),
          {
            kind: 'small',
            text: `If that was not you, reset your password at ${shopUrl}/signin and write to us at ${shopUrl}/contact-us.`,
          },
        ],
      };
    case 'change-email':
      return {
        subject: 'Confirm your new e-mail address',
        heading: 'Is this your new address?',
        blocks: [
          { kind: 'text', text: 'Confirm it, and the account that wants it moves here. Until then nothing changes.' },
          { kind: 'link', label: 'Confirm this address', url: `${shopUrl}/verify?token=${token}` },
          { kind: 'small', text: `${LINK_LIFE} ${NOT_YOU}` },
        ],
      };
    case 'email-changing': {
      const state = emailChangeState(account);
      const { subject, heading, text } = EMAIL_CHANGING[state];
      // Once the account has moved, whoever reads this address cannot reset its password any more.
      const reset = state === 'confirmed' ? '' : `reset your password at ${shopUrl}/signin now and `;
      return {
        subject,
        heading,
        blocks: [
          { kind: 'text', text },
          {
            kind: 'small',
            text: `If that was not you, ${reset}write to us at ${shopUrl}/contact-us.`,
          },
        ],
      };
    }
    case 'account-exists':
      return {
        subject: 'You already have an account',
        heading: 'You already have an account.',
        blocks: [
          {
            kind: 'text',
            text: 'Somebody, perhaps you, tried to use this address for a new account. There is one already.',
          },
          signInLink(shopUrl),
          { kind: 'small', text: `Forgot the password? Reset it at ${shopUrl}/signin. Otherwise nothing is needed.` },
        ],
      };
    case 'renewal-failed':
      return {
        subject: 'Your Lead Vault payment failed',
        heading: 'Your last payment failed.',
        blocks: [
          {
            kind: 'text',
            text: 'The next month of the Lead Vault could not be paid. Once it is, your access goes on.',
          },
          { kind: 'link', label: 'Pay again', url: `${shopUrl}/lead-vault-dashboard` },
          { kind: 'small', text: 'If you do not want to go on, nothing is needed: no payment, no access.' },
        ],
      };
    case 'second-payment-returned':
      return {
        subject: 'Your second payment goes back',
        heading: 'You were subscribed already.',
        blocks: [
          {
            kind: 'text',
            text: 'You paid for the Lead Vault twice. The second subscription has ended, and its payment is on its way back to you.',
          },
          { kind: 'small', text: 'Your first subscription goes on as before.' },
        ],
      };
  }
};
