import { DAY } from '#domain/instant.ts';
import { SESSION_IDLE, SESSION_LIFETIME } from '#domain/session.ts';
import { LoginForm, ProfileRequest } from '#adapters/http/contract/account-contract.ts';
import { MessageAnswer, UserAnswer } from '#adapters/http/contract/user-contract.ts';
import type { Operation } from './operation.ts';

export const SESSION_OPERATIONS: readonly Operation[] = [
  {
    id: 'signIn',
    area: 'Account',
    method: 'post',
    path: '/api/auth/login',
    summary: 'Sign in',
    description:
      'A wrong password and an unknown address are answered alike; by a shop that is set to conceal its accounts, an address that is not verified, too. Each time is a new session; one that is presented ends. Only failed sign-ins count against its limits.',
    form: LoginForm,
    session: 'optional',
    limits: {
      'login-account': 'an account and address',
      'login-address': 'an address',
      'login-everywhere': 'an account, and then to one in a minute',
    },
    answers: {
      200: {
        says: `Signed in: for ${SESSION_LIFETIME / DAY} days at most, and until ${SESSION_IDLE / DAY} days pass without a call that needs the session.`,
        json: MessageAnswer,
        headers: { 'Set-Cookie': { says: 'The session. Scripts and other sites cannot use it.', always: true } },
      },
    },
    refusals: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'BUSY'],
  },
  {
    id: 'signOut',
    area: 'Account',
    method: 'post',
    path: '/api/auth/logout',
    summary: 'Sign out',
    description: 'Ends the session on the server. Without one there is nothing to do, which is no error.',
    session: 'optional',
    answers: {
      200: {
        says: 'Signed out.',
        json: MessageAnswer,
        headers: { 'Set-Cookie': { says: 'Takes the session cookie away.', always: true } },
      },
    },
  },
  {
    id: 'showUser',
    area: 'Account',
    method: 'get',
    path: '/api/auth/me',
    summary: 'Show the signed-in user',
    session: 'required',
    answers: { 200: { says: 'The user and their subscription.', json: UserAnswer } },
  },
  {
    id: 'editProfile',
    area: 'Account',
    method: 'put',
    path: '/api/auth/me',
    summary: 'Change the profile',
    description:
      'A new e-mail address waits as `pendingEmail` until the link that is mailed to it is opened. An address that is left out, or null, is emptied.',
    json: ProfileRequest,
    session: 'required',
    limits: {
      'email-change': 'a user, where another e-mail address is asked for',
      'email-change-to': 'the address that is asked for',
    },
    answers: { 200: { says: 'The user as they are now.', json: UserAnswer } },
    refusals: ['EMAIL_TAKEN'],
  },
  {
    id: 'resendEmailChange',
    area: 'Account',
    method: 'post',
    path: '/api/auth/me/resend',
    summary: 'Mail the link to the pending e-mail address again',
    description: 'Older links stop working. Where no address is pending nothing is mailed, which is no error.',
    session: 'required',
    limits: { 'email-change': 'a user', 'email-change-to': 'the pending address' },
    answers: { 200: { says: 'The user as they are now.', json: UserAnswer } },
  },
];
