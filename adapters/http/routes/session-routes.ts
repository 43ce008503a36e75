import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';
import { match } from 'ts-pattern';

import { orGiveBack } from '#application/counted-work.ts';
import type { editProfile } from '#application/edit-profile.ts';
import type { resendEmailChange } from '#application/resend-email-change.ts';
import type { showUser } from '#application/show-user.ts';
import type { signIn } from '#application/sign-in.ts';
import type { signOut } from '#application/sign-out.ts';
import { emailOf } from '#domain/email.ts';
import type { Border } from '#adapters/http/border.ts';
import { LoginForm, ProfileRequest } from '#adapters/http/contract/account-contract.ts';
import type { MessageAnswer } from '#adapters/http/contract/user-contract.ts';
import { readFor } from '#adapters/http/entitled.ts';
import { refuse } from '#adapters/http/failures.ts';
import { respondJson } from '#adapters/http/headers.ts';
import { readForm, readJson } from '#adapters/http/input.ts';
import { loginTry } from '#adapters/http/login-tries.ts';
import { clearSession, sessionToken, setSession } from '#adapters/http/session-cookie.ts';
import { userOf } from '#adapters/http/answers/user-answer.ts';

export type SessionUseCases = {
  readonly showUser: ReturnType<typeof showUser>;
  readonly signIn: ReturnType<typeof signIn>;
  readonly signOut: ReturnType<typeof signOut>;
  readonly editProfile: ReturnType<typeof editProfile>;
  readonly resendEmailChange: ReturnType<typeof resendEmailChange>;
};

type Needs = SessionUseCases &
  Pick<Border, 'limiter' | 'clientAddress' | 'https'> & {
    /** Stands before what hashes a password, and refuses requests that would only wait for it. */
    readonly withPassword: MiddlewareHandler;
  };

/** An empty text counts as none. */
const someText = (text: string | null | undefined): string | undefined => text?.trim() || undefined;

/** Signing in and out, and the signed-in user. */
export const sessionRoutes = (needs: Needs): Hono => {
  const { limiter, clientAddress, https, withPassword } = needs;

  const me = async (c: Context): Promise<Response> => {
    const user = await needs.showUser(sessionToken(c, https));
    return user === undefined ? refuse(c, 'NOT_SIGNED_IN') : respondJson(c, userOf(user));
  };

  return new Hono()
    .post('/api/auth/login', withPassword, async (c) => {
      const { username, password } = await readForm(c, LoginForm);
      const email = emailOf(username);
      const counted = await loginTry(limiter, email ?? username, clientAddress(c));
      const outcome = await orGiveBack(
        () => needs.signIn({ email, password, sessionToken: sessionToken(c, https) }),
        counted.notLookedAt,
      );
      return match(outcome)
        .with({ is: 'signed-in' }, async (signedIn) => {
          await counted.succeeded();
          setSession(c, signedIn.sessionToken, https);
          return c.json({ message: 'Login successful!' } satisfies MessageAnswer);
        })
        .with({ is: 'wrong-pair' }, () => refuse(c, 'INVALID_CREDENTIALS'))
        .with({ is: 'not-verified' }, async () => {
          await counted.wasRight();
          return refuse(c, 'EMAIL_NOT_VERIFIED');
        })
        .exhaustive();
    })
    .post('/api/auth/logout', async (c) => {
      await needs.signOut(sessionToken(c, https));
      clearSession(c, https);
      return c.json({ message: 'Logout successful!' } satisfies MessageAnswer);
    })
    .get('/api/auth/me', me)
    .put('/api/auth/me', async (c) => {
      const token = sessionToken(c, https);
      const { fullName, email, phone, address } = await readFor(
        'to-users',
        () => needs.showUser(token),
        () => readJson(c, ProfileRequest),
      );
      const edit = { fullName, email, phone, address: someText(address) };
      return match(await needs.editProfile({ sessionToken: token, edit }))
        .with({ is: 'saved' }, () => me(c))
        .with({ is: 'email-taken' }, () => refuse(c, 'EMAIL_TAKEN'))
        .with({ is: 'not-signed-in' }, () => refuse(c, 'NOT_SIGNED_IN'))
        .with({ is: 'too-often' }, (turn) => refuse(c, 'TOO_MANY_TRIES', turn))
        .exhaustive();
    })
    .post('/api/auth/me/resend', async (c) =>
      match(await needs.resendEmailChange(sessionToken(c, https)))
        .with({ is: 'resent' }, { is: 'nothing-pending' }, () => me(c))
        .with({ is: 'not-signed-in' }, () => refuse(c, 'NOT_SIGNED_IN'))
        .with({ is: 'too-often' }, (turn) => refuse(c, 'TOO_MANY_TRIES', turn))
        .exhaustive(),
    );
};
