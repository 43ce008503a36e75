import type { Lead, LeadStanding } from '#domain/lead.ts';
import { searchable } from '#domain/lead-search.ts';
import { isStateCode } from '#domain/us-states.ts';
import { vaultSearchText } from '#domain/vault.ts';
import { atOf, instantOf, known, someOf } from './column.ts';
import type { LeadRow } from './lead-record.ts';

const NO_STANDING = { soldAt: null, purchaseId: null, vaultedAt: null, expiredAt: null, withdrawnAt: null };

const standingColumns = (standing: LeadStanding) => {
  const common = { ...NO_STANDING, standing: standing.state, listedAt: atOf(standing.listedAt) };
  switch (standing.state) {
    case 'listed':
      return common;
    case 'sold':
      return { ...common, soldAt: atOf(standing.soldAt), purchaseId: standing.purchaseId };
    case 'vaulted':
      return { ...common, vaultedAt: atOf(standing.vaultedAt) };
    case 'expired':
      return { ...common, vaultedAt: atOf(standing.vaultedAt), expiredAt: atOf(standing.expiredAt) };
    case 'withdrawn':
      return { ...common, withdrawnAt: atOf(standing.withdrawnAt) };
  }
};

/** A lead as its row's columns, all but the version, which the store counts. */
export const leadColumns = ({ id, place, contact, description, price, standing }: Lead) => ({
  id,
  city: place.city,
  state: place.state,
  // Nothing here asks for it: places are searched in memory (decision 17), and 0007-kept-counts dropped its index. It is written all
  // the same, as the column takes no null, and processes from before that search in it until they are replaced.
  citySearch: ` ${searchable(place.city)}`,
  firstName: contact.firstName,
  lastName: contact.lastName,
  email: contact.email ?? null,
  phone: contact.phone ?? null,
  address1: contact.address1 ?? null,
  description,
  price,
  // Contacts are copied only for leads that subscribers may search.
  vaultSearch: standing.state === 'vaulted' ? vaultSearchText({ ...contact, city: place.city }) : null,
  ...standingColumns(standing),
});

const standingOf = (row: LeadRow): LeadStanding => {
  const listedAt = instantOf(row.listedAt);
  switch (row.standing) {
    case 'listed':
      return { state: 'listed', listedAt };
    case 'sold':
      return { state: 'sold', listedAt, soldAt: instantOf(row.soldAt), purchaseId: known(row.purchaseId) };
    case 'vaulted':
      return { state: 'vaulted', listedAt, vaultedAt: instantOf(row.vaultedAt) };
    case 'expired':
      return { state: 'expired', listedAt, vaultedAt: instantOf(row.vaultedAt), expiredAt: instantOf(row.expiredAt) };
    case 'withdrawn':
      return { state: 'withdrawn', listedAt, withdrawnAt: instantOf(row.withdrawnAt) };
  }
};

/** The lead that a row holds. */
export const leadOf = (row: LeadRow): Lead => {
  if (!isStateCode(row.state)) throw new Error(`the lead ${row.id} has a state that is none`);
  return {
    id: row.id,
    place: { city: row.city, state: row.state },
    contact: {
      firstName: row.firstName,
      lastName: row.lastName,
      email: someOf(row.email),
      phone: someOf(row.phone),
      address1: someOf(row.address1),
    },
    description: row.description,
    price: row.price,
    standing: standingOf(row),
  };
};
