import { cityTexts } from '#domain/lead-search.ts';
import type { Lead } from '#domain/lead.ts';
import { vaultSearchText } from '#domain/vault.ts';
import { PLACES } from './places.ts';

/** The floor's own tables: whatever shape is best for its reads, whatever becomes of the product's. */
const TABLES = `
  create schema floor;
  create table floor.place (id int primary key, city text, state text, search text, listed int not null default 0);
  create table floor.kept (key text primary key, items int not null);
  create table floor.listed (id uuid primary key, place_id int, state text, price int, description text, has_email boolean,
    has_phone boolean, listed_at timestamptz(3));
  create table floor.vaulted (id uuid primary key, first_name text, last_name text, email text, phone text, address1 text,
    city text, state text, description text, price int, vaulted_at timestamptz(3), search text collate "C");
  alter table floor.vaulted alter column search set statistics 300;
  create table floor.purchase (id uuid primary key, lead_id uuid, line_item text, price int, visitor_hash text,
    opened_at timestamptz(3), checkout_ref text unique);
  create table floor.document (id text primary key, body json)`;

/** Made after the rows, which is faster. No count is made while it is measured: each is kept in a row. */
const AFTERWARDS = `
  create index on floor.listed (listed_at desc, id) include (place_id);
  create index on floor.listed (place_id, listed_at desc, id);
  create index on floor.listed (state, listed_at desc, id);
  create index on floor.vaulted (vaulted_at desc, id desc);
  create index on floor.vaulted (state, vaulted_at desc, id desc);
  create index on floor.vaulted (price desc, vaulted_at desc, id desc);
  create index on floor.vaulted using gin (search gin_trgm_ops);
  update floor.place set listed = counted.items
    from (select place_id, count(*) as items from floor.listed group by place_id) as counted where id = place_id;
  insert into floor.kept select 'listed', count(*) from floor.listed;
  insert into floor.kept select 'listed ' || state, count(*) from floor.listed group by state;
  insert into floor.kept select 'vaulted', count(*) from floor.vaulted;
  insert into floor.kept select 'vaulted ' || state, count(*) from floor.vaulted group by state`;

const placeKey = ({ city, state }: Lead['place']): string => `${city}, ${state}`;
const PLACE_IDS = new Map(PLACES.map((place, id) => [placeKey(place), id]));

/** Carries out a statement, or several without values. */
export type Run = (statements: string, values?: readonly unknown[]) => Promise<unknown>;

const insert = (run: Run, table: string, rows: readonly object[]): Promise<unknown> =>
  run(`insert into floor.${table} select * from json_populate_recordset(null::floor.${table}, $1::json)`, [
    JSON.stringify(rows),
  ]);

/** Of a listed lead what the marketplace shows. */
const listedRow = ({ id, place, price, description, contact, standing }: Lead) => ({
  id,
  price,
  description,
  state: place.state,
  place_id: PLACE_IDS.get(placeKey(place)),
  has_email: contact.email !== undefined,
  has_phone: contact.phone !== undefined,
  listed_at: new Date(standing.listedAt),
});

const vaultedRow = ({ id, place, price, description, contact, standing }: Lead) => ({
  id,
  ...place,
  price,
  description,
  email: contact.email,
  phone: contact.phone,
  address1: contact.address1,
  first_name: contact.firstName,
  last_name: contact.lastName,
  vaulted_at: standing.state === 'vaulted' ? new Date(standing.vaultedAt) : null,
  search: vaultSearchText({ ...contact, city: place.city }),
});

/** Fills them: `add` lead by lead, as they come, then `finish`. */
export const floorTables = async (run: Run) => {
  await run(TABLES);
  const places = PLACES.map((place, id) => ({ id, ...place, search: ` ${cityTexts(place.city)[0]}`, listed: 0 }));
  await insert(run, 'place', places);
  return {
    add: async (leads: readonly Lead[]): Promise<void> => {
      const of = (state: Lead['standing']['state']) => leads.filter(({ standing }) => standing.state === state);
      await insert(run, 'listed', of('listed').map(listedRow));
      await insert(run, 'vaulted', of('vaulted').map(vaultedRow));
    },
    finish: async (): Promise<void> => void (await run(AFTERWARDS)),
  };
};
