import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';

import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { StoreUnavailable, UnstorableInput } from '#application/ports/atomically.ts';
import { compose } from '#config/compose.ts';
import { settingsFrom } from '#config/environment.ts';
import type { Instant } from '#domain/instant.ts';
import { DAY } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { NEWEST_FIRST } from '#domain/vault-order.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import type { Pair } from '#tests/support/replication.ts';
import { isServedByReplica, replicationOfThisFile } from '#tests/support/standby.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const { impossible, open, servers } = await replicationOfThisFile();

type Opened = Awaited<ReturnType<typeof open>>;

const MONDAY = Date.UTC(2026, 10, 2, 15);
const LAG = 1_000;
const PATIENT = { timeout: 15_000, interval: 20 };

const vaulted = (vaultedAt: Instant = MONDAY): Lead => ({
  id: uuid(),
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Poe', email: 'ann@example.com', phone: '5125550100', address1: '1 Elm St' },
  description: 'Wants three bedrooms.',
  price: 4_900,
  standing: { state: 'vaulted', listedAt: MONDAY - 7 * DAY, vaultedAt },
});
const listed = (): Lead => ({ ...vaulted(), standing: { state: 'listed', listedAt: MONDAY } });

const shopOver = (database: Opened) => {
  const atomically = databaseStore(database, { addJob: addStoredJob });
  const marketplace = databaseMarketplace(database);
  const vault = databaseVault(database);
  const page = { page: 1, size: 100 };
  const window = { vaultedAfter: MONDAY - DAY, until: MONDAY + DAY };
  return {
    add: (leads: readonly Lead[]) => atomically((repositories) => repositories.leads.add(leads)),
    offered: async (fresh = false): Promise<readonly string[]> => {
      const asked = { search: { by: 'everything' }, page, from: MONDAY, until: MONDAY + DAY, fresh } as const;
      return (await marketplace.unsold(asked)).rows.map(({ id }) => id);
    },
    examples: (fresh = false) => marketplace.dearestVaulted({ count: 5, ...window, fresh }),
    inVault: (fresh = false) =>
      vault.page({ search: '', state: undefined, order: NEWEST_FIRST, ...window, page, fresh }),
    exported: (fresh = false) =>
      vault.all({ search: '', state: undefined, order: NEWEST_FIRST, ...window, atMost: 10_000, fresh }),
  };
};

const gathered = async (batches: AsyncIterable<readonly { readonly id: string }[]>): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const batch of batches) ids.push(...batch.map(({ id }) => id));
  return ids;
};

const isReplica = async ({ reading }: Opened, fresh = false): Promise<boolean> => {
  const [row] = await reading({ fresh })<{ is: boolean }>('select pg_is_in_recovery() as is');
  return row?.is === true;
};

const inUse = async (database: Opened) => {
  await expect.poll(() => isServedByReplica(database), PATIENT).toBe(true);
};
const resumeReplay = ({ pair }: Opened) => onServer(pair.standby, 'select pg_wal_replay_resume()');
/** Until the test is over at the latest. */
const pauseReplay = async (database: Opened) => {
  onTestFinished(async () => void (await resumeReplay(database)));
  await onServer(database.pair.standby, 'select pg_wal_replay_pause()');
  const state = 'select pg_get_wal_replay_pause_state() as state';
  await expect.poll(() => onServer(database.pair.standby, state), PATIENT).toEqual([{ state: 'paused' }]);
};

/** A way to a server that can be made silent, or cut. */
const wayTo = async (url: string) => {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let is: 'open' | 'silent' | 'cut' = 'open';
  const way = createServer((socket) => {
    if (is === 'cut') return void socket.destroy();
    const server = connect(Number(port), hostname);
    for (const end of [socket, server]) {
      sockets.add(end);
      end.on('error', () => {}).on('close', () => void sockets.delete(end));
    }
    if (is === 'open') socket.pipe(server).pipe(socket);
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    is = 'cut';
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    way.close();
  });
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${(way.address() as AddressInfo).port}` }).href,
    /** Nothing that is said arrives any more. */
    silence: () => {
      is = 'silent';
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut,
    mend: () => void (is = 'open'),
  };
};

describe.skipIf(impossible !== undefined)(`read replicas${impossible === undefined ? '' : ` (${impossible})`}`, () => {
  it('answer lists, search and export; whoever asks for fresh ones, and everything else, is answered by the primary', async () => {
    const database = await open();
    const { add, offered, examples, inVault, exported } = shopOver(database);
    await add([listed(), vaulted()]);
    await inUse(database);
    expect(await offered()).toHaveLength(1);
    expect(await examples()).toHaveLength(1);
    expect((await inVault()).rows).toHaveLength(1);
    expect(await gathered(exported())).toHaveLength(1);
    expect(await isReplica(database)).toBe(true);
    expect(await isReplica(database, true)).toBe(false);
    expect(await database.query('select pg_is_in_recovery() as is')).toEqual([{ is: false }]);
  });

  it('are left alone until somebody reads a list', async () => {
    const database = await open({ lagMilliseconds: LAG });
    const connections = () =>
      onServer(
        database.pair.standby,
        'select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    expect(await database.query('select 1')).toHaveLength(1);
    await shopOver(database).offered(true);
    // Long enough for several looks, if there were any.
    await wait(LAG);
    expect(await connections()).toEqual([]);
    await shopOver(database).offered();
    await inUse(database);
    expect(await connections()).not.toEqual([]);
    await database.close();
    // Idle connections would be gone after ten seconds anyway.
    await expect.poll(connections, { ...PATIENT, timeout: 5_000 }).toEqual([]);
  });

  it('never show what is older than the lag, and are used again when they have caught up', async () => {
    const database = await open({ lagMilliseconds: LAG });
    const { add, offered } = shopOver(database);
    await inUse(database);
    await pauseReplay(database);
    const lead = listed();
    await add([lead]);
    const committed = performance.now();
    const late: number[] = [];
    for (;;) {
      const began = performance.now();
      const seen = (await offered()).includes(lead.id);
      if (!seen && began > committed + LAG) late.push(began - committed);
      if (began > committed + 3 * LAG) break;
      await wait(10);
    }
    expect(late).toEqual([]);
    expect(await isReplica(database)).toBe(false);
    expect(database.log.lines.at(-1)).toMatchObject({ level: 'warn', outcome: 'stale' });
    await resumeReplay(database);
    await inUse(database);
    expect(await offered()).toEqual([lead.id]);
  });

  it('do not answer who must see his own change', async () => {
    const database = await open({ lagMilliseconds: 60_000 });
    const { add, offered, examples, inVault, exported } = shopOver(database);
    await add([vaulted()]);
    await inUse(database);
    await pauseReplay(database);
    await add([listed(), vaulted()]);
    expect([await offered(), await examples(), (await inVault()).rows.length]).toMatchObject([[], { length: 1 }, 1]);
    expect(await gathered(exported())).toHaveLength(1);
    expect(await offered(true)).toHaveLength(1);
    expect(await examples(true)).toHaveLength(2);
    expect((await inVault(true)).rows).toHaveLength(2);
    expect(await gathered(exported(true))).toHaveLength(2);
  });

  it('can die at any time: nobody notices, and a running export holds every lead once', async () => {
    const database = await open({ poolSize: 4 });
    const { add, offered, examples, inVault, exported } = shopOver(database);
    const leads = Array.from({ length: 1_200 }, (_, index) => vaulted(MONDAY + (index % 7)));
    await add([...leads, listed()]);
    await inUse(database);

    const faults: unknown[] = [];
    let answers = 0;
    let isOver = false;
    const reader = async (read: () => Promise<unknown>) => {
      while (!isOver)
        await read().then(
          () => (answers += 1),
          (error: unknown) => {
            faults.push(error);
            isOver = true;
          },
        );
    };
    onTestFinished(() => void (isOver = true));
    const readers = [offered, examples, inVault].flatMap((read) => [reader(() => read()), reader(() => read())]);
    const running = exported()[Symbol.asyncIterator]();
    const first = await running.next();
    const ids = first.done === true ? [] : first.value.map(({ id }) => id);
    const before = answers;
    await servers().killStandby();
    ids.push(...(await gathered({ [Symbol.asyncIterator]: () => running })));
    expect(new Set(ids)).toEqual(new Set(leads.map(({ id }) => id)));
    expect(ids).toHaveLength(leads.length);
    expect(await isReplica(database)).toBe(false);

    const standings = () => database.log.lines.map(({ outcome }) => outcome);
    await expect.poll(standings, { timeout: 10_000 }).toContain('away');
    await servers().startStandby();
    await inUse(database);
    expect(isOver).toBe(false);
    isOver = true;
    await Promise.all(readers);
    expect(faults).toEqual([]);
    expect(answers).toBeGreaterThan(before);
    expect(standings().at(-1)).toBe('fresh');
  });

  it('never let time run backwards within one reading: what has gone to the primary stays there', async () => {
    const ways = Promise.withResolvers<Awaited<ReturnType<typeof wayTo>>>();
    const database = await open({}, async ({ primary, standby }) => {
      ways.resolve(await wayTo(standby));
      return { primary, standby: (await ways.promise).url };
    });
    await inUse(database);
    const way = await ways.promise;
    const reading = database.reading({});
    const statement = 'select pg_is_in_recovery() as is';
    expect(await reading(statement)).toEqual([{ is: true }]);
    way.cut();
    expect(await reading(statement)).toEqual([{ is: false }]);
    way.mend();
    await inUse(database);
    expect(await reading(statement)).toEqual([{ is: false }]);
  });

  it('have an export in one reading', async () => {
    const database = await open();
    await shopOver(database).add(Array.from({ length: 600 }, () => vaulted()));
    let readings = 0;
    const reading: typeof database.reading = (asked) => {
      readings += 1;
      return database.reading(asked);
    };
    expect(await gathered(shopOver({ ...database, reading }).exported())).toHaveLength(600);
    expect(readings).toBe(1);
  });

  it('leave a reading to the primary when the replay has to break it off', async () => {
    const database = await open({ lagMilliseconds: 60_000 });
    await onServer(database.pair.primary, 'create table held as select 1 as one');
    await inUse(database);
    const text = `select pg_is_in_recovery() as is
      from held, (select case when pg_is_in_recovery() then pg_sleep(4) end) as slept`;
    const reading = database.reading({})(text);
    const holders = `select 1 from pg_locks where relation = 'held'::regclass and pid <> pg_backend_pid()`;
    await expect.poll(() => onServer(database.pair.standby, holders), PATIENT).not.toEqual([]);
    await onServer(database.pair.primary, 'begin; lock table held in access exclusive mode; commit');
    expect(await reading).toEqual([{ is: false }]);
    await inUse(database);
  });

  it('keep every place of their pool, however many connections are cut', async () => {
    const database = await open({ poolSize: 3, lagMilliseconds: LAG });
    const slow = () =>
      database.reading({})<{ is: boolean }>(
        'select pg_is_in_recovery() as is, case when pg_is_in_recovery() then pg_sleep(0.2) end',
      );
    const sleepers = `from pg_stat_activity where datname = current_database() and query like '%pg_sleep(0.2)%'
      and state = 'active' and pid <> pg_backend_pid()`;
    let cuts = 0;
    while (cuts < 8) {
      await inUse(database);
      const readings = Promise.allSettled([slow(), slow(), slow()]);
      await expect
        .poll(() => onServer(database.pair.standby, `select 1 ${sleepers}`), { ...PATIENT, interval: 5 })
        .not.toEqual([]);
      cuts += (await onServer(database.pair.standby, `select pg_terminate_backend(pid) ${sleepers}`)).length;
      expect((await readings).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    }
    await inUse(database);
    const many = await Promise.all(Array.from({ length: 12 }, slow));
    expect(many.flat().map(({ is }) => is)).toEqual(many.map(() => true));
  });

  it('do not keep a reading waiting when they fall silent', async () => {
    // So long that a reading which is not given up outlasts the test.
    const way = Promise.withResolvers<Awaited<ReturnType<typeof wayTo>>>();
    const database = await open({ statementMilliseconds: 60_000 }, async ({ primary, standby }) => {
      way.resolve(await wayTo(standby));
      return { primary, standby: (await way.promise).url };
    });
    await inUse(database);
    (await way.promise).silence();
    const many = await Promise.all(Array.from({ length: 30 }, () => isReplica(database)));
    expect(new Set(many)).toEqual(new Set([false]));
  });

  it('go on while the primary is away, but show nothing that is older than the lag then either', async () => {
    const ways = Promise.withResolvers<Awaited<ReturnType<typeof wayTo>>>();
    const through = async ({ primary, standby }: Pair): Promise<Pair> => {
      ways.resolve(await wayTo(primary));
      return { primary: (await ways.promise).url, standby };
    };
    const database = await open({ lagMilliseconds: 3 * LAG }, through);
    const { add, offered } = shopOver(database);
    await add([listed()]);
    await inUse(database);
    const way = await ways.promise;
    way.cut();
    const gone = performance.now();
    expect(await offered()).toHaveLength(1);
    const late: number[] = [];
    for (;;) {
      const began = performance.now();
      const isAnswered = await offered().then(
        () => true,
        (error: unknown) => !(error instanceof StoreUnavailable),
      );
      if (isAnswered && began > gone + 3 * LAG) late.push(began - gone);
      if (!isAnswered) break;
      await wait(20);
    }
    expect(late).toEqual([]);
    await expect(database.query('select 1')).rejects.toBeInstanceOf(StoreUnavailable);
    way.mend();
    await expect.poll(() => isServedByReplica(database).catch(() => false), PATIENT).toBe(true);
  });

  it('are not believed when they are no standby of this primary', async () => {
    const database = await open({}, ({ primary }) => ({ primary, standby: primary }));
    await shopOver(database).offered();
    await expect.poll(() => database.log.lines.map(({ outcome }) => outcome), PATIENT).toEqual(['unrelated']);
    await wait(100);
    expect(await isReplica(database)).toBe(false);
  });

  it.each([
    ['of another shop', async () => (await servers().freshPair()).standby],
    ['that is empty', async ({ standby }: Pair) => Object.assign(new URL(standby), { pathname: '/postgres' }).href],
  ])('are not believed when their address names a database %s', async (_, standbyOf) => {
    const database = await open({}, async (pair) => ({ ...pair, standby: await standbyOf(pair) }));
    const { add, offered } = shopOver(database);
    await add([listed()]);
    await offered();
    await expect.poll(() => database.log.lines.map(({ outcome }) => outcome), PATIENT).toEqual(['unrelated']);
    for (let time = 0; time < 5; time += 1) expect(await offered()).toHaveLength(1);
  });

  it('are told of when they cannot answer what the primary can, and when they can again', async () => {
    const database = await open();
    await inUse(database);
    const failing = `select 1 / case when pg_is_in_recovery() then 0 else 1 end as one`;
    expect(await database.reading({})(failing)).toEqual([{ one: 1 }]);
    const standings = () => database.log.lines.map(({ level, outcome }) => [level, outcome]);
    await expect.poll(standings, PATIENT).toEqual([
      ['info', 'fresh'],
      ['warn', 'failing'],
      ['info', 'fresh'],
    ]);
    await expect(database.reading({})(`select 1 / 0`)).rejects.toBeInstanceOf(UnstorableInput);
    await wait(2 * LAG);
    expect(standings()).toHaveLength(3);
  });

  it('are no way around the time that a statement may take', async () => {
    const database = await open({ statementMilliseconds: 300 });
    await inUse(database);
    const text = 'select case when pg_is_in_recovery() then pg_sleep(5) end';
    await expect(database.reading({})(text)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(database.reading({})(`select 'secretia'::int`)).rejects.toBeInstanceOf(UnstorableInput);
  });

  it('cannot be read around a transaction from inside it', async () => {
    const database = await open();
    await inUse(database);
    const atomically = databaseStore(database, { addJob: addStoredJob });
    await expect(atomically(() => database.reading({})('select 1'))).rejects.toThrow('inside a transaction');
  });

  it('are what the product reads its lists from once its settings name them', async () => {
    const { primary, standby } = await servers().freshPair();
    const settings = settingsFrom({
      DATABASE_URL: primary,
      DATABASE_REPLICA_URLS: standby,
      SAMPLE_DATA: 'yes',
      LOG_LEVEL: 'silent',
    });
    const product = await compose(settings, { web: { files: new Map(), shell: async () => '' } });
    onTestFinished(product.close);
    const lists = `select 1 from pg_stat_activity where datname = current_database() and query like '%"totalItems"%'
      and pid <> pg_backend_pid()`;
    const list = async () => (await product.app.request('/api/good-lead/unsold')).status;
    await expect.poll(async () => [await list(), (await onServer(standby, lists)).length], PATIENT).toEqual([200, 1]);
    const message = { name: 'Ann', email: 'ann@example.com', subject: 'Hello', message: 'A word or two.' };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(message);
    const changed = await product.app.request('/api/contact', { method: 'POST', headers, body });
    expect(changed.headers.getSetCookie()).toEqual([expect.stringMatching(/^recent=1; Max-Age=10;/)]);
  });
});
