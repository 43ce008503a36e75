import type { Account, Profile, Verification } from '#domain/account.ts';
import type { AccountRow } from './account-record.ts';
import { atOf, instantOf, someOf } from './column.ts';

const verificationColumns = (verification: Verification) => {
  switch (verification.state) {
    case 'unverified':
      return { verification: verification.state, verifiedAt: null };
    case 'verified':
      return { verification: verification.state, verifiedAt: atOf(verification.verifiedAt) };
  }
};

/** The columns of an account, all but the version, which the store counts. */
export const accountColumns = (account: Account) => ({
  id: account.id,
  email: account.email,
  fullName: account.fullName,
  phone: account.phone ?? null,
  address: account.address ?? null,
  passwordHash: account.passwordHash,
  ...verificationColumns(account.verification),
  pendingEmail: account.pendingEmail ?? null,
  emailToWarn: account.emailToWarn ?? null,
  createdAt: atOf(account.createdAt),
});

const verificationOf = (row: AccountRow): Verification => {
  switch (row.verification) {
    case 'unverified':
      return { state: 'unverified' };
    case 'verified':
      return { state: 'verified', verifiedAt: instantOf(row.verifiedAt) };
  }
};

/** The columns that the owner sees. */
export const PROFILE = ['id', 'email', 'fullName', 'phone', 'address', 'pendingEmail'] as const;

/** The part of an account that its owner sees, from its row. */
export const profileOf = (row: Pick<AccountRow, (typeof PROFILE)[number]>): Profile => ({
  id: row.id,
  email: row.email,
  fullName: row.fullName,
  phone: someOf(row.phone),
  address: someOf(row.address),
  pendingEmail: someOf(row.pendingEmail),
});

/** The account of a row. */
export const accountOf = (row: AccountRow): Account => ({
  ...profileOf(row),
  passwordHash: row.passwordHash,
  verification: verificationOf(row),
  emailToWarn: someOf(row.emailToWarn),
  createdAt: instantOf(row.createdAt),
});
