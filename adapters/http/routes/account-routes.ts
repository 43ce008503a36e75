import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import { match } from 'ts-pattern';

import type { requestPasswordReset } from '#application/request-password-reset.ts';
import type { resendVerification } from '#application/resend-verification.ts';
import type { checkResetToken, resetPassword } from '#application/reset-password.ts';
import type { signUp } from '#application/sign-up.ts';
import type { verifyEmail } from '#application/verify-email.ts';
import {
  EmailForm,
  RegisterRequest,
  ResetForm,
  TokenQuery,
  TokenTypeQuery,
} from '#adapters/http/contract/account-contract.ts';
import type { LinkAnswer } from '#adapters/http/contract/account-contract.ts';
import type { Border } from '#adapters/http/border.ts';
import type { MessageAnswer } from '#adapters/http/contract/user-contract.ts';
import { limitedWork } from '#adapters/http/limits.ts';
import { refuse } from '#adapters/http/failures.ts';
import { readForm, readJson, readQuery } from '#adapters/http/input.ts';
import { forgiveGuesses, forgiveTries } from '#adapters/http/login-tries.ts';
import { sessionToken } from '#adapters/http/session-cookie.ts';

export type AccountUseCases = {
  readonly signUp: ReturnType<typeof signUp>;
  readonly verifyEmail: ReturnType<typeof verifyEmail>;
  readonly resendVerification: ReturnType<typeof resendVerification>;
  readonly requestPasswordReset: ReturnType<typeof requestPasswordReset>;
  readonly checkResetToken: ReturnType<typeof checkResetToken>;
  readonly resetPassword: ReturnType<typeof resetPassword>;
};

type Needs = AccountUseCases &
  Pick<Border, 'limiter' | 'clientAddress' | 'https'> & {
    /** Stands before what hashes a password, and refuses requests that would only wait for it. */
    readonly withPassword: MiddlewareHandler;
  };

const told = (message: string): MessageAnswer => ({ message });

const REPLACED = 'This link has expired: a newer one was sent.';

/** Making an account, and the links that are mailed for it. */
export const accountRoutes = (needs: Needs): Hono => {
  const { limiter, clientAddress, https, withPassword } = needs;

  return new Hono()
    .post('/api/auth/register', withPassword, async (c) => {
      const request = await readJson(c, RegisterRequest);
      const outcome = await limitedWork(limiter, [['register', clientAddress(c)]], () => needs.signUp(request));
      return match(outcome)
        .with('registered', () =>
          c.json(told('Your account has been created. Please check your email to verify your account.'), 201),
        )
        .with('email-taken', () => refuse(c, 'EMAIL_TAKEN'))
        .exhaustive();
    })
    .post('/api/auth/verify', async (c) => {
      const { token } = readQuery(c, TokenQuery);
      const outcome = await limitedWork(limiter, [['link', clientAddress(c)]], () =>
        needs.verifyEmail({ token, sessionToken: sessionToken(c, https) }),
      );
      return match(outcome)
        .with({ is: 'verified' }, async ({ email }) => {
          await forgiveTries(limiter, email, clientAddress(c));
          return c.json({ message: 'Your email has been successfully verified.', email } satisfies LinkAnswer);
        })
        .with({ is: 'already-confirmed' }, () => refuse(c, 'ALREADY_CONFIRMED'))
        .with({ is: 'email-taken' }, () => refuse(c, 'EMAIL_TAKEN'))
        .with({ is: 'expired' }, () => refuse(c, 'TOKEN_EXPIRED'))
        .with({ is: 'replaced' }, () => refuse(c, 'TOKEN_EXPIRED', { message: REPLACED }))
        .with({ is: 'invalid' }, () => refuse(c, 'TOKEN_INVALID', { message: 'This verification link is not valid.' }))
        .exhaustive();
    })
    .post('/api/auth/verify/resend', async (c) => {
      const { email } = await readJson(c, EmailForm);
      const counted = [
        ['verification', clientAddress(c)],
        // Counted for addresses without an account too, so that a refusal reveals nothing.
        ['verification-account', email],
      ] as const;
      await limitedWork(limiter, counted, () => needs.resendVerification(email));
      return c.json(told('If this address waits to be verified, the email is on its way again.'));
    })
    .post('/api/auth/verify-token', async (c) => {
      const { token } = readQuery(c, TokenTypeQuery);
      const email = await limitedWork(limiter, [['link', clientAddress(c)]], () => needs.checkResetToken(token));
      if (email === undefined) return refuse(c, 'TOKEN_INVALID');
      return c.json({ message: 'The link works.', email } satisfies LinkAnswer);
    })
    .post('/api/auth/reset-password/request', async (c) => {
      const { email } = await readForm(c, EmailForm);
      const counted = [
        ['reset', clientAddress(c)],
        ['reset-account', email],
      ] as const;
      return match(await limitedWork(limiter, counted, () => needs.requestPasswordReset(email)))
        .with('requested', () => c.json(told('The instructions are on their way.')))
        .with('email-unknown', () => refuse(c, 'EMAIL_UNKNOWN'))
        .exhaustive();
    })
    .post('/api/auth/reset-password/confirm', withPassword, async (c) => {
      const request = await readForm(c, ResetForm);
      const outcome = await limitedWork(limiter, [['link', clientAddress(c)]], () => needs.resetPassword(request));
      return match(outcome)
        .with({ is: 'reset' }, async ({ email }) => {
          await forgiveGuesses(limiter, email, clientAddress(c));
          return c.json(told('Your password has been reset.'));
        })
        .with({ is: 'invalid' }, () => refuse(c, 'TOKEN_INVALID'))
        .exhaustive();
    });
};
