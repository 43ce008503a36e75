import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { couponMessage } from '#domain/coupon.ts';
import { lossText } from '#domain/loss.ts';
import { dollarsOf } from '#domain/money.ts';
import type { Cents } from '#domain/money.ts';
import { waitText } from '#domain/wait.ts';
import type { FailureBody, FailureCode } from './contract/contract.ts';
import { requestId } from './request-id.ts';

/**
 * The one map from a refusal to its status and its text, which a use-case may replace. `TOO_MANY_TRIES` also says when to try again.
 */
export const FAILURES = {
  INVALID_INPUT: [400, 'Some of what was sent is not valid.'],
  NOTIFICATION_REJECTED: [400, 'The notification could not be verified.'],
  TOKEN_INVALID: [400, 'This link is invalid or expired.'],
  TOKEN_EXPIRED: [400, 'This link has expired.'],
  INVALID_CREDENTIALS: [401, 'Invalid credentials'],
  NOT_SIGNED_IN: [401, 'You are not signed in.'],
  EMAIL_NOT_VERIFIED: [403, 'Please verify your email address first.'],
  SUBSCRIPTION_REQUIRED: [403, 'Subscribe to the Lead Vault to see this.'],
  NOT_YOUR_CHECKOUT: [403, 'This checkout belongs to another account.'],
  CROSS_ORIGIN: [403, 'This call is only possible from our own pages.'],
  NOT_FOUND: [404, 'There is nothing at this address.'],
  EMAIL_UNKNOWN: [404, 'Email not found'],
  LEAD_UNKNOWN: [404, 'There is no such lead.'],
  PAYMENT_UNKNOWN: [404, 'This payment could not be found.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not take that method.'],
  EMAIL_TAKEN: [409, 'An account with this email address already exists.'],
  ALREADY_CONFIRMED: [409, 'This email address is already confirmed.'],
  ALREADY_SUBSCRIBED: [409, 'You are already subscribed.'],
  NOT_SUBSCRIBED: [409, 'You have no subscription that could be changed.'],
  LEAD_SOLD: [409, lossText('sold', 'never-taken')],
  LEAD_NOT_OFFERED: [409, lossText('not-offered', 'never-taken')],
  PRICE_CHANGED: [409, 'The price has changed. Please look at it again.'],
  COUPON_REFUSED: [409, couponMessage({ reason: 'invalid' })],
  TERMS_NOT_ACCEPTED: [409, 'Please reload the page to read and accept the current terms.'],
  EMAIL_NEEDED: [409, 'Please enter the email address to send the lead to.'],
  BODY_TOO_LARGE: [413, 'What was sent is too large.'],
  WRONG_CONTENT_TYPE: [415, 'This address does not take that kind of content.'],
  TOO_MANY_TRIES: [429, 'Too many tries.'],
  UNEXPECTED: [500, 'Something went wrong on our side. Please try again.'],
  PAYMENTS_UNAVAILABLE: [503, 'Payments are not available right now. Please try again in a moment.'],
  BUSY: [503, 'Too many people are doing this right now. Please try again in a moment.'],
  STORE_UNAVAILABLE: [503, 'We cannot answer right now. Please try again in a moment.'],
} as const satisfies Record<FailureCode, readonly [ContentfulStatusCode, string]>;

export type FailureDetails = {
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly price?: Cents;
  readonly retryAfterSeconds?: number;
};

/** In seconds: after this time an outage is worth another try. */
export const RETRY_OUTAGE_SECONDS = 5;

/** Whether a refusal always says, by Retry-After, when to try again. */
export const saysWhen = (code: FailureCode): boolean => code === 'TOO_MANY_TRIES' || FAILURES[code][0] === 503;

/** When to try again, in words. */
export const tryAgainIn = (seconds: number): string => `Please try again in ${waitText(seconds)}.`;

/** What every refusal tells; `error` and `message` are the same text. */
export const failureBody = (code: FailureCode, message: string = FAILURES[code][1]): FailureBody => ({
  error: message,
  message,
  code,
});

const messageOf = (code: FailureCode, { message, retryAfterSeconds }: FailureDetails): string => {
  if (message !== undefined) return message;
  const text = FAILURES[code][1];
  return code === 'TOO_MANY_TRIES' && retryAfterSeconds !== undefined
    ? `${text} ${tryAgainIn(retryAfterSeconds)}`
    : text;
};

/** Answers a refusal: `{ error, message, code, fields?, price?, requestId? }`. */
export const refuse = (c: Context, code: FailureCode, details: FailureDetails = {}): Response => {
  const [status] = FAILURES[code];
  const message = messageOf(code, details);
  const retryAfter = details.retryAfterSeconds ?? (status === 503 ? RETRY_OUTAGE_SECONDS : undefined);
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  return c.json(
    {
      ...failureBody(code, message),
      ...(details.fields && { fields: { ...details.fields } }),
      ...(details.price !== undefined && { price: dollarsOf(details.price) }),
      ...(status >= 500 && { requestId: requestId() }),
    } satisfies FailureBody,
    status,
  );
};

/** Thrown to refuse a request, wherever the reason is found; `onError` answers it by `refuse`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: FailureCode;
  readonly details: FailureDetails;

  constructor(code: FailureCode, details: FailureDetails = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}
