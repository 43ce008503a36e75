import type { Lead } from '#domain/lead.ts';
import { leadColumns } from '#adapters/mikro-orm/records/lead-mapping.ts';
import type { TransactionSql } from './transaction-sql.ts';

type Key = keyof ReturnType<typeof leadColumns>;

const COLUMNS: readonly (readonly [Key, column: string, type: string])[] = [
  ['id', 'id', 'uuid'],
  ['city', 'city', 'text'],
  ['state', 'state', 'text'],
  ['citySearch', 'city_search', 'text'],
  ['firstName', 'first_name', 'text'],
  ['lastName', 'last_name', 'text'],
  ['email', 'email', 'text'],
  ['phone', 'phone', 'text'],
  ['address1', 'address1', 'text'],
  ['description', 'description', 'text'],
  ['price', 'price', 'int'],
  ['vaultSearch', 'vault_search', 'text'],
  ['standing', 'standing', 'text'],
  ['listedAt', 'listed_at', 'timestamptz'],
  ['soldAt', 'sold_at', 'timestamptz'],
  ['purchaseId', 'purchase_id', 'uuid'],
  ['vaultedAt', 'vaulted_at', 'timestamptz'],
  ['expiredAt', 'expired_at', 'timestamptz'],
  ['withdrawnAt', 'withdrawn_at', 'timestamptz'],
];

const NAMES = COLUMNS.map(([, column]) => column).join(', ');
const ARRAYS = COLUMNS.map(([, , type], place) => `$${place + 1}::${type}[]`).join(', ');
const INSERT = `insert into lead (${NAMES}) select * from unnest(${ARRAYS})`;

/** Writes new leads in one statement, whose text is the same for any number of them. */
export const insertLeads = async (sql: TransactionSql, leads: readonly Lead[]): Promise<void> => {
  const rows = leads.map(leadColumns);
  const valueOf = (value: Date | string | number | null) => (value instanceof Date ? value.toISOString() : value);
  await sql(
    INSERT,
    COLUMNS.map(([key]) => rows.map((row) => valueOf(row[key]))),
  );
};
