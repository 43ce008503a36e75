import { HOUR } from '#domain/instant.ts';
import { TOKEN_LIFETIME } from '#domain/token.ts';
import {
  EmailForm,
  LinkAnswer,
  RegisterRequest,
  ResetForm,
  TokenQuery,
  TokenTypeQuery,
} from '#adapters/http/contract/account-contract.ts';
import { MessageAnswer } from '#adapters/http/contract/user-contract.ts';
import type { Operation } from './operation.ts';

const messageAnswer = (says: string) => ({ says, json: MessageAnswer });
const linkAnswer = (says: string) => ({ says, json: LinkAnswer });

export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  {
    id: 'register',
    area: 'Account',
    method: 'post',
    path: '/api/auth/register',
    summary: 'Make an account',
    description: `A link is mailed to the address; until it is opened nobody can sign in. It works for ${TOKEN_LIFETIME / HOUR} hours. The same once more, for five minutes, changes nothing and is answered alike: an answer may have been lost.`,
    json: RegisterRequest,
    limits: { register: 'an address' },
    answers: { 201: messageAnswer('The account waits for its link to be opened.') },
    refusals: ['EMAIL_TAKEN', 'BUSY'],
  },
  {
    id: 'verifyEmail',
    area: 'Account',
    method: 'post',
    path: '/api/auth/verify',
    summary: 'Prove an e-mail address by its link',
    description: 'Of a new account, or of one whose address changes. Every other session of the account ends.',
    query: TokenQuery,
    session: 'optional',
    limits: { link: 'an address, all links together' },
    answers: { 200: linkAnswer('The address is proved.') },
    refusals: ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'ALREADY_CONFIRMED', 'EMAIL_TAKEN'],
  },
  {
    id: 'resendVerification',
    area: 'Account',
    method: 'post',
    path: '/api/auth/verify/resend',
    summary: 'Mail the link of a new account again',
    description: 'Older links stop working. The answer is the same for an address that nobody has.',
    json: EmailForm,
    limits: { verification: 'an address', 'verification-account': 'an e-mail address' },
    answers: { 200: messageAnswer('The mail is on its way, if there is somebody to mail to.') },
  },
  {
    id: 'checkToken',
    area: 'Account',
    method: 'post',
    path: '/api/auth/verify-token',
    summary: 'Ask whether a reset link still works',
    description: 'Changes nothing.',
    query: TokenTypeQuery,
    limits: { link: 'an address, all links together' },
    answers: { 200: linkAnswer('It works.') },
    refusals: ['TOKEN_INVALID'],
  },
  {
    id: 'requestPasswordReset',
    area: 'Account',
    method: 'post',
    path: '/api/auth/reset-password/request',
    summary: 'Mail a link to set a new password',
    description: `It works once, for ${TOKEN_LIFETIME / HOUR} hours. A shop that is set to conceal its accounts answers 200 for an unknown address too.`,
    form: EmailForm,
    limits: { reset: 'an address', 'reset-account': 'an account' },
    answers: { 200: messageAnswer('The mail is on its way.') },
    refusals: ['EMAIL_UNKNOWN'],
  },
  {
    id: 'resetPassword',
    area: 'Account',
    method: 'post',
    path: '/api/auth/reset-password/confirm',
    summary: 'Set a new password by a link',
    description: 'Every session of the account ends.',
    form: ResetForm,
    limits: { link: 'an address, all links together' },
    answers: { 200: messageAnswer('The new password counts.') },
    refusals: ['TOKEN_INVALID', 'BUSY'],
  },
];
