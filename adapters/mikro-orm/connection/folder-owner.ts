import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpath, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Another process has the data folder open. Two of them would destroy each other's data. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';

  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another process. Stop that process, or choose another folder.`);
  }
}

/** How long the path of a socket may be on a Mac, in bytes. Linux takes four more. */
const LONGEST_PATH = 103;

/**
 * The address at which the owner of a folder listens. It may never change: a process of another version would look elsewhere, find
 * nobody, and open the folder as a second owner.
 *
 * The system forgets an abstract socket or a pipe with its process; a socket file stays behind. That is in the user's home folder: the
 * folder for temporary files may be another one in the next shell, and a Mac removes three days old files from it. It is used only
 * where the path of the home folder is too long.
 */
export const addressOf = (
  folder: string,
  platform = process.platform,
  home = homedir,
  temporary = tmpdir,
): { readonly path: string; readonly isFile: boolean } => {
  const name = `homelead-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  if (platform === 'linux') return { path: `\0${name}`, isFile: false };
  if (platform === 'win32') return { path: `\\\\.\\pipe\\${name}`, isFile: false };
  const path = join(home(), `.${name}.sock`);
  return { path: Buffer.byteLength(path) <= LONGEST_PATH ? path : join(temporary(), `${name}.sock`), isFile: true };
};

/**
 * The file in a folder at which its owner listens as well, on Linux: an abstract socket of another container is out of sight, though both
 * have the folder from the same volume; and mounted at another place, the folder has another address.
 */
const fileIn = (folder: string): string => join(folder, 'owner.sock');

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);

const listen = async (path: string): Promise<Server | undefined> => {
  const server = createServer((socket) => socket.destroy());
  server.listen(path);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) return undefined;
    throw error;
  }
  return server.unref();
};

/** Whether somebody may be listening at a socket file. Of one that lets nobody in, that cannot be ruled out. */
const isAnswered = async (path: string): Promise<boolean> => {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return !hasCode(error, 'ECONNREFUSED', 'ENOENT', 'ENOTSOCK');
  } finally {
    socket.destroy();
  }
};

/** In milliseconds: for so long, another process that has found the same file unanswered may still replace it. */
const REPLACED_WITHIN = 250;

/** Listens at a socket file, which a killed process may have left behind; `undefined` if somebody else does. */
const listenAtFile = async (path: string): Promise<Server | undefined> => {
  const first = await listen(path);
  if (first !== undefined || (await isAnswered(path))) return first;
  await rm(path, { force: true });
  const server = await listen(path);
  if (server === undefined) return undefined;
  const { ino } = await stat(path);
  await wait(REPLACED_WITHIN);
  // Whoever has replaced it is the owner. Closing the server would remove that one's file.
  return (await stat(path)).ino === ino ? server : undefined;
};

/** `listenAtFile` where the disk takes sockets and the path is short enough; `none` where it does not. */
const listenInside = async (folder: string): Promise<Server | 'none' | undefined> => {
  const path = fileIn(folder);
  if (Buffer.byteLength(path) > LONGEST_PATH) return 'none';
  try {
    return await listenAtFile(path);
  } catch {
    return 'none';
  }
};

const closed = async (server: Server): Promise<void> => void (await once(server.close(), 'close'));

/**
 * Makes this process the only owner of an existing folder until `release`, or until the process ends in any way. Throws
 * `DataFolderInUse` if there is another owner: at once, unless a killed process has left its file.
 */
export const ownFolder = async (
  folder: string,
  platform = process.platform,
): Promise<{ readonly release: () => Promise<void> }> => {
  const real = await realpath(folder);
  const { path, isFile } = addressOf(real, platform);
  const owner = await (isFile ? listenAtFile : listen)(path);
  if (owner === undefined) throw new DataFolderInUse(folder);
  const inside = platform === 'linux' ? await listenInside(real) : 'none';
  if (inside === undefined) {
    await closed(owner);
    throw new DataFolderInUse(folder);
  }
  return {
    release: async () => {
      if (inside !== 'none') await closed(inside);
      await closed(owner);
    },
  };
};
