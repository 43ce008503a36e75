import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';

import { NOW, someLead, somePurchase } from '#tests/contracts/store-samples.ts';
import { sharedDatabase } from '#tests/support/shared-database.ts';

const { url, database, atomically } = sharedDatabase();

const outside = new AsyncResource('outside of any transaction');
const besides = <T>(work: () => Promise<T>): Promise<T> => outside.runInAsyncScope(work);

it('what another process is taking away is left to it, and not waited for', async () => {
  const message = { name: 'Ann', email: 'a@example.com', subject: 'Hi', text: 'Ten characters.', isSpam: false };
  await atomically(async ({ contactMessages }) => {
    for (const receivedAt of [1, 2, 3]) await contactMessages.add({ ...message, id: uuid(), receivedAt });
  });
  const removeOld = (most: number) => atomically(({ contactMessages }) => contactMessages.removeOld(NOW, most));
  const others = await atomically(async ({ contactMessages }) => {
    await contactMessages.removeOld(NOW, 2);
    return besides(() => removeOld(100));
  });
  expect([others, await removeOld(100)]).toEqual([1, 0]);
});

/** Puts in front of the purchases what lets the first statement that looks at them wait as long as somebody holds the gate. */
const GATE = `
  create sequence looks;
  create function is_open() returns boolean language plpgsql as $$
  begin
    if nextval('looks') = 1 then perform pg_advisory_xact_lock(1, 1); end if;
    return true;
  end $$;
  alter table purchase rename to all_purchases;
  create view purchase as select * from all_purchases where (select is_open())`;

const WAITING = `select from pg_locks where locktype = 'advisory' and (classid, objid) = (1, 1) and not granted`;

it('a lead stays on the list when its purchase is opened just while the vault looks for its leads', async () => {
  const [bought, free] = [someLead(), someLead()];
  await atomically(({ leads }) => leads.add([bought, free]));
  const keeper = new pg.Client({ connectionString: url() });
  await keeper.connect();
  await keeper.query(GATE);
  await keeper.query('select pg_advisory_lock(1, 1)');
  const looking = atomically(async ({ leads }) => (await leads.findToVault(NOW + 1, 100)).map(({ id }) => id));
  await expect.poll(() => database().query(WAITING)).toHaveLength(1);
  await atomically(({ purchases }) => purchases.add(somePurchase(bought.id)));
  await keeper.end();
  expect(await looking).toEqual([free.id]);
});
