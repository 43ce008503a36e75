import pg from 'pg';

/** Runs one statement on the server's own database, outside any transaction. */
export const onServer = async (
  url: string,
  statement: string,
): Promise<readonly { readonly [column: string]: unknown }[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ [column: string]: unknown }>(statement)).rows;
  } finally {
    await client.end();
  }
};
