import * as v from 'valibot';

import * as account from '#adapters/http/account-contract.ts';
import {
  ExampleLeadBody,
  FailureBody,
  Top5Answer,
  UnsoldAnswer,
  UnsoldLeadBody,
  UnsoldQuery,
} from '#adapters/http/contract.ts';
import * as purchase from '#adapters/http/purchase-contract.ts';
import { ConfirmAnswer, ConfirmQuery } from '#adapters/http/subscription-contract.ts';
import { ExportAnswer, ExportQuery, VaultAnswer, VaultQuery, VaultedLeadBody } from '#adapters/http/vault-contract.ts';
import * as examples from './examples.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Schema } from './operation.ts';

/** The body of a call that says all by being made. */
export const NoFields = v.object({});

/** The answer about a payment that is not found. */
export const PaymentUnknown = v.object({
  ...v.pick(FailureBody, ['error', 'message']).entries,
  code: v.literal('PAYMENT_UNKNOWN'),
  success: v.literal(false),
  status: v.literal('failed'),
});

type Fields<S extends Schema> = { readonly [Name in keyof v.InferInput<S>]?: string | JsonSchema };

export type Told = {
  readonly schema: Schema;
  readonly says?: string;
  readonly fields: Readonly<Record<string, string | JsonSchema | undefined>>;
  readonly example?: unknown;
};

/** What there is to know of a schema and its fields besides what it checks. It stays on the server: the browser needs none of it. */
const told = <S extends Schema>(
  schema: S,
  {
    fields = {},
    ...more
  }: { readonly says?: string; readonly fields?: Fields<S>; readonly example?: v.InferInput<S> } = {},
): Told => ({ schema, fields, ...more });

const COUNT = { type: 'integer' } as const;
const TIME = { format: 'date-time' } as const;
const DOLLARS = 'In dollars.';
const MAIL_TOKEN = 'From the link in the mail.';
const PASSWORD = { format: 'password', description: 'Taken as it is, never trimmed.' } as const;
const SESSION_ID = 'The checkout, as the hosted page brought it back.';

const found = {
  currentPage: { ...COUNT, description: 'The page that this is, from 1; it may be an earlier one than asked for.' },
  totalPages: { ...COUNT, description: '0 when nothing was found.' },
  totalItems: { ...COUNT, description: 'How many were found, on all pages.' },
} as const;

const listed = {
  search: 'Case, accents and spaces around it do not count.',
  size: 'Leads a page; 10 unless said.',
  limit: 'The same as `size`.',
} as const;

const sorted = {
  state: 'The code of a state; `all` or nothing for every one.',
  sortOrder: '`none` is newest first.',
  sortBy: 'What `asc` and `desc` go by.',
} as const;

/** The named schemas of the document. */
export const NAMED = {
  UnsoldLead: told(UnsoldLeadBody, {
    says: 'A lead on offer.',
    fields: {
      id: { format: 'uuid' },
      price: DOLLARS,
      hasEmail: 'Whether its contact has an e-mail address.',
      hasPhoneNumber: 'Whether its contact has a phone number.',
    },
  }),
  UnsoldLeads: told(UnsoldAnswer, { fields: found, example: examples.UNSOLD }),
  ExampleLead: told(ExampleLeadBody, {
    says: 'A vaulted lead as the public sees it.',
    fields: {
      email: 'Masked; `N/A` where there is none.',
      phoneNumber: 'Masked; `N/A` where there is none.',
      leadPrice: DOLLARS,
    },
  }),
  ExampleLeads: told(Top5Answer, { example: examples.TOP5 }),
  CouponRequest: told(purchase.CouponRequest, { fields: { amount: DOLLARS }, example: examples.COUPON_REQUEST }),
  CouponAnswer: told(purchase.CouponAnswer, {
    fields: {
      discountedPrice: 'The price to pay, in dollars: the list price when the coupon does not count.',
      message: 'For people.',
    },
    example: examples.COUPON,
  }),
  CheckoutRequest: told(purchase.CheckoutRequest, {
    fields: {
      amount: 'What the buyer was shown, in dollars: the list price, or with `couponCode` the discounted one.',
      termsVersion: 'The terms that the buyer accepted.',
      returnTo: 'The page of the shop to come back to when nothing was paid: `/` with its search.',
    },
    example: examples.CHECKOUT_REQUEST,
  }),
  Checkout: told(purchase.CheckoutAnswer, {
    fields: { id: 'To ask with how it went.', url: { format: 'uri', description: 'The page to go to.' } },
    example: examples.CHECKOUT,
  }),
  Payment: told(purchase.PaymentAnswer, {
    fields: {
      status: 'Tells `success: false` for good from a payment that is still on its way.',
      email: 'The buyer’s address, masked for everybody else. With `paid`.',
      saleNumber: 'With `paid`.',
      error: 'For people. With `failed`.',
    },
    example: examples.PAYMENT,
  }),
  PaymentUnknown: told(PaymentUnknown, { says: 'In both forms: the one of a refusal, and the one of a payment.' }),
  RegisterRequest: told(account.RegisterRequest, { fields: { password: PASSWORD }, example: examples.REGISTER }),
  LoginForm: told(account.LoginForm, {
    fields: { username: 'The e-mail address.', password: { format: 'password' } },
    example: examples.LOGIN,
  }),
  EmailForm: told(account.EmailForm, { example: { email: examples.ADDRESS } }),
  ResetForm: told(account.ResetForm, { fields: { token: MAIL_TOKEN, newPassword: PASSWORD }, example: examples.RESET }),
  ProfileRequest: told(account.ProfileRequest, { example: examples.PROFILE }),
  User: told(account.UserAnswer, {
    fields: {
      subscriptionDate: { ...TIME, description: 'The start of the unbroken run of the subscription.' },
      cancelAtPeriodEnd: 'No further month will be paid.',
      accessUntil: { ...TIME, description: 'When access ends if nothing more is paid.' },
      renewsAt: { ...TIME, description: 'When the next month is paid.' },
      paymentFailed: 'The last renewal was not paid.',
      pendingEmail: 'An address that waits for its link to be opened.',
    },
    example: examples.USER,
  }),
  Message: told(account.MessageAnswer, {
    fields: { message: 'For people.' },
    example: { message: 'Login successful!' },
  }),
  SubscriptionStanding: told(ConfirmAnswer, {
    fields: {
      status: 'Tells `success: false` for good from a payment that is still on its way.',
      error: 'For people. With `failed`.',
    },
    example: { success: true, status: 'subscribed' },
  }),
  NoFields: told(NoFields, { says: 'Nothing is read of it.', example: {} }),
  VaultedLead: told(VaultedLeadBody, {
    says: 'A vaulted lead with its contact. `null` is what nobody knows.',
    fields: {
      id: { format: 'uuid' },
      description: 'The notes.',
      leadPrice: 'The original price, in dollars.',
      vaultedDate: TIME,
    },
  }),
  VaultedLeads: told(VaultAnswer, {
    fields: { ...found, totalAll: { ...COUNT, description: 'How many the whole vault has.' } },
    example: examples.VAULT,
  }),
  VaultExport: told(ExportAnswer, { example: examples.EXPORT }),
  ContactRequest: told(account.ContactRequest, {
    fields: { website: 'Leave it out: people do not see this field, so whoever fills it is taken for a program.' },
    example: examples.CONTACT,
  }),
  NotificationAnswer: told(purchase.NotificationAnswer, { example: { received: true } }),
  Failure: told(FailureBody, {
    says: 'Every refusal.',
    fields: {
      error: 'For people; may change.',
      message: 'The same text as `error`.',
      code: 'For programs; does not change.',
      fields: 'With `INVALID_INPUT`: what is wrong with which field.',
      price: 'With `PRICE_CHANGED`: the price to pay now, in dollars.',
    },
  }),
} as const satisfies Record<string, Told>;

/** What is told of the queries. */
export const QUERIES: readonly Told[] = [
  told(UnsoldQuery, { fields: listed }),
  told(VaultQuery, { fields: { ...listed, ...sorted } }),
  told(ExportQuery, { fields: { search: listed.search, ...sorted } }),
  told(purchase.PaymentQuery, { fields: { session_id: SESSION_ID, lead: 'The lead that was bought.' } }),
  told(ConfirmQuery, { fields: { session_id: SESSION_ID } }),
  told(account.TokenQuery, { fields: { token: MAIL_TOKEN } }),
  told(account.TokenTypeQuery, { fields: { token: MAIL_TOKEN } }),
];
