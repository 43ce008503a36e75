import type { Marketplace, VaultedExample } from '#application/ports/marketplace.ts';
import type { UnsoldLead } from '#domain/lead.ts';
import type { LeadSearch } from '#domain/lead-search.ts';
import { placeOfPage } from '#domain/pages.ts';
import type { Database } from './connection.ts';
import { firstAfter } from './first-after.ts';
import { literally, timestamp } from './statement.ts';

type FoundRow = Omit<UnsoldLead, 'id'> & { readonly totalItems: number; readonly id: string | null };
type VaultedRow = Omit<VaultedExample, 'email' | 'phone'> & {
  readonly email: string | null;
  readonly phone: string | null;
};

/** The condition on a lead that `isFound` of the domain tests. `parameter` answers the name of a value in the statement. */
const conditionOf = (search: LeadSearch, parameter: (value: unknown) => string): string => {
  const inStates = (states: readonly string[]): string => `state = any(${parameter(states)}::text[])`;
  // In city_search every word follows a space, the first one too.
  const wordStarts = (start: string): string => `city_search like ${parameter(`% ${literally(start)}%`)}`;
  const cityStarts = (start: string): string => `city_search like ${parameter(` ${literally(start)}%`)}`;
  switch (search.by) {
    case 'everything':
      return 'true';
    case 'city':
      return wordStarts(search.wordStart);
    case 'city-and-state':
      return `${inStates(search.states)} and ${wordStarts(search.wordStart)}`;
    case 'state-or-city': {
      const { of, start } = search.city;
      return `(${inStates(search.states)} or ${of === 'city' ? cityStarts(start) : wordStarts(start)})`;
    }
  }
};

const unsoldStatement = ({
  search,
  page,
  from,
  until,
}: Parameters<Marketplace['unsold']>[0]): readonly [statement: string, parameters: readonly unknown[]] => {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const found = `lead where standing = 'listed'
    and listed_at between ${parameter(timestamp(from))}::timestamptz and ${parameter(timestamp(until))}::timestamptz
    and ${conditionOf(search, parameter)}`;
  const limit = `limit ${parameter(page.size)}::bigint offset ${parameter((page.page - 1) * page.size)}::bigint`;
  // Total and rows in one statement see one state of the table. The inner select walks an index that has the order.
  return [
    `with total as (select count(*)::int as items from ${found})
     select total.items as "totalItems", id, city, state, price, description,
       email is not null as "hasEmail", phone is not null as "hasPhoneNumber"
     from total left join lead on id = any(array(select id from ${found} order by listed_at desc, id ${limit}))
     order by listed_at desc, id`,
    values,
  ];
};

/** Reads what is offered with statements of its own: faster than entities, and without the columns that nobody may see. */
export const databaseMarketplace = ({ reading }: Pick<Database, 'reading'>): Marketplace => {
  const unsold: Marketplace['unsold'] = async (request) => {
    const found = await reading(request)<FoundRow>(...unsoldStatement(request));
    const totalItems = found[0]?.totalItems ?? 0;
    const { currentPage, totalPages } = placeOfPage(totalItems, request.page);
    if (currentPage < request.page.page && totalItems > 0)
      return unsold({ ...request, page: { ...request.page, page: currentPage } });
    const rows = found.flatMap(({ id, city, state, price, description, hasEmail, hasPhoneNumber }) =>
      id === null ? [] : [{ id, city, state, price, description, hasEmail, hasPhoneNumber }],
    );
    return { rows, currentPage, totalPages, totalItems };
  };

  return {
    unsold,
    dearestVaulted: async ({ count, vaultedAfter, until, fresh }) => {
      const rows = await reading({ fresh })<VaultedRow>(
        `select id, city, state, email, phone, description, price from lead
         where standing = 'vaulted' and vaulted_at > $1::timestamptz and vaulted_at <= $2::timestamptz
         order by price desc, vaulted_at desc, id desc limit $3::bigint`,
        [timestamp(vaultedAfter), timestamp(until), count],
      );
      return rows.map((row) => ({ ...row, email: row.email ?? undefined, phone: row.phone ?? undefined }));
    },
    firstAfter: firstAfter(reading),
  };
};
