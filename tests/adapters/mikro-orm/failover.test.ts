import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { onServer } from '#tests/support/postgres-statement.ts';
import { isServedByReplica, replicationOfThisFile } from '#tests/support/standby.ts';

const { impossible, open, servers } = await replicationOfThisFile();

type Opened = Awaited<ReturnType<typeof open>>;

/** Far less than a standby takes to its next restartpoint. */
const PATIENT = { timeout: 20_000, interval: 20 };

const inUse = async (database: Opened) => {
  await expect.poll(() => isServedByReplica(database).catch(() => false), PATIENT).toBe(true);
};

describe.skipIf(impossible !== undefined)(
  `after a failover${impossible === undefined ? '' : ` (${impossible})`}`,
  () => {
    it('a replica that follows the new primary is used', async () => {
      const database = await open();
      await inUse(database);
      const timeline = 'select (pg_control_checkpoint()).timeline_id as timeline';
      const before = await onServer(database.pair.standby, timeline);
      await servers().replacePrimary();
      await expect
        .poll(
          () =>
            database.query('create table told as select 2 as one').then(
              () => true,
              () => false,
            ),
          PATIENT,
        )
        .toBe(true);
      await inUse(database);
      expect(await database.reading({})('select one, pg_is_in_recovery() as is from told')).toEqual([
        { one: 2, is: true },
      ]);
      // What its files say is from before.
      expect(await onServer(database.pair.standby, timeline)).toEqual(before);
    });

    it('a replica that has become a primary of its own is left as soon as that is seen, not after the lag', async () => {
      const database = await open({ lagMilliseconds: 60_000, statementMilliseconds: 60_000 });
      await onServer(database.pair.primary, 'create table told as select 1 as one');
      await inUse(database);
      const told = async () => (await database.reading({})<{ readonly one: number }>('select one from told'))[0]?.one;
      const slow = database.reading({})(`select one, pg_sleep(case when pg_is_in_recovery() then 20 end) from told`);
      const asked = performance.now();
      const sleepers = `from pg_stat_activity where query like '%pg_sleep(case%' and state = 'active' and pid <> pg_backend_pid()`;
      await expect.poll(() => onServer(database.pair.standby, `select 1 ${sleepers}`), PATIENT).not.toEqual([]);
      await onServer(database.pair.standby, 'select pg_promote()');
      await onServer(database.pair.standby, 'update told set one = 666');
      const standings = () => database.log.lines.map(({ outcome }) => outcome);
      await expect.poll(standings, PATIENT).toEqual(['fresh', 'unrelated']);
      // What was being read there goes elsewhere, too.
      expect(await slow).toMatchObject([{ one: 1 }]);
      expect(performance.now() - asked).toBeLessThan(15_000);
      await onServer(database.pair.standby, `select pg_terminate_backend(pid) ${sleepers}`);
      expect(await told()).toBe(1);
      await wait(1_500);
      expect(await told()).toBe(1);
    });
  },
);
