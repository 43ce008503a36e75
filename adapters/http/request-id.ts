import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

import type { Log, LogFields } from '#application/ports/log.ts';

/** The request in which the caller runs, whichever function that may be. */
const requests = new AsyncLocalStorage<string>();

/** The id of the request in which the caller runs. Made by us: an id from outside is ignored. */
export const requestId = (): string | undefined => requests.getStore();

/** An id for a request. Nothing is sorted by it: Node's own ids take a tenth of the time of ids that sort. */
export const newRequestId = (): string => randomUUID();

export const inRequest = <Result>(id: string, work: () => Result): Result => requests.run(id, work);

/** The same log, in which every line that a request causes carries its id. */
export const loggedInRequest = (log: Log): Log => {
  const traced = (fields: LogFields = {}): LogFields => {
    const id = requestId();
    return id === undefined ? fields : { ...fields, requestId: id };
  };
  return {
    info: (event, fields) => log.info(event, traced(fields)),
    warn: (event, fields) => log.warn(event, traced(fields)),
    error: (event, fields) => log.error(event, traced(fields)),
  };
};
