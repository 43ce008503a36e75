import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database, PostgresSettings } from '#adapters/mikro-orm/connection.ts';
import { withoutValues } from '#adapters/mikro-orm/connection/failures.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { StoreBusy, StoreRefused, StoreUnavailable, UnstorableInput } from '#application/ports/atomically.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import type { Lead } from '#domain/lead.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const secretLead = (change: Partial<Lead> = {}): Lead => ({
  id: uuid(),
  place: { city: 'Austin', state: 'TX' },
  contact: {
    firstName: 'Secretia',
    lastName: 'Hush',
    email: 'secretia@example.com',
    phone: '5125550199',
    address1: 'x',
  },
  description: 'Secretia wants a house.',
  price: 100,
  standing: { state: 'listed', listedAt: 0 },
  ...change,
});

/** The thrown error with all of its causes and fields, as a log might show it. */
const shown = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was thrown',
    (error: unknown) => inspect(error, { depth: 10, showHidden: true }),
  );

describe('a database that is in trouble', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  const opened: Database[] = [];
  const open = async (
    settings: Partial<PostgresSettings> = {},
  ): Promise<Database & { readonly atomically: Atomically }> => {
    const database = await openPostgres({ url: fresh.url, ...settings });
    opened.push(database);
    // Here every job is a statement, so that the work can do to its own connection what it likes.
    const atomically = databaseStore(database, {
      addJob: async (job, sql) => void (await sql('checkoutRef' in job ? job.checkoutRef : 'select 1', [])),
    });
    return { ...database, atomically };
  };
  const statement = (atomically: Atomically, text: string) =>
    atomically(({ jobs }) => jobs.add({ name: 'settle-checkout', checkoutRef: text }));

  beforeAll(async () => {
    fresh = await freshDatabase();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  afterAll(() => fresh.drop());

  it('leaves every place of the pool usable, however many connections are cut inside transactions', async () => {
    const { atomically, query } = await open({ poolSize: 3 });
    for (let cut = 0; cut < 8; cut += 1) {
      const work = statement(atomically, 'select pg_terminate_backend(pg_backend_pid())');
      await expect(work).rejects.toBeInstanceOf(StoreUnavailable);
    }
    const many = Array.from({ length: 12 }, () => statement(atomically, 'select pg_sleep(0.02)'));
    expect(await Promise.allSettled(many)).toEqual(many.map(() => ({ status: 'fulfilled', value: undefined })));
    expect(await query('select 1')).toHaveLength(1);
  });

  it('replaces idle connections that the server has cut', async () => {
    const { atomically, query } = await open({ poolSize: 3 });
    await Promise.all([1, 2, 3].map(() => statement(atomically, 'select pg_sleep(0.05)')));
    await query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await expect.poll(() => query('select 1').catch(() => [])).toHaveLength(1);
    expect(await statement(atomically, 'select 1')).toBeUndefined();
  });

  it('ends by itself, on every way to it, a statement after 5 s and a transaction that has been idle for 10', async () => {
    const database = await open();
    const waits = `select name, setting from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and $1 = 'asked' order by name`;
    const told: unknown[] = [
      await database.query(waits, ['asked']),
      await database.query({ name: 'waits', text: waits, isShort: true }, ['asked']),
    ];
    const atomically = databaseStore(database, {
      addJob: async (_job, sql) => void told.push((await sql(waits, ['asked'])).rows),
    });
    await atomically(({ jobs }) => jobs.add({ name: 'refresh-week' }));
    const expected = [
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'statement_timeout', setting: '5000' },
    ];
    expect(told).toEqual([expected, expected, expected]);
  });

  it('has 10 connections, and is waited for: 2 s for one of them, 7 s for an answer', async () => {
    const { native } = await open();
    if (!('options' in native)) throw new Error('this is no server');
    const { max, connectionTimeoutMillis, stream } = native.options;
    const socket = stream?.();
    // It counts from now on, and nobody would hear of its end.
    socket?.destroy();
    expect({ max, connectionTimeoutMillis, socket }).toMatchObject({
      max: 10,
      connectionTimeoutMillis: 2_000,
      socket: { timeout: 7_000 },
    });
  });

  it('is called unavailable when a statement takes too long', async () => {
    const { atomically, query } = await open({ statementMilliseconds: 100 });
    await expect(query('select pg_sleep(5)')).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(statement(atomically, 'select pg_sleep(5)')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await query('select 1')).toHaveLength(1);
  });

  it('is called unavailable when no connection falls free in time', async () => {
    const { atomically, query } = await open({ poolSize: 1, acquireMilliseconds: 1_000 });
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const holder = atomically(async ({ coupons }) => {
      await coupons.findForUpdate('NONE');
      hold();
      await isFree;
    });
    await isHeld;
    await expect(statement(atomically, 'select 1')).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(query('select 1')).rejects.toBeInstanceOf(StoreUnavailable);
    free();
    await holder;
    expect(await query('select 1')).toHaveLength(1);
  });

  it('is called unavailable when nobody answers at its address, or nobody says a word', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const url = `postgres://somebody:secret@127.0.0.1:${port}/nothing`;
    const mute = await open({ url, acquireMilliseconds: 100 });
    await expect(mute.query('select 1')).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(statement(mute.atomically, 'select 1')).rejects.toBeInstanceOf(StoreUnavailable);
    silent.close();
    await once(silent, 'close');
    const gone = await open({ url });
    const page = { page: 1, size: 10 };
    const list = databaseMarketplace(gone).unsold({ search: { by: 'everything' }, page, from: 0, until: 1 });
    await expect(list).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await shown(statement(gone.atomically, 'select 1'))).not.toContain('secret');
  });

  it.each([
    ['time-out', 'timeout exceeded when trying to connect'],
    ['time-out', 'Query read timeout'],
    ['connection lost', 'Connection terminated unexpectedly'],
    ['connection lost', 'Client has encountered a connection error and is not queryable'],
  ])('is said to be out of reach by a %s where the driver has no code: %s', (why, message) => {
    expect(withoutValues(new Error(message))).toEqual(new StoreUnavailable(`the store is out of reach: ${why}`));
  });

  it.each([
    'There was an error establishing an SSL connection',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
  ])('is said to be out of reach where the driver comes to no terms with it: %s', (message) => {
    expect(withoutValues(new Error(message))).toEqual(
      new StoreUnavailable('the store is out of reach: handshake failed'),
    );
  });

  it.each([
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ENETDOWN',
    'EADDRNOTAVAIL',
    'EMFILE',
    'ENFILE',
  ])('is said to be out of reach by the code of a socket: %s', (code) => {
    const error = Object.assign(new Error('words'), { code });
    expect(withoutValues(error)).toEqual(new StoreUnavailable(`the store is out of reach: ${code}`));
  });

  it('is not taken for silent when it was this process that stood still, past the time for the answer', async () => {
    const { query } = await open({ poolSize: 1, statementMilliseconds: 200, answerMilliseconds: 200 });
    await query('select 1');
    const answer = query<{ readonly whole: boolean }>('select true as whole from pg_sleep(0.05)');
    // By now the question is on its way; and next after what is immediate, Node looks at its timers.
    await wait(10);
    await immediate();
    const end = performance.now() + 600;
    while (performance.now() < end);
    expect(await answer).toEqual([{ whole: true }]);
  });

  it('never tells contacts in its errors', async () => {
    const { atomically } = await open();
    const lead = secretLead();
    await atomically(({ leads }) => leads.add([lead]));
    const twice = atomically(({ leads }) => leads.add([lead]));
    const refused = atomically(({ leads }) => leads.add([secretLead({ price: -1 })]));
    const broken = statement(atomically, `select 'secretia@example.com'::int`);
    for (const errors of await Promise.all([twice, refused, broken].map(shown))) {
      expect(errors).toMatch(/store|conflict/);
      expect(errors).not.toMatch(/secret/i);
    }
    await expect(twice).rejects.toBeInstanceOf(StoreBusy);
    await expect(refused).rejects.toBeInstanceOf(StoreRefused);
    await expect(refused).rejects.toThrow(/^the store refused: 23514 \w+ lead$/);
  });

  it.each([
    ['22P02', `select 'secretia'::int`],
    ['22003', 'select 2147483647 + 1'],
    ['22007', `select 'secretia'::timestamptz`],
    ['22021', `select convert_from('\\x80', 'UTF8')`],
    [
      '54000',
      `do $$ begin create temp table long_one (text text unique);
       insert into long_one select string_agg(md5(number::text), 'secretia') from generate_series(1, 3000) as number; end $$`,
    ],
  ])('calls a value that it cannot take a fault of the input, and does not tell it: %s', async (code, text) => {
    const { atomically, query } = await open();
    for (const run of [() => query(text), () => statement(atomically, text)]) {
      const refused = run();
      await expect(refused).rejects.toBeInstanceOf(UnstorableInput);
      await expect(refused).rejects.toThrow(`the store refused a value: ${code}`);
      expect(await shown(refused)).not.toMatch(/secret/i);
    }
    expect(await query('select 1')).toHaveLength(1);
  });

  it('calls values that fit into no message a fault of the input, not an outage', async () => {
    const { query } = await open();
    await expect(query('select $1::int', ['1', 'secretia'])).rejects.toBeInstanceOf(UnstorableInput);
    expect(await query('select 1')).toHaveLength(1);
  });

  it('refuses reads around the transaction from inside it', async () => {
    const { atomically, query } = await open();
    await expect(atomically(() => query('select 1'))).rejects.toThrow('inside a transaction');
  });

  it('tells times in the form that drivers read, whatever form the database was given', async () => {
    const german = await freshDatabase({ migrated: false });
    const name = new URL(german.url).pathname.slice(1);
    await onServer(german.url, `alter database "${name}" set datestyle = 'German'`);
    const { query, close } = await openPostgres({ url: german.url });
    expect(await query(`select timestamptz '2026-11-02 15:00Z' as at`)).toEqual([{ at: '2026-11-02 15:00:00+00' }]);
    await close();
    await german.drop();
  });

  it('keeps its time in UTC', async () => {
    const { query } = await open();
    expect(await query('show timezone')).toEqual([{ TimeZone: 'UTC' }]);
  });
});
