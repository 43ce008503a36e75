import * as v from 'valibot';

/**
 * Everything that crosses the wire, once: the server validates with these schemas, the API document is made of them, and the web takes
 * its types and its checks of the answers from here. Money is a number of dollars with at most two decimals. Requests without a form
 * have files of their own: the web needs only their types.
 */

/** The pages of the web: any other path is the not-found page. */
export const PAGES = [
  '/',
  '/success',
  '/lead-vault',
  '/lead-vault-dashboard',
  '/profile',
  '/contact-us',
  '/signin',
  '/signup',
  '/verify',
  '/reset-password',
] as const;

/**
 * The tags of a page's head about the hosted payment pages: the provider's name, their origins besides our own, and the name and the
 * public key of the script that has to be loaded first. A missing tag means that there is none.
 */
export const PAYMENT_TAGS = { title: 'payment-title', pages: 'payment-pages', script: 'payment-script' } as const;

export const UnsoldLeadBody = v.object({
  id: v.string(),
  city: v.string(),
  state: v.string(),
  price: v.number(),
  description: v.string(),
  hasEmail: v.boolean(),
  hasPhoneNumber: v.boolean(),
});
export type UnsoldLeadBody = v.InferOutput<typeof UnsoldLeadBody>;

export const UnsoldAnswer = v.object({
  data: v.array(UnsoldLeadBody),
  currentPage: v.number(),
  totalPages: v.number(),
  totalItems: v.number(),
});
export type UnsoldAnswer = v.InferOutput<typeof UnsoldAnswer>;

/** A vaulted lead for the public, its contact masked; `N/A` where there is none. */
export const ExampleLeadBody = v.object({
  id: v.string(),
  city: v.string(),
  state: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  description: v.string(),
  leadPrice: v.number(),
});
export const Top5Answer = v.array(ExampleLeadBody);
export type Top5Answer = v.InferOutput<typeof Top5Answer>;

/** Every refusal. `error` and `message` are the same text; `code` is stable; `fields` names what was wrong where. */
export const FailureBody = v.object({
  error: v.string(),
  message: v.string(),
  code: v.string(),
  fields: v.optional(v.record(v.string(), v.string())),
  /** With `PRICE_CHANGED`: the price to pay now, in dollars. */
  price: v.optional(v.number()),
  /** With a fault on our side: finds the lines of our log. */
  requestId: v.optional(v.string()),
});
export type FailureBody = v.InferOutput<typeof FailureBody>;

/** Every code that the API answers. */
export type FailureCode =
  | 'INVALID_INPUT'
  | 'BODY_TOO_LARGE'
  | 'WRONG_CONTENT_TYPE'
  | 'CROSS_ORIGIN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_SIGNED_IN'
  | 'INVALID_CREDENTIALS'
  | 'EMAIL_NOT_VERIFIED'
  | 'EMAIL_UNKNOWN'
  | 'EMAIL_TAKEN'
  | 'ALREADY_CONFIRMED'
  | 'TOKEN_INVALID'
  | 'TOKEN_EXPIRED'
  | 'LEAD_UNKNOWN'
  | 'LEAD_SOLD'
  | 'LEAD_NOT_OFFERED'
  | 'PRICE_CHANGED'
  | 'COUPON_REFUSED'
  | 'TERMS_NOT_ACCEPTED'
  | 'EMAIL_NEEDED'
  | 'PAYMENT_UNKNOWN'
  | 'SUBSCRIPTION_REQUIRED'
  | 'ALREADY_SUBSCRIBED'
  | 'NOT_SUBSCRIBED'
  | 'NOT_YOUR_CHECKOUT'
  | 'TOO_MANY_TRIES'
  | 'PAYMENTS_UNAVAILABLE'
  | 'STORE_UNAVAILABLE'
  | 'BUSY'
  | 'NOTIFICATION_REJECTED'
  | 'UNEXPECTED';
