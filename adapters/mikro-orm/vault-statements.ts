import type { VaultQuery } from '#application/ports/vault.ts';
import type { PageRequest } from '#domain/pages.ts';
import type { VaultedLead } from '#domain/vault.ts';
import { isStorable } from './keys.ts';
import { literally, timestamp } from './statement.ts';

type Statement = readonly [text: string, parameters: readonly unknown[]];

const COLUMNS = `id, first_name as "firstName", last_name as "lastName", email, phone, address1, city, state, description, price,
  (extract(epoch from vaulted_at) * 1000)::float8 as "vaultedAt"`;

type Parameter = (value: unknown) => string;

/** Values of a statement; what adds one answers its name there. */
const valuesOf = (): { readonly values: readonly unknown[]; readonly parameter: Parameter } => {
  const values: unknown[] = [];
  return { values, parameter: (value) => `$${values.push(value)}` };
};

/** The leads that are in the vault at all. */
const inVault = ({ vaultedAfter, until }: VaultQuery, parameter: Parameter): string =>
  `lead where standing = 'vaulted' and vaulted_at > ${parameter(timestamp(vaultedAfter))}::timestamptz
    and vaulted_at <= ${parameter(timestamp(until))}::timestamptz`;

/** What is asked of them besides, each with its 'and'. */
const conditions = ({ search, state }: VaultQuery, parameter: Parameter): string => {
  const inState = state === undefined ? '' : ` and state = ${parameter(state)}::text`;
  if (search === '') return inState;
  // What no column can hold, no search finds.
  if (!isStorable(search)) return `${inState} and false`;
  return `${inState} and vault_search like ${parameter(`%${literally(search)}%`)}::text`;
};

/** `compareVaulted` of the domain. One index, read forwards or backwards, has an order in both directions. */
const orderBy = ({ order }: VaultQuery): string =>
  `order by ${order.by === 'price' ? `price ${order.direction}, ` : ''}vaulted_at ${order.direction}, id ${order.direction}`;

/** One page and both totals. Together in one statement, they see one state of the table. */
export const pageStatement = (query: VaultQuery & { readonly page: PageRequest }): Statement => {
  const { values, parameter } = valuesOf();
  const everything = inVault(query, parameter);
  const asked = conditions(query, parameter);
  const found = everything + asked;
  const { page, size } = query.page;
  const limit = `limit ${parameter(size)}::bigint offset ${parameter((page - 1) * size)}::bigint`;
  const totals =
    asked === ''
      ? `select "all", "all" as items from (select count(*)::int as "all" from ${everything}) as counted`
      : `select (select count(*)::int from ${everything}) as "all", (select count(*)::int from ${found}) as items`;
  // The inner select walks an index that has the order, or sorts ids alone.
  return [
    `with total as (${totals})
     select total."all" as "totalAll", total.items as "totalItems", ${COLUMNS}
     from total left join lead on id = any(array(select id from ${found} ${orderBy(query)} ${limit}))
     ${orderBy(query)}`,
    values,
  ];
};

/** The next leads after one that is known, by what they are sorted by: however many come and go meanwhile, none is met again. */
export const nextStatement = (
  query: VaultQuery,
  after: Pick<VaultedLead, 'id' | 'price' | 'vaultedAt'> | undefined,
  count: number,
): Statement => {
  const { values, parameter } = valuesOf();
  const found = inVault(query, parameter) + conditions(query, parameter);
  const { by, direction } = query.order;
  const place = (lead: NonNullable<typeof after>): string =>
    (by === 'price' ? `${parameter(lead.price)}::int, ` : '') +
    `${parameter(timestamp(lead.vaultedAt))}::timestamptz, ${parameter(lead.id)}::uuid`;
  const rest =
    after === undefined
      ? ''
      : ` and (${by === 'price' ? 'price, ' : ''}vaulted_at, id) ${direction === 'desc' ? '<' : '>'} (${place(after)})`;
  return [
    `select ${COLUMNS} from lead
     where id = any(array(select id from ${found}${rest} ${orderBy(query)} limit ${parameter(count)}::bigint))
     ${orderBy(query)}`,
    values,
  ];
};
