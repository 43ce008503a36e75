import type { Atomically } from '#application/ports/atomically.ts';
import type { LeadChanges, LeadsState } from '#application/ports/lead-changes.ts';
import type { Log } from '#application/ports/log.ts';
import type { Leads } from '#application/ports/shop-repositories.ts';
import type { Database } from './connection.ts';
import { overlay } from './transaction/lazily.ts';
import { listen } from './connection/listener.ts';
import type { Listener } from './connection/listener.ts';

/** The channel on which the database announces every transaction that has changed leads. */
const CHANNEL = 'lead_changed';

export type DatabaseLeadChanges = LeadChanges & {
  /** The same store, whose own changes are known before its caller goes on, without waiting for the notification. */
  readonly observed: (atomically: Atomically) => Atomically;
  readonly close: () => Promise<void>;
};

const noted = (leads: Leads, note: () => void): Leads => {
  const noting =
    <Argument, Result>(change: (argument: Argument) => Promise<Result>) =>
    (argument: Argument): Promise<Result> => {
      note();
      return change(argument);
    };
  return overlay(leads, {
    add: () => noting(leads.add),
    save: () => noting(leads.save),
    remove: () => noting(leads.remove),
  });
};

/** Listens to the database from now on. An embedded one has no other process, and no connection that could break. */
export const databaseLeadChanges = async (database: Database, log: Log): Promise<DatabaseLeadChanges> => {
  let state: LeadsState | undefined;
  const changed = (): void => {
    state = { leads: Symbol('a state of the leads') };
  };
  changed();

  const hear = async (): Promise<Listener> => {
    if (database.kind === 'postgres') return listen({ url: database.url, channel: CHANNEL, heard: changed, log });
    const stop = await database.native.listen(CHANNEL, changed);
    return { isHearing: () => true, close: () => stop() };
  };
  const listener = await hear();

  return {
    current: () => (listener.isHearing() ? state : undefined),
    observed: (atomically) => async (work) => {
      let isTouched = false;
      const note = (): void => {
        isTouched = true;
      };
      try {
        return await atomically((repositories) =>
          work(overlay(repositories, { leads: () => noted(repositories.leads, note) })),
        );
      } finally {
        // After an error too: a commit whose answer was lost may have happened.
        if (isTouched) changed();
      }
    },
    close: listener.close,
  };
};
