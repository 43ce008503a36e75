import { vaultSearchText } from '#domain/vault.ts';
import type { TransactionSql } from '#adapters/mikro-orm/transaction/transaction-sql.ts';

const AT_A_TIME = 500;

type VaultedRow = {
  readonly id: string;
  readonly city: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
};

/** Sets the search text of every vaulted lead. Not in SQL, because the domain writes it. */
export const fillVaultSearch = async (sql: TransactionSql): Promise<void> => {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql(
      `select id, city, first_name as "firstName", last_name as "lastName", email from lead
       where standing = 'vaulted' and id > $1::uuid order by id limit $2::int`,
      [last, AT_A_TIME],
    );
    const leads = rows as readonly VaultedRow[];
    const end = leads.at(-1);
    if (end === undefined) return;
    await sql(
      `update lead set vault_search = filled.search
       from unnest($1::uuid[], $2::text[]) as filled (id, search) where lead.id = filled.id`,
      [leads.map(({ id }) => id), leads.map((lead) => vaultSearchText({ ...lead, email: lead.email ?? undefined }))],
    );
    last = end.id;
  }
};
