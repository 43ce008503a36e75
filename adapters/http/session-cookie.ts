import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';

import { SESSION_LIFETIME } from '#domain/session.ts';
import { TOKEN, ownCookie, ownOptions } from './own-cookie.ts';

const SESSION = ownCookie('session', TOKEN);

export const sessionCookie = SESSION.nameOf;

/** Whether the browser with these cookies has a session, which may have ended. */
export const hasSessionCookie = (cookies: string | undefined, https: boolean): boolean =>
  SESSION.valueIn(cookies, https) !== undefined;

/** The session token that the browser sent; `undefined` when there is none, or its form is not that of a token. */
export const sessionToken = (c: Context, https: boolean): string | undefined =>
  SESSION.valueIn(c.req.header('cookie'), https);

export const setSession = (c: Context, token: string, https: boolean): void =>
  setCookie(c, SESSION.nameOf(https), token, { ...ownOptions(https), maxAge: SESSION_LIFETIME / 1_000 });

export const clearSession = (c: Context, https: boolean): void =>
  void deleteCookie(c, SESSION.nameOf(https), ownOptions(https));
