import { StoreFull, StoreRefused, StoreUnavailable, UnstorableInput } from '#application/ports/atomically.ts';
import { isOfHandshake } from './handshake.ts';

/**
 * SQLSTATEs that mean: somebody else was faster, run again. A foreign key (23503) as well: the row that a new one refers to was deleted
 * meanwhile, or a row that is to be deleted has got one that refers to it.
 */
const CONFLICTS = /^(?:23503|23505|40001|40P01)$/;
/**
 * SQLSTATEs that mean: the server is away, is shutting down, has no room, or lets nobody in. A read-only server (25006) as well: it is
 * no longer the primary.
 */
const SERVER_AWAY = /^(?:08...|53...|57P0.|25006|28...|3D000)$/;
const DISK_FULL = '53100';
/** The same, in codes of sockets; or the network of this machine is down. */
const SOCKET_AWAY = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/;
/**
 * For the store these are outages too: it did not answer in time, the machine has no more sockets, the socket's file is missing.
 * Elsewhere they may mean something else.
 */
const OUTAGES_OF_THE_STORE = /^(?:57014|25P03|EADDRNOTAVAIL|EMFILE|ENFILE|ENOENT)$/;
/** The same, in messages of pg and its pool that have no code. */
const WORDS_OF_OUTAGES =
  /^(?:timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client (?:has encountered a connection error|was closed)|Cannot use a pool after calling end|Timeout expired)|is not queryable$/;
/** SQLSTATEs that mean: the server understood the statement, and cannot do it with these values. */
const INPUT = /^(?:22...|54...)$/;

const fieldOf = (error: unknown, name: string): string | undefined => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
};

const codeOf = (error: unknown): string => fieldOf(error, 'code') ?? '';

const messageOf = (error: unknown): string => fieldOf(error, 'message') ?? '';

/** What kind of outage it was, where no code says so. */
const wordsOfOutage = (error: unknown): string => {
  if (isOfHandshake('', messageOf(error))) return 'handshake failed';
  return /timeout/i.test(messageOf(error)) ? 'time-out' : 'connection lost';
};

/** Whether running the whole work again may help. */
export const isConflict = (error: unknown): boolean =>
  CONFLICTS.test(codeOf(error)) || fieldOf(error, 'name') === 'OptimisticLockError';

/** Whether the server has broken off one of two transactions that waited for each other. */
export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01';

/** Whether a statement names a table that is not there: the database answers, but nobody has migrated it. */
export const isMissingTable = (error: unknown): boolean => codeOf(error) === '42P01';

/** A FATAL error is one of the connection, and a PANIC one of the whole server, not of the statement, whatever its code. */
const isFatal = (error: unknown): boolean => /^(?:FATAL|PANIC)$/.test(fieldOf(error, 'severity') ?? '');

/** Whether a code means, wherever it comes from, that the server of the database cannot be used: it is not reached, or not ready. */
export const isAway = (code: string): boolean => SERVER_AWAY.test(code) || SOCKET_AWAY.test(code);

const isOutage = (error: unknown): boolean =>
  isFatal(error) ||
  isAway(codeOf(error)) ||
  OUTAGES_OF_THE_STORE.test(codeOf(error)) ||
  isOfHandshake(codeOf(error), messageOf(error)) ||
  WORDS_OF_OUTAGES.test(messageOf(error));

/** Whether the server has refused and rolled the transaction back: after any other error its outcome is unknown. */
export const isUndone = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(codeOf(error)) && !isFatal(error) && !isAway(codeOf(error));

/** 08P01 is a protocol violation. One that leaves the connection open is about our values: they do not fit into one message. */
const isInput = (error: unknown): boolean =>
  (INPUT.test(codeOf(error)) && !isFatal(error)) ||
  (codeOf(error) === '08P01' && fieldOf(error, 'severity') === 'ERROR');

/** Whether connecting has timed out: the server said nothing at all. */
export const isSilence = (error: unknown): boolean =>
  /^(?:timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/.test(
    messageOf(error),
  );

/** Whether a statement ran longer than the server lets it. */
export const isTooSlow = (error: unknown): boolean =>
  codeOf(error) === '57014' && messageOf(error).includes('statement timeout');

/**
 * Whether a prepared statement is missing on the connection, or exists already, other than we assumed. On a pipelined connection the
 * text is sent once, and statements after it use the name before it is answered: if the server cancels the first one while it reads the
 * text, the others name a missing statement. Nothing has been done then, so they can be sent again.
 */
export const isMisremembered = (error: unknown): boolean => /^(?:26000|42P05)$/.test(codeOf(error));

const isOfDatabase = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(codeOf(error)) ||
  /Exception$|^(?:ValidationError|OptimisticLockError)$/.test(fieldOf(error, 'name') ?? '');

/**
 * The part of an error that the rest of the product may see. Errors of the database hold statements and their values, so contacts too:
 * of them only the code and the names of the constraint and the table are kept. All other errors stay as they are.
 */
export const withoutValues = (error: unknown): unknown => {
  if (isInput(error)) return new UnstorableInput(`the store refused a value: ${codeOf(error)}`);
  if (isOutage(error)) {
    const Outage = codeOf(error) === DISK_FULL ? StoreFull : StoreUnavailable;
    return new Outage(`the store is out of reach: ${codeOf(error) || wordsOfOutage(error)}`);
  }
  if (!isOfDatabase(error)) return error;
  const facts = [codeOf(error) || fieldOf(error, 'name'), fieldOf(error, 'constraint'), fieldOf(error, 'table')];
  return new StoreRefused(`the store refused: ${facts.filter((fact) => fact !== undefined).join(' ')}`);
};
