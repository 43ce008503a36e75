import type { Token, TokenEnd } from '#domain/token.ts';
import { atOf, instantOf } from './column.ts';
import type { TokenRow } from './token-record.ts';

const endColumns = (end: TokenEnd) => {
  switch (end.is) {
    case 'none':
      return { ending: end.is, endedAt: null };
    case 'used':
    case 'replaced':
      return { ending: end.is, endedAt: atOf(end.at) };
  }
};

/** A token as its row's columns, all but the version, which the store counts. */
export const tokenColumns = (token: Token) => ({
  hash: token.hash,
  accountId: token.accountId,
  purpose: token.purpose,
  email: token.email,
  createdAt: atOf(token.createdAt),
  ...endColumns(token.end),
});

const endOf = (row: TokenRow): TokenEnd => {
  switch (row.ending) {
    case 'none':
      return { is: 'none' };
    case 'used':
    case 'replaced':
      return { is: row.ending, at: instantOf(row.endedAt) };
  }
};

/** The token that a row holds. */
export const tokenOf = (row: TokenRow): Token => ({
  hash: row.hash,
  accountId: row.accountId,
  purpose: row.purpose,
  email: row.email,
  createdAt: instantOf(row.createdAt),
  end: endOf(row),
});
