import { expect } from 'vitest';

import type { Query } from '#adapters/mikro-orm/connection/query.ts';
import { memoryMarketplace } from '#adapters/memory/marketplace.ts';
import type { Marketplace } from '#application/ports/marketplace.ts';
import type { Lead } from '#domain/lead.ts';
import type { StateCode } from '#domain/us-states.ts';
import { weekStart } from '#domain/week.ts';

/** What matters of a lead that is listed or vaulted. `at` is since when. */
type CountedRow = {
  readonly id: string;
  readonly standing: 'listed' | 'vaulted';
  readonly city: string;
  readonly state: StateCode;
  readonly placeId: number;
  readonly at: number;
  readonly price: number;
  readonly description: string;
  readonly hasEmail: boolean;
  readonly hasPhone: boolean;
  readonly search: string | null;
};

const countedLeads = (query: Query): Promise<readonly CountedRow[]> =>
  query<CountedRow>(
    `select id, standing, city, state, place_id as "placeId", price, description, email is not null as "hasEmail",
       phone is not null as "hasPhone", vault_search as search,
       (extract(epoch from case standing when 'listed' then listed_at else vaulted_at end) * 1000)::float8 as at
     from lead where standing in ('listed', 'vaulted') order by id`,
  );

const leadOf = ({ id, city, state, at, price, description, hasEmail, hasPhone }: CountedRow): Lead => ({
  id,
  price,
  description,
  place: { city, state },
  standing: { state: 'listed', listedAt: at },
  contact: {
    firstName: '',
    lastName: '',
    address1: undefined,
    email: hasEmail ? 'some' : undefined,
    phone: hasPhone ? 'some' : undefined,
  },
});

/** All leads are read, looked at one by one, sorted and counted: slow, and hard to get wrong. */
export const naiveMarketplace = async (query: Query): Promise<Pick<Marketplace, 'unsold'>> => {
  const leads = (await countedLeads(query)).filter(({ standing }) => standing === 'listed').map(leadOf);
  return memoryMarketplace(() => leads);
};

type KeptRow = {
  readonly standing: string;
  readonly of: string;
  readonly week: number;
  readonly items: number;
  readonly rows: number;
};

const keysOf = ({ standing, state, placeId }: CountedRow): readonly string[] =>
  standing === 'listed' ? ['', state, `#${placeId}`] : ['', state];

/** The vaulted leads as searches see them, and the number that stands for them. */
export type VaultState = { readonly version: number; readonly leads: string };

/** Fails unless every kept count is what counting gives. */
export const expectCounts = async (query: Query): Promise<VaultState & { readonly mostRows: number }> => {
  const kept = await query<KeptRow>(
    `select standing, of, (extract(epoch from week) * 1000)::float8 as week, sum(items)::int as items, count(*)::int as rows
     from lead_count group by standing, of, week`,
  );
  const leads = await countedLeads(query);
  const counted: Record<string, number> = {};
  for (const lead of leads)
    for (const of of keysOf(lead)) {
      const key = `${lead.standing} ${of} ${weekStart(lead.at)}`;
      counted[key] = (counted[key] ?? 0) + 1;
    }
  const entries = kept.map(({ standing, of, week, items }) => [`${standing} ${of} ${week}`, items] as const);
  expect(Object.fromEntries(entries.filter(([, items]) => items !== 0))).toEqual(counted);
  const [version] = await query<{ readonly changes: number }>(
    `select coalesce(sum(changes), 0)::float8 as changes from lead_count where standing = 'vaulted' and of = ''`,
  );
  return {
    version: version?.changes ?? 0,
    leads: JSON.stringify(
      leads
        .filter(({ standing }) => standing === 'vaulted')
        .map(({ id, at, state, search }) => [id, at, state, search]),
    ),
    mostRows: Math.max(0, ...kept.map(({ rows }) => rows)),
  };
};

/** Fails unless each kept count notes an instant that none of its leads is after; answers those instants. */
export const expectLatest = async (query: Query): Promise<ReadonlyMap<string, number>> => {
  const kept = await query<{ readonly key: string; readonly latest: number }>(
    `select concat_ws(' ', standing, of, (extract(epoch from week) * 1000)::float8) as key,
       (extract(epoch from max(latest)) * 1000)::float8 as latest from lead_count group by standing, of, week`,
  );
  const latest = new Map(kept.map((row) => [row.key, row.latest]));
  for (const lead of await countedLeads(query))
    for (const of of keysOf(lead)) {
      const key = `${lead.standing} ${of} ${weekStart(lead.at)}`;
      expect(latest.get(key), key).toBeGreaterThanOrEqual(lead.at);
    }
  return latest;
};
