import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseLedger } from '#adapters/mikro-orm/ledger.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { selfSigned } from '#tests/support/certificate.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const ENCRYPTED = '?sslmode=verify-full';

/** The port of a server that offers encryption, with a certificate that nobody knows. */
const encryptedPort = async (): Promise<number> => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...selfSigned() }).on('error', () => {}).resume();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

describe('a server that answers and is of no use is an outage', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database | undefined;
  beforeEach(async () => {
    fresh = await freshDatabase();
  });
  afterEach(async () => {
    await database?.close();
    await fresh.drop();
  });

  /** What three ways of using a store throw. */
  const thrownBy = async (url: string): Promise<readonly unknown[]> => {
    const opened = await openPostgres({ url });
    database = opened;
    const atomically = databaseStore(opened, {
      addJob: async (_job, sql) => void (await sql(`delete from notification`, [])),
    });
    const uses = [
      opened.query('delete from notification'),
      databaseLedger(opened).audit(1),
      atomically(({ jobs }) => jobs.add({ name: 'refresh-week' })),
    ];
    return (await Promise.allSettled(uses)).map((use) => (use.status === 'rejected' ? use.reason : 'done') as unknown);
  };
  const away = expect.any(StoreUnavailable) as unknown;
  const changed = (changes: Partial<URL>): string => Object.assign(new URL(fresh.url), changes).href;
  const nameOf = (url: string): string => new URL(url).pathname.slice(1);

  it('when it has no such database', async () => {
    expect(await thrownBy(changed({ pathname: '/nowhere' }))).toEqual([away, away, away]);
  });

  it('when it does not know the user', async () => {
    expect(await thrownBy(changed({ username: 'nobody', password: 'canary' }))).toEqual([away, away, away]);
  });

  it('when it lets nobody begin with such a session, whatever code it says so with', async () => {
    const nonsense = { search: '?options=-c%20DateStyle%3Dcanary' };
    expect(await thrownBy(changed(nonsense))).toEqual([away, away, away]);
  });

  it('when nobody may connect to the database', async () => {
    await onServer(changed({ pathname: '/postgres' }), `alter database "${nameOf(fresh.url)}" allow_connections false`);
    expect(await thrownBy(fresh.url)).toEqual([away, away, away]);
  });

  it('when its certificate is not accepted', async () => {
    const other = { hostname: '127.0.0.1', port: `${await encryptedPort()}`, search: ENCRYPTED };
    const thrown = await thrownBy(changed(other));
    expect(thrown).toEqual([away, away, away]);
    expect(String(thrown[0])).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it('when it offers no encryption', async () => {
    const thrown = await thrownBy(changed({ search: ENCRYPTED }));
    expect(thrown).toEqual([away, away, away]);
    expect(String(thrown[0])).toContain('handshake failed');
  });

  it('when it takes no changes: what is read is still there', async () => {
    await onServer(fresh.url, `alter database "${nameOf(fresh.url)}" set default_transaction_read_only = on`);
    expect(await thrownBy(fresh.url)).toEqual([away, 'done', away]);
  });

  it.each(['25006', '28000', '28P01', '3D000'])('whatever language it says so in: %s', async (code) => {
    database = await openPostgres({ url: fresh.url });
    const said = database.query(`do $$ begin raise exception using errcode = '${code}'; end $$`);
    await expect(said).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('and a code that speaks of a statement is none', async () => {
    database = await openPostgres({ url: fresh.url });
    const said = database.query(`do $$ begin raise exception using errcode = '55000'; end $$`);
    await expect(said).rejects.not.toBeInstanceOf(StoreUnavailable);
  });
});
