import { resolve, sep } from 'node:path';

import { DataFolderInUse } from '#adapters/mikro-orm/connection/folder-owner.ts';
import { isAway } from '#adapters/mikro-orm/connection/failures.ts';
import { isOfHandshake } from '#adapters/mikro-orm/connection/handshake.ts';
import { StoreFull, StoreUnavailable } from '#application/ports/atomically.ts';
import { BadSettings } from './environment.ts';
import type { Settings } from './environment.ts';
import { WebMissing } from './web-files.ts';

/** The SQLSTATE of a role that may connect and not change anything. */
const NOT_ALLOWED = '42501';

/** Whether a server lacks the extension that the product needs. Of anything else that code is a fault of ours. */
const lacksExtension = (code: string, message: string): boolean => code === '0A000' && message.includes('pg_trgm');

/**
 * The disk is full or cannot be written to; also in the words of the embedded PostgreSQL. If the file is open already, the error has no
 * path.
 */
const OF_DISK = /^(?:ENOSPC|EDQUOT|EROFS|EIO|53100)$/;

const textOf = (error: Error, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

/** A host with several addresses fails with one error for each, and without a message of its own. A server's hint is a second line. */
const wordsOf = (error: Error): string =>
  error instanceof StoreFull ? 'its disk is full' : error.message.replaceAll(/\s*\n\s*/g, ' ') || textOf(error, 'code');

const isWithin = (path: string, folder: string): boolean =>
  `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`);

/** Whether a URL names a file, as `sslrootcert` does. */
const isFileOf = (address: string, path: string): boolean =>
  path !== '' && Array.from(new URL(address).searchParams.values()).includes(path);

/** The setting that an error is about. */
const settingOf = (error: Error, { host, port, database }: Settings): string | undefined => {
  const [code, syscall] = [textOf(error, 'code'), textOf(error, 'syscall')];
  if ([textOf(error, 'hostname'), textOf(error, 'address')].includes(host) && /^E(?:ADDRNOTAVAIL|NOTFOUND)$/.test(code))
    return 'HOST';
  if (syscall === 'listen' && Reflect.get(error, 'port') === port) return 'PORT';
  const path = textOf(error, 'path');
  if (database.kind === 'embedded') {
    const isOnTheWay = syscall === 'mkdir' && isWithin(database.folder, path);
    const isOfFile = path === '' ? OF_DISK.test(code) : isWithin(path, database.folder);
    const isOfFolder = isOnTheWay || isOfFile || error instanceof StoreUnavailable;
    return isOfFolder ? 'DATA_DIR' : undefined;
  }
  const isOfServer =
    syscall === 'connect' ||
    isAway(code) ||
    code === NOT_ALLOWED ||
    lacksExtension(code, error.message) ||
    isFileOf(database.url, path) ||
    isOfHandshake(code, error.message) ||
    error instanceof StoreUnavailable;
  return isOfServer ? 'DATABASE_URL' : undefined;
};

/**
 * Why the product could not be opened, in one line that names what to change, if a person can; `undefined` for a fault. `settings` is
 * missing if they could not be read. It holds no password: neither the system nor PostgreSQL repeats one.
 */
export const startProblem = (error: unknown, settings: Settings | undefined): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof BadSettings || error instanceof WebMissing || error instanceof DataFolderInUse)
    return error.message;
  const setting = settings && settingOf(error, settings);
  return setting && `${setting} cannot be used as it is: ${wordsOf(error)}`;
};
