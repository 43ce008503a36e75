import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { openPglite, openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseLeadChanges } from '#adapters/mikro-orm/lead-changes.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import type { Lead } from '#domain/lead.ts';
import { leadChangesContract } from '#tests/contracts/lead-changes.contract.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { onServer } from '#tests/support/postgres-statement.ts';
import { openProxy } from '#tests/support/proxy.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const over = async (database: Database, log = memoryLog()) => {
  const changes = await databaseLeadChanges(database, log);
  return {
    atomically: changes.observed(databaseStore(database, { addJob: addStoredJob })),
    marketplace: databaseMarketplace(database),
    changes,
    log,
    close: async () => {
      await changes.close();
      await database.close();
    },
  };
};

leadChangesContract('on PGlite', async () => {
  const database = await openPglite({ folder: undefined });
  await migrate(database);
  return over(database);
});

leadChangesContract('on PostgreSQL', async () => {
  const { url, drop } = await freshDatabase();
  const subject = await over(await openPostgres({ url }));
  return {
    ...subject,
    close: async () => {
      await subject.close();
      await drop();
    },
  };
});

const aLead = (): Lead => ({
  id: uuid(),
  place: { city: 'Austin', state: 'TX' },
  contact: { firstName: 'Ann', lastName: 'Poe', email: undefined, phone: undefined, address1: undefined },
  description: '',
  price: 4_900,
  standing: { state: 'listed', listedAt: 0 },
});

describe('the changes of leads', () => {
  /** The same object; what is taken out of it, and out of that, is named in `asked`. */
  const listened = <Whole extends object>(whole: Whole, asked: string[], path = ''): Whole =>
    new Proxy(whole, {
      get: (all, name) => {
        const part: unknown = Reflect.get(all, name);
        const at = `${path}${String(name)}`;
        asked.push(at);
        return typeof part === 'object' && part !== null ? listened(part, asked, `${at}.`) : part;
      },
    });

  it('are noted without a look at any repository, or any method of the leads, that the work does not ask for', async () => {
    const database = await openPglite({ folder: undefined });
    await migrate(database);
    const changes = await databaseLeadChanges(database, memoryLog());
    onTestFinished(async () => {
      await changes.close();
      await database.close();
    });
    const asked: string[] = [];
    const store = databaseStore(database, { addJob: addStoredJob });
    const atomically = changes.observed((work) => store((repositories) => work(listened(repositories, asked))));

    await atomically(({ accounts }) => accounts.find(uuid()));
    expect(asked.splice(0)).toEqual(['accounts', 'accounts.find']);
    await atomically(({ leads }) => leads.find(uuid()));
    expect(asked.splice(0)).toEqual(['leads', 'leads.find']);
    await atomically(({ leads }) => leads.add([aLead()]));
    expect(asked.splice(0)).toEqual(['leads', 'leads.add']);
  });
});

const PATIENT = { interval: 5, timeout: 20_000 };

describe('the changes of leads, heard from a server', () => {
  /** A process that reaches the server through `through`. */
  const process = async (url: string) => {
    const subject = await over(await openPostgres({ url, poolSize: 2 }));
    onTestFinished(subject.close);
    await expect.poll(subject.changes.current, PATIENT).toBeDefined();
    return { ...subject, add: () => subject.atomically(({ leads }) => leads.add([aLead()])) };
  };
  const database = async () => {
    const { url, drop } = await freshDatabase();
    onTestFinished(drop);
    return url;
  };
  const proxyBefore = async (url: string) => {
    const { hostname, port } = new URL(url);
    const proxy = await openProxy({ host: hostname, port: Number(port) });
    onTestFinished(proxy.close);
    return { ...proxy, url: Object.assign(new URL(url), { host: `127.0.0.1:${proxy.port}` }).href };
  };

  it('are known in another process soon, whoever made them', async () => {
    const url = await database();
    const [here, there] = [await process(url), await process(url)];
    const before = there.changes.current();
    await here.add();
    await expect.poll(there.changes.current, { interval: 1, timeout: 1_000 }).not.toBe(before);
    const after = there.changes.current();
    expect(after).toBeDefined();
    // By hand, past every adapter of ours.
    await onServer(url, 'update lead set price = price + 1');
    await expect.poll(there.changes.current, { interval: 1, timeout: 1_000 }).not.toBe(after);
  });

  it('are told of once they are committed, and never when they are undone', async () => {
    const url = await database();
    const [here, there] = [await process(url), await process(url)];
    const before = there.changes.current();
    const undone = here.atomically(async ({ leads }) => {
      await leads.add([aLead()]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await wait(300);
    expect(there.changes.current()).toBe(before);
  });

  it('are unknown once the server has cut the line, until there is a new one: then nothing from before is believed', async () => {
    const url = await database();
    const { changes, add, log } = await process(url);
    for (let cut = 0; cut < 3; cut += 1) {
      const before = changes.current();
      const seen = new Set<unknown>();
      const looks = setInterval(() => seen.add(changes.current()), 1);
      await onServer(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query ~ 'pg_listening_channels|^listen' and pid <> pg_backend_pid()`,
      );
      await expect.poll(() => seen.has(undefined), PATIENT).toBe(true);
      await expect.poll(changes.current, PATIENT).toBeDefined();
      clearInterval(looks);
      expect(changes.current()).not.toBe(before);
    }
    const back = changes.current();
    await add();
    expect(changes.current()).not.toBe(back);
    const told = log.lines.map(({ event }) => event);
    expect(told.filter((event) => event === 'changes of leads are not heard')).toHaveLength(3);
    expect(told.at(-1)).toBe('changes of leads are heard again');
  });

  it('are unknown within a second or so while nobody says a word on the line, and heard again after it', async () => {
    const url = await database();
    const proxy = await proxyBefore(url);
    const there = await process(proxy.url);
    const here = await process(url);
    const before = there.changes.current();
    proxy.become('blackhole');
    await here.add();
    await expect.poll(there.changes.current, PATIENT).toBeUndefined();
    // It stays so, however often it tries.
    await wait(500);
    expect(there.changes.current()).toBeUndefined();
    proxy.become('pass');
    await expect.poll(there.changes.current, PATIENT).toBeDefined();
    expect(there.changes.current()).not.toBe(before);
  });

  it('are unknown to a process that could not look for a second, until it has looked', async () => {
    const { changes } = await process(await database());
    const standStill = async (): Promise<boolean> => {
      const before = changes.current();
      const end = performance.now() + 1_100;
      while (performance.now() < end);
      expect(changes.current()).toBeUndefined();
      await expect.poll(changes.current, PATIENT).toBeDefined();
      return changes.current() === before;
    };
    // On a busy machine the server may be late with its answer, too: then there is a new line, on which anything may have happened.
    expect((await standStill()) || (await standStill()) || (await standStill())).toBe(true);
  });

  it('are unknown while the server is away, and heard again without a restart of ours', async () => {
    const url = await database();
    const proxy = await proxyBefore(url);
    const there = await process(proxy.url);
    const here = await process(url);
    proxy.become('refuse');
    await expect.poll(there.changes.current, PATIENT).toBeUndefined();
    await here.add();
    proxy.become('pass');
    await expect.poll(there.changes.current, PATIENT).toBeDefined();
    const back = there.changes.current();
    await here.add();
    await expect.poll(there.changes.current, { interval: 1, timeout: 1_000 }).not.toBe(back);
  });

  it('do not keep a process from ending while the server says nothing', async () => {
    const url = await database();
    const proxy = await proxyBefore(url);
    const subject = await over(await openPostgres({ url: proxy.url, poolSize: 1 }));
    await expect.poll(subject.changes.current, PATIENT).toBeDefined();
    proxy.become('blackhole');
    await subject.changes.close();
    expect(subject.changes.current()).toBeUndefined();
    proxy.become('pass');
    await subject.close();
  });
});
