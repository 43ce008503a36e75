import type { Instant } from './instant.ts';
import type { LeadId } from './lead.ts';
import { searchable } from './lead-search.ts';
import type { Cents } from './money.ts';
import { plainLetters } from './plain-letters.ts';
import type { StateCode } from './us-states.ts';

/** A lead as subscribers see it, its contact unlocked. Parts that nobody knows are `undefined` or empty. */
export type VaultedLead = {
  readonly id: LeadId;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly address1: string | undefined;
  readonly city: string;
  readonly state: StateCode;
  readonly description: string;
  /** What it cost while it was for sale. */
  readonly price: Cents;
  readonly vaultedAt: Instant;
};

/**
 * The normal form of what is searched in the vault: that of the marketplace, in plain letters, as people have names that no city has.
 * The search texts are stored in it: another rule needs a migration that rewrites them.
 */
export const vaultSearchable = (text: string): string => plainLetters(searchable(text));

/** Stands between the parts of a search text: no search can hold it, so none finds the end of one part and the start of another. */
const BETWEEN = '\n';

/** Everything of a lead that a search of the vault looks through: city, "first last", e-mail. */
export const vaultSearchText = ({
  city,
  firstName,
  lastName,
  email = '',
}: Pick<VaultedLead, 'city' | 'firstName' | 'lastName' | 'email'>): string =>
  [city, `${firstName} ${lastName}`, email].map(vaultSearchable).join(BETWEEN);

/** Whether a search, in the normal form of `vaultSearchable`, finds a lead by its search text: any part of it will do. */
export const isInVaultSearch = (searchText: string, search: string): boolean => searchText.includes(search);
