import { resolve, sep } from 'node:path';

import { isAway } from '#adapters/mikro-orm/connection/failures.ts';
import { isOfHandshake } from '#adapters/mikro-orm/connection/handshake.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import { BadSettings } from './environment.ts';
import type { Settings } from './environment.ts';
import { WebMissing } from './web-files.ts';

/** The SQLSTATE of a role that may connect and not change anything. */
const NOT_ALLOWED = '42501';

/** No room on the disk, or one that cannot be written to; the same said by the embedded PostgreSQL. Of a file that is open already, without its path. */
const OF_DISK = /^(?:ENOSPC|EDQUOT|EROFS|EIO|53100)$/;

const textOf = (error: Error, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

/** What the store says of its full disk, once it has made the code of it its own. */
const STORE_FULL = /: 53100$/;

/** A host with several addresses fails with one error for each, and has no words of its own. */
const wordsOf = (error: Error): string =>
  STORE_FULL.test(error.message) ? 'its disk is full' : error.message || textOf(error, 'code');

const isWithin = (path: string, folder: string): boolean =>
  `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`);

/** Whether an address names a file, as `sslrootcert` does. */
const isFileOf = (address: string, path: string): boolean =>
  path !== '' && Array.from(new URL(address).searchParams.values()).includes(path);

/** The setting that what was thrown is about. */
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
    isFileOf(database.url, path) ||
    isOfHandshake(code, error.message) ||
    error instanceof StoreUnavailable;
  return isOfServer ? 'DATABASE_URL' : undefined;
};

/**
 * What kept the product from opening, in one line that names what to change, where a person can mend it; `undefined` for a fault.
 * `settings` is missing where they could not be read. No password is in it: neither the system nor PostgreSQL repeats one.
 */
export const startProblem = (error: unknown, settings: Settings | undefined): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof BadSettings || error instanceof WebMissing || error.name === 'DataFolderInUse')
    return error.message;
  const setting = settings && settingOf(error, settings);
  return setting && `${setting} cannot be used as it is: ${wordsOf(error)}`;
};
