import { CITY, FIRST_PAGE, VAULT_PAGE, vaultOf } from '#tests/bench/cases.ts';
import type { Case } from '#tests/bench/cases.ts';
import { DIRECTUS_TOKEN } from './servers.ts';

/** How many pages there are in all, and the ids of the leads on this one. */
export type Page = { readonly pages: number; readonly ids: readonly string[] };

/** A page of leads that the product and another server both give. */
export type Work = {
  readonly name: string;
  readonly ours: Case;
  readonly theirs: Case;
  /** What their answer says. */
  readonly read: (body: unknown) => Page;
  /** How many times as many answers a second are wanted. */
  readonly goal: number;
};

type Row = { readonly id: string };

const SIZE = 10;
const pageOf = (total: number, rows: readonly Row[]): Page => ({
  pages: Math.ceil(total / SIZE),
  ids: rows.map(({ id }) => id),
});

const ofDirectus = (name: string, collection: string, query: Readonly<Record<string, string>>): Case => ({
  name,
  method: 'GET',
  path: `/items/${collection}?${new URLSearchParams({ ...query, limit: String(SIZE), meta: 'filter_count' }).toString()}`,
  headers: { authorization: `Bearer ${DIRECTUS_TOKEN}` },
});

const readDirectus = (body: unknown): Page => {
  const { meta, data } = body as { readonly meta: { readonly filter_count: number }; readonly data: readonly Row[] };
  return pageOf(meta.filter_count, data);
};

const LISTED = { fields: 'id,city,state,price,description,has_email,has_phone', sort: '-listed_at,id' };
const VAULTED = {
  fields: 'id,first_name,last_name,email,phone,address1,city,description,price,vaulted_at',
  sort: '-vaulted_at,-id',
};

const DIRECTUS: readonly Omit<Work, 'read'>[] = [
  {
    name: 'the list, page 1, and how many there are',
    ours: FIRST_PAGE,
    theirs: ofDirectus('the list', 'listed', LISTED),
    goal: 25,
  },
  {
    name: 'the list, a city',
    ours: CITY,
    theirs: ofDirectus('a city', 'listed', { ...LISTED, search: 'austin' }),
    goal: 300,
  },
  {
    name: "the vault, search 'gmail'",
    ours: vaultOf("search 'gmail'", '?search=gmail'),
    theirs: ofDirectus("search 'gmail'", 'vaulted', { ...VAULTED, search: 'gmail' }),
    goal: 300,
  },
];

export const BESIDE_DIRECTUS: readonly Work[] = DIRECTUS.map((work) => ({ ...work, read: readDirectus }));

const QUERY = `{ allVaulteds(first: ${SIZE}, orderBy: [VAULTED_AT_DESC, PRIMARY_KEY_DESC]) { totalCount
  nodes { id: rowId firstName lastName email phone address1 city description price vaultedAt } } }`;

export const BESIDE_POSTGRAPHILE: readonly Work[] = [
  {
    name: 'the vault, page 1, and how many there are',
    ours: VAULT_PAGE,
    theirs: {
      name: 'the vault',
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: QUERY }),
    },
    read: (body) => {
      const { data } = body as {
        readonly data: { readonly allVaulteds: { readonly totalCount: number; readonly nodes: readonly Row[] } };
      };
      return pageOf(data.allVaulteds.totalCount, data.allVaulteds.nodes);
    },
    goal: 5,
  },
];

/** What the product's answer says. */
export const readOurs = (body: unknown): Page => {
  const { totalPages, data } = body as { readonly totalPages: number; readonly data: readonly Row[] };
  return { pages: totalPages, ids: data.map(({ id }) => id) };
};
