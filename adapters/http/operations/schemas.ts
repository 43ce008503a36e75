import { DEFAULT_PAGE_SIZE } from '#domain/pages.ts';
import { TokenQuery, TokenTypeQuery } from '#adapters/http/contract/account-contract.ts';
import { ConfirmQuery, PaymentQuery } from '#adapters/http/contract/checkout-requests.ts';
import { FailureBody } from '#adapters/http/contract/contract.ts';
import { ExportQuery, UnsoldListQuery, VaultListQuery } from '#adapters/http/contract/list-queries.ts';
import { MEMBER_SCHEMAS } from './member-schemas.ts';
import { SHOP_SCHEMAS } from './shop-schemas.ts';
import { MAIL_TOKEN, described } from './described.ts';
import type { Described } from './described.ts';

/** The named schemas of the document: every body that crosses the wire. */
export const NAMED: Readonly<Record<string, Described>> = {
  ...SHOP_SCHEMAS,
  ...MEMBER_SCHEMAS,
  Failure: described(FailureBody, {
    says: 'Every refusal.',
    fields: {
      error: 'For people; may change.',
      message: 'The same text as `error`.',
      code: 'For programs; does not change.',
      fields:
        'With `INVALID_INPUT`, and with `TOO_MANY_TRIES` where it is of coupon codes: what is wrong with which field.',
      price: 'With `PRICE_CHANGED`: the price to pay now, in dollars.',
      requestId: 'With 5xx: by it the shop finds its lines of the log.',
    },
  }),
};

const SESSION_ID = 'The checkout, as the hosted page brought it back.';

const listed = {
  search: 'Case, accents, the kind of apostrophe and spaces around it do not count.',
  size: `Leads a page; ${DEFAULT_PAGE_SIZE} unless said.`,
  limit: 'The same as `size`.',
} as const;

const sorted = {
  state: 'The code of a state; `all` or nothing for every one.',
  sortOrder: '`none` is newest first.',
  sortBy: 'What `asc` and `desc` go by.',
} as const;

/** The queries of the document. */
export const QUERIES: readonly Described[] = [
  described(UnsoldListQuery, { fields: listed }),
  described(VaultListQuery, { fields: { ...listed, ...sorted } }),
  described(ExportQuery, { fields: { search: listed.search, ...sorted } }),
  described(PaymentQuery, { fields: { session_id: SESSION_ID, lead: 'The lead that was bought.' } }),
  described(ConfirmQuery, { fields: { session_id: SESSION_ID } }),
  described(TokenQuery, { fields: { token: MAIL_TOKEN } }),
  described(TokenTypeQuery, { fields: { token: MAIL_TOKEN } }),
];
