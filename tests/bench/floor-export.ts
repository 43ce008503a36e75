import type { ServerResponse } from 'node:http';
import type { Connection, PoolClient } from 'pg';

import type { FloorDatabase } from './floor-database.ts';

/** PostgreSQL makes the JSON. The quotes and separators of this CSV occur in no row, so each line is the row as it is. */
const COPY = `copy (select json_build_object('id', id, 'firstName', first_name, 'lastName', last_name, 'email', email, 'phoneNumber', phone,
    'address1', address1, 'city', city, 'state', state, 'description', description, 'leadPrice', price / 100.0,
    'vaultedDate', to_char(vaulted_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from (select * from floor.vaulted order by vaulted_at desc, id desc limit 10000) as newest)
  to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`;

const HIGH_WATER = 64 * 1024;

/** The driver hands copied data to whatever was submitted; its types know only that it can be. */
const copyOut = (client: PoolClient, statement: string, take: (chunk: Buffer) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const copying = {
      submit: (connection: Connection) => connection.query(statement),
      handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => take(chunk),
      handleCommandComplete: () => {},
      handleError: (error: Error) => {
        failure = error;
        // What comes after it says that the connection can be used again.
      },
      handleReadyForQuery: () => (failure === undefined ? resolve() : reject(failure)),
    };
    client.query(copying);
  });

/** The floor's export: the rows as PostgreSQL sends them, with a comma between. */
export const floorExport =
  ({ connect }: Pick<FloorDatabase, 'connect'>) =>
  async (response: ServerResponse): Promise<void> => {
    const client = await connect();
    try {
      response.writeHead(200, { 'content-type': 'application/json' });
      let waiting: string[] = [];
      let length = 0;
      let isFirst = true;
      const flush = () => {
        response.write(waiting.join(''));
        waiting = [];
        length = 0;
      };
      waiting.push('{"status":"success","data":[');
      await copyOut(client, COPY, (chunk) => {
        waiting.push(isFirst ? '' : ',', chunk.toString('utf8'));
        isFirst = false;
        length += chunk.length;
        if (length > HIGH_WATER) flush();
      });
      waiting.push(']}');
      flush();
      response.end();
    } finally {
      client.release();
    }
  };
