import { memoryLog } from '#adapters/memory/log.ts';
import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseLeadChanges } from '#adapters/mikro-orm/lead-changes.ts';
import type { DatabaseLeadChanges } from '#adapters/mikro-orm/lead-changes.ts';
import { databaseLedger } from '#adapters/mikro-orm/ledger.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { databaseUsers } from '#adapters/mikro-orm/users.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import type { Job } from '#application/ports/jobs.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import type { StoreWith } from './story.ts';

const TABLES =
  'lead, purchase, coupon, notification, account, account_token, session, contact_message, subscription, batch, audit';

/** A store on an open database. Its jobs go to a queue in memory, after the commit. With `changes` the vault is read ahead. */
export const storeOn =
  (database: Database, changes?: DatabaseLeadChanges): StoreWith =>
  ({ addJob }) => {
    const store = databaseStore(database, { addJob: () => Promise.reject(new Error('jobs are kept elsewhere')) });
    const inDatabase = changes?.observed(store) ?? store;
    const atomically: Atomically = async (work) => {
      let jobs: Job[] = [];
      const result = await inDatabase((repositories) => {
        jobs = [];
        return work({ ...repositories, jobs: { add: async (job) => void jobs.push(job) } });
      });
      jobs.forEach(addJob);
      return result;
    };
    return {
      atomically,
      marketplace: databaseMarketplace(database),
      vault: databaseVault(database, changes && { changes }),
      ledger: databaseLedger(database),
      users: databaseUsers(database),
    };
  };

/** A store on a database of its own of the run's PostgreSQL. */
export const serverStore = async () => {
  const { url, drop } = await freshDatabase();
  const database = await openPostgres({ url, poolSize: 5 });
  const changes = await databaseLeadChanges(database, memoryLog());
  return {
    storeWith: storeOn(database, changes),
    /** Forgets all that is stored. */
    empty: async () => void (await database.query(`truncate ${TABLES} cascade`)),
    close: async () => {
      await changes.close();
      await database.close();
      await drop();
    },
  };
};
