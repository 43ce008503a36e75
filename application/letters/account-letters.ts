import { emailChangeState } from '#domain/account.ts';
import type { Account, EmailChangeState } from '#domain/account.ts';
import type { Membership } from '#domain/membership.ts';
import type { AccountLetter } from '#application/ports/jobs.ts';
import type { Block, Letter } from './letter.ts';
import { subscriptionLetter } from './subscription-letters.ts';

/**
 * Every word that the owner of an account gets by mail. Whoever registers, or asks for another address, may give that of a stranger:
 * nothing that was typed stands in a letter to an address that is not proved, or anybody could write to anybody in our name.
 */

const LINK_LIFE = 'The link works for 24 hours, once.';

const signInLink = (url: string): Block => ({ kind: 'link', label: 'Sign in', url });

const NOT_YOU = 'If you did not ask for this, you need to do nothing: without the link nothing happens.';

/** For the address that an account has, or had before the change: a letter may leave long after its cause. */
const EMAIL_CHANGING: Readonly<
  Record<EmailChangeState, { readonly subject: string; readonly heading: string; readonly text: string }>
> = {
  pending: {
    subject: 'Your email address is about to change',
    heading: 'A new address was asked for.',
    text: 'Somebody signed in to your account wants to move it to another email address. It moves once that address is confirmed.',
  },
  confirmed: {
    subject: 'Your email address was changed',
    heading: 'Your email address was changed.',
    text: 'Somebody signed in to your account has changed its email address.',
  },
  cancelled: {
    subject: 'Another email address was asked for',
    heading: 'Your email address stays as it is.',
    text: 'Somebody signed in to your account asked to move it to another email address. That was taken back, and nothing has moved.',
  },
};

type Facts = {
  readonly account: Account;
  /** The address of the letter. */
  readonly to: string;
  readonly shopUrl: string;
  /** The secret of the link, for letters with a link. */
  readonly token: string;
  /** What the owner may do in the Lead Vault when the letter leaves. */
  readonly membership: Membership;
};

export const accountLetter = (about: AccountLetter, { account, to, shopUrl, token, membership }: Facts): Letter => {
  const signIn = `${shopUrl}/signin`;
  const contact = `${shopUrl}/contact-us`;
  switch (about) {
    case 'verify-email':
      return {
        subject: 'Verify your email address',
        heading: 'Welcome to Homelead.',
        blocks: [
          { kind: 'text', text: 'Please confirm that this address is yours. Then you can sign in.' },
          { kind: 'link', label: 'Verify my email', url: `${shopUrl}/verify?token=${token}` },
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
          signInLink(signIn),
          {
            kind: 'small',
            text: `If that was not you, reset your password at ${signIn} and write to us at ${contact}.`,
            links: [signIn, contact],
          },
        ],
      };
    case 'change-email':
      return {
        subject: 'Confirm your new email address',
        heading: 'Is this your new address?',
        blocks: [
          {
            kind: 'text',
            text: 'Somebody with a Homelead account wants to use this address. Confirm it, and that account signs in with it from then on. Until then nothing changes.',
          },
          { kind: 'link', label: 'Confirm this address', url: `${shopUrl}/verify?token=${token}` },
          { kind: 'small', text: `${LINK_LIFE} ${NOT_YOU}` },
        ],
      };
    case 'email-changing': {
      const state = emailChangeState(account, to);
      const { subject, heading, text } = EMAIL_CHANGING[state];
      // Once the account has moved, whoever reads this address cannot reset its password any more.
      const reset = state === 'confirmed' ? '' : `reset your password at ${signIn} now and `;
      return {
        subject,
        heading,
        blocks: [
          { kind: 'text', text },
          {
            kind: 'small',
            text: `If that was not you, ${reset}write to us at ${contact}.`,
            links: [signIn, contact],
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
            text: 'Somebody, perhaps you, tried to use this address for another account. There is one already.',
          },
          signInLink(signIn),
          {
            kind: 'small',
            text: `Forgot the password? Reset it at ${signIn}. Otherwise nothing is needed.`,
            links: [signIn],
          },
        ],
      };
    case 'subscription-begun':
    case 'subscription-resumed':
    case 'subscription-ending':
    case 'subscription-kept':
    case 'renewal-failed':
    case 'second-payment-returned':
    case 'late-payment-returned':
      return subscriptionLetter(about, membership, shopUrl);
  }
};
