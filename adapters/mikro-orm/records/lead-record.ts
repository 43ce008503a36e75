import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity, Opt } from '@mikro-orm/core';

import type { LeadStanding } from '#domain/lead.ts';
import { LARGEST_AMOUNT } from '#domain/money.ts';

/** Whether any of a contact is not erased. In the words of the index, so that a search can use the index. */
export const HAS_CONTACT = `(first_name <> '' or last_name <> '' or email is not null or phone is not null or address1 is not null)`;

export const LeadRecord = defineEntity({
  name: 'LeadRecord',
  tableName: 'lead',
  properties: {
    id: p.uuid().primary(),
    version: p.integer().version(),
    city: p.text(),
    state: p.text(),
    citySearch: p.text(),
    // Set by a trigger of the table, by city and state.
    placeId: p.integer().$type<Opt<number>>(),
    firstName: p.text(),
    lastName: p.text(),
    email: p.text().strictNullable(),
    phone: p.text().strictNullable(),
    address1: p.text().fieldName('address1').strictNullable(),
    description: p.text(),
    price: p.integer(),
    standing: p.text().$type<LeadStanding['state']>(),
    listedAt: p.datetime(3),
    soldAt: p.datetime(3).strictNullable(),
    purchaseId: p.uuid().strictNullable(),
    vaultedAt: p.datetime(3).strictNullable(),
    expiredAt: p.datetime(3).strictNullable(),
    withdrawnAt: p.datetime(3).strictNullable(),
    // Copied by a trigger of the table to where the vault is searched.
    vaultSearch: p.text().collation('C').strictNullable(),
  },
  checks: [
    { name: 'lead_state', expression: `state ~ '^[A-Z]{2}$'` },
    { name: 'lead_price', expression: `price >= 0 and price <= ${LARGEST_AMOUNT}` },
    {
      name: 'lead_standing',
      expression: `case standing
        when 'listed' then num_nonnulls(sold_at, purchase_id, vaulted_at, expired_at, withdrawn_at) = 0
        when 'sold' then num_nonnulls(sold_at, purchase_id) = 2 and num_nonnulls(vaulted_at, expired_at, withdrawn_at) = 0
        when 'vaulted' then vaulted_at is not null and num_nonnulls(sold_at, purchase_id, expired_at, withdrawn_at) = 0
        when 'expired' then num_nonnulls(vaulted_at, expired_at) = 2 and num_nonnulls(sold_at, purchase_id, withdrawn_at) = 0
        when 'withdrawn' then withdrawn_at is not null and num_nonnulls(sold_at, purchase_id, vaulted_at, expired_at) = 0
        else false end`,
    },
    { name: 'lead_vault_search', expression: `(vault_search is not null) = (standing = 'vaulted')` },
  ],
  indexes: [
    {
      name: 'lead_listed',
      expression: `create index lead_listed on lead (listed_at desc, id) include (state, place_id) where standing = 'listed'`,
    },
    {
      name: 'lead_listed_by_state',
      expression: `create index lead_listed_by_state on lead (state, listed_at desc, id) where standing = 'listed'`,
    },
    {
      name: 'lead_listed_by_place',
      expression: `create index lead_listed_by_place on lead (place_id, listed_at desc, id) where standing = 'listed'`,
    },
    {
      name: 'lead_vaulted_by_price',
      expression: `create index lead_vaulted_by_price on lead (price desc, vaulted_at desc, id desc) where standing = 'vaulted'`,
    },
    {
      name: 'lead_vaulted',
      expression: `create index lead_vaulted on lead (vaulted_at desc, id desc) where standing = 'vaulted'`,
    },
    {
      name: 'lead_to_erase',
      expression: `create index lead_to_erase on lead (expired_at, id) where standing = 'expired' and ${HAS_CONTACT}`,
    },
    {
      name: 'lead_withdrawn_to_erase',
      expression: `create index lead_withdrawn_to_erase on lead (withdrawn_at, id) where standing = 'withdrawn' and ${HAS_CONTACT}`,
    },
  ],
});

export type LeadRow = InferEntity<typeof LeadRecord>;
