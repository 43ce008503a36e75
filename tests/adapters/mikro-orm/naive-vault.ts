import { expect } from 'vitest';

import { memoryVault } from '#adapters/memory/vault.ts';
import type { Query } from '#adapters/mikro-orm/connection/query.ts';
import type { Vault, VaultQuery } from '#application/ports/vault.ts';
import type { Lead } from '#domain/lead.ts';
import type { PageRequest } from '#domain/pages.ts';
import type { StateCode } from '#domain/us-states.ts';
import type { VaultedLead } from '#domain/vault.ts';

type VaultedRow = Pick<
  VaultedLead,
  'id' | 'firstName' | 'lastName' | 'city' | 'description' | 'price' | 'vaultedAt'
> & {
  readonly state: StateCode;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address1: string | null;
};

const leadOf = (row: VaultedRow): Lead => ({
  id: row.id,
  description: row.description,
  price: row.price,
  place: { city: row.city, state: row.state },
  contact: {
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email ?? undefined,
    phone: row.phone ?? undefined,
    address1: row.address1 ?? undefined,
  },
  standing: { state: 'vaulted', listedAt: 0, vaultedAt: row.vaultedAt },
});

/** All vaulted leads are read, looked at one by one, sorted and counted: slow, and hard to get wrong. */
export const naiveVault = async (query: Query): Promise<Vault> => {
  const rows = await query<VaultedRow>(
    `select id, first_name as "firstName", last_name as "lastName", email, phone, address1, city, state, description, price,
       (extract(epoch from vaulted_at) * 1000)::float8 as "vaultedAt" from lead where standing = 'vaulted'`,
  );
  const leads = rows.map(leadOf);
  return memoryVault(() => leads);
};

/** Fails unless the entries are those of the leads in the vault. */
export const expectEntries = async (query: Query): Promise<void> => {
  const wrong = await query(
    `(select id, state, price, vaulted_at, vault_search from lead where standing = 'vaulted'
      except table vault_entry)
     union all (table vault_entry except select id, state, price, vaulted_at, vault_search from lead where standing = 'vaulted')`,
  );
  expect(wrong).toEqual([]);
};

/** Fails unless two vaults have the same page, also for whoever turns the pages up to it, and hand out the same leads. */
export const expectSame = async (
  real: Vault,
  naive: Vault,
  { page, ...query }: VaultQuery & { readonly page: PageRequest },
): Promise<void> => {
  const turned = Array.from({ length: page.page }, (_, index) => ({ ...page, page: index + 1 }));
  for (const one of [page, ...turned]) {
    const asked = { ...query, page: one };
    expect({ ...asked, ...(await real.page(asked)) }).toEqual({ ...asked, ...(await naive.page(asked)) });
  }
  const allOf = async (vault: Vault) => {
    const all: VaultedLead[] = [];
    for await (const some of vault.all({ ...query, atMost: 10_000 })) all.push(...some);
    return all;
  };
  expect({ ...query, all: await allOf(real) }).toEqual({ ...query, all: await allOf(naive) });
};
