import pg from 'pg';

export const SCHEMA = 'others';

/**
 * The leads in two flat tables, with an index for every order they are shown in: as whoever picks a server that makes an API of tables
 * would lay them down for it.
 */
const TABLES = `
  create schema ${SCHEMA};
  create table ${SCHEMA}.listed as
    select id, city, state, price, description, email is not null as has_email, phone is not null as has_phone, listed_at
    from public.lead where standing = 'listed';
  create table ${SCHEMA}.vaulted as
    select id, first_name, last_name, email, phone, address1, city, state, description, price, vaulted_at
    from public.lead where standing = 'vaulted';
  alter table ${SCHEMA}.listed add primary key (id);
  alter table ${SCHEMA}.vaulted add primary key (id);
  create index on ${SCHEMA}.listed (listed_at desc, id);
  create index on ${SCHEMA}.vaulted (vaulted_at desc, id desc);
  create index on ${SCHEMA}.vaulted (state, vaulted_at desc, id desc)`;

/** Made of the product's own. */
export const tablesForOthers = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(TABLES);
    await client.query(`vacuum (analyze) ${SCHEMA}.listed`);
    await client.query(`vacuum (analyze) ${SCHEMA}.vaulted`);
  } finally {
    await client.end();
  }
};
