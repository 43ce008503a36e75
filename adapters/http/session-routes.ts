import { Hono } from 'hono';
import type { Context } from 'hono';
import { match } from 'ts-pattern';

import type { editProfile } from '#application/edit-profile.ts';
import type { identify } from '#application/identify.ts';
import type { Limiter } from '#application/ports/limiter.ts';
import type { signIn } from '#application/sign-in.ts';
import type { signOut } from '#application/sign-out.ts';
import type { Account } from '#domain/account.ts';
import { emailOf } from '#domain/email.ts';
import { LoginForm, ProfileRequest } from './account-contract.ts';
import type { MessageAnswer, UserAnswer } from './account-contract.ts';
import { refuse } from './failures.ts';
import { readForm, readJson } from './input.ts';
import { limited } from './limits.ts';
import { clearSession, sessionToken, setSession } from './session-cookie.ts';

export type SessionUseCases = {
  readonly identify: ReturnType<typeof identify>;
  readonly signIn: ReturnType<typeof signIn>;
  readonly signOut: ReturnType<typeof signOut>;
  readonly editProfile: ReturnType<typeof editProfile>;
};

type Needs = SessionUseCases & {
  readonly limiter: Limiter;
  readonly clientAddress: (c: Context) => string;
  readonly isHttps: (c: Context) => boolean;
};

const userOf = ({ fullName, email, phone, address, pendingEmail }: Account): UserAnswer => ({
  fullName,
  email,
  phoneNumber: phone ?? null,
  address: address ?? null,
  isSubscribed: false,
  subscriptionDate: null,
  pendingEmail: pendingEmail ?? null,
});

/** An empty location is none. */
const someText = (text: string | null | undefined): string | undefined => text?.trim() || undefined;

/** Signing in and out, and the signed-in user. */
export const sessionRoutes = (needs: Needs): Hono => {
  const { limiter, clientAddress, isHttps } = needs;

  return new Hono()
    .post('/api/auth/login', async (c) => {
      const { username, password } = await readForm(c, LoginForm);
      const address = clientAddress(c);
      const email = emailOf(username);
      // An account is locked for one address at a time: nobody can lock its owner out from elsewhere.
      const accountKey = `${email ?? username} ${address}`;
      await limited(limiter, 'login-address', address);
      await limited(limiter, 'login-account', accountKey);
      const outcome = await needs.signIn({ email, password, sessionToken: sessionToken(c, isHttps(c)) });
      return match(outcome)
        .with({ is: 'signed-in' }, async (signedIn) => {
          await limiter.forget('login-account', accountKey);
          await limiter.giveBack('login-address', address);
          setSession(c, signedIn.sessionToken, isHttps(c));
          return c.json({ message: 'Login successful!' } satisfies MessageAnswer);
        })
        .with({ is: 'wrong-pair' }, () => refuse(c, 'INVALID_CREDENTIALS'))
        .with({ is: 'not-verified' }, () => refuse(c, 'EMAIL_NOT_VERIFIED'))
        .exhaustive();
    })
    .post('/api/auth/logout', async (c) => {
      await needs.signOut(sessionToken(c, isHttps(c)));
      clearSession(c, isHttps(c));
      return c.json({ message: 'Logout successful!' } satisfies MessageAnswer);
    })
    .get('/api/auth/me', async (c) => {
      const account = await needs.identify(sessionToken(c, isHttps(c)));
      return account === undefined ? refuse(c, 'NOT_SIGNED_IN') : c.json(userOf(account));
    })
    .put('/api/auth/me', async (c) => {
      const account = await needs.identify(sessionToken(c, isHttps(c)));
      if (account === undefined) return refuse(c, 'NOT_SIGNED_IN');
      const { fullName, email, phone, address } = await readJson(c, ProfileRequest);
      const edit = { fullName, email, phone: phone ?? undefined, address: someText(address) };
      return match(await needs.editProfile(account.id, edit))
        .with({ is: 'saved' }, (saved) => c.json(userOf(saved.account)))
        .with({ is: 'email-taken' }, () => refuse(c, 'EMAIL_TAKEN'))
        .with({ is: 'account-unknown' }, () => refuse(c, 'NOT_SIGNED_IN'))
        .exhaustive();
    });
};
