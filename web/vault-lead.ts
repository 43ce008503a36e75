import * as v from 'valibot';

import { VaultedLeadBody } from '#adapters/http/contract/vault-contract.ts';
import { emailLink } from '#domain/email-link.ts';
import { phoneLink } from '#domain/phone-link.ts';

/** A vaulted lead in the words of the screen. An unknown value is put in words, or is `undefined` where there is nothing to press. */

const DATE = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' });

/** A lead of the vault as it is shown; a server need not name its state. */
export const VaultedLeadReading = v.object({ ...VaultedLeadBody.entries, state: v.optional(v.string(), '') });

export const leadName = ({ firstName, lastName }: Pick<VaultedLeadBody, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim() || 'No name';

/** City and state, as far as they are known. */
export const leadPlace = ({ city, state }: Pick<VaultedLeadBody, 'city' | 'state'>): string =>
  [city.trim(), state.trim()].filter((part) => part !== '').join(', ') || 'No location';

/** The day in the time zone of the visitor: `Nov 14, 2026`. */
export const vaultedDay = (iso: string): string => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? 'No date' : DATE.format(date);
};

export type LinkedContact = { readonly text: string; readonly href: string | undefined };

/** The address and how to write to it; `undefined` without one. */
export const emailContact = (email: string | null): LinkedContact | undefined => {
  const text = email?.trim() ?? '';
  return text === '' ? undefined : { text, href: emailLink(text) };
};

/** The number and how to call it; `undefined` without one. Text without digits cannot be called. */
export const phoneContact = (phone: string | null): LinkedContact | undefined => {
  const text = phone?.trim() ?? '';
  return text === '' ? undefined : { text, href: phoneLink(text) };
};
