import { describe, vi } from 'vitest';

import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import type { Marketplace } from '#application/ports/marketplace.ts';
import type { Vault } from '#application/ports/vault.ts';
import { marketplaceContract } from '#tests/contracts/marketplace.contract.ts';
import { vaultContract } from '#tests/contracts/vault.contract.ts';
import { isServedByReplica, replicationOfThisFile } from '#tests/support/standby.ts';
import { addStoredJob } from '#tests/support/stored-jobs.ts';

const { impossible, open } = await replicationOfThisFile();

/** The contracts read at once what they have written; only who asks for `fresh` may do so without waiting for the replica. */
const ready = (database: Database, { fresh = false }: { readonly fresh?: boolean | undefined }) =>
  fresh
    ? Promise.resolve()
    : vi.waitUntil(() => isServedByReplica(database), { timeout: 10_000, interval: 2 }).then(() => {});

const waitingMarketplace = (database: Database): Marketplace => {
  const { unsold, dearestVaulted, firstAfter } = databaseMarketplace(database);
  return {
    firstAfter,
    unsold: (query) => ready(database, query).then(() => unsold(query)),
    dearestVaulted: (query) => ready(database, query).then(() => dearestVaulted(query)),
  };
};

const waitingVault = (database: Database): Vault => {
  const { page, all } = databaseVault(database);
  return {
    page: (query) => ready(database, query).then(() => page(query)),
    all: async function* (query) {
      await ready(database, query);
      yield* all(query);
    },
  };
};

const over = async <Reads>(readsOf: (database: Database) => Reads) => {
  const database = await open();
  const atomically = databaseStore(database, { addJob: addStoredJob });
  // One that has just fallen behind is read from again when it has caught up.
  const close = async () => void (await vi.waitUntil(() => isServedByReplica(database), { timeout: 10_000 }));
  return { atomically, ...readsOf(database), close };
};

describe.skipIf(impossible !== undefined)(`over a standby${impossible === undefined ? '' : ` (${impossible})`}`, () => {
  marketplaceContract('on a standby', () => over((database) => ({ marketplace: waitingMarketplace(database) })));
  vaultContract('on a standby', () => over((database) => ({ vault: waitingVault(database) })));
});
