import { databaseLeadChanges } from '#adapters/mikro-orm/lead-changes.ts';
import type { DatabaseLeadChanges } from '#adapters/mikro-orm/lead-changes.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import type { Log } from '#application/ports/log.ts';
import type { Settings } from './environment.ts';

const UNKNOWN: DatabaseLeadChanges = {
  current: () => undefined,
  observed: (atomically) => atomically,
  close: async () => {},
};

/** What a process knows of changed leads; one that serves no visitors does not listen. */
export const openLeadChanges = async (
  { role }: Pick<Settings, 'role'>,
  database: Database,
  log: Log,
): Promise<DatabaseLeadChanges> => (role === 'worker' ? UNKNOWN : databaseLeadChanges(database, log));
