import { once } from 'node:events';
import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import * as v from 'valibot';

const Endpoint = v.object({ address: v.string(), token: v.pipe(v.string(), v.minLength(20)) });

/** Where the server that has a data folder open listens for commands, and the secret that both know. */
export type Endpoint = v.InferOutput<typeof Endpoint>;

const fileIn = (folder: string): string => join(folder, 'operator.token');

/** 132 bits, which nobody guesses. */
const NAME_LENGTH = 22;

/** How long the path of a socket may be on a Mac, in bytes: the name takes 38 of them. */
const LONGEST_PATH = 103;

/**
 * An address that nobody can guess, by as much of a random token as it takes: an abstract socket, which goes with its process; a
 * pipe; or else a file. That is in the home folder, as a Mac removes from the folder for temporary files what is three days old.
 * The folder for temporary files is used only where the path of the home folder is too long.
 *
 * Commands read it in the file, so a later version may choose it in another way. The address of a folder's owner, in
 * `adapters/mikro-orm/connection/folder-owner.ts`, may never change: that is why the two share no code.
 */
export const newSocketAddress = (
  token: string,
  platform = process.platform,
  home = homedir,
  temporary = tmpdir,
): string => {
  const name = `homelead-${token.slice(0, NAME_LENGTH)}`;
  if (platform === 'linux') return `\0${name}`;
  if (platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const path = join(home(), `.${name}.sock`);
  return Buffer.byteLength(path) <= LONGEST_PATH ? path : join(temporary(), `${name}.sock`);
};

const SOCKET_FILE = /[\\/]\.?homelead-[\w-]+\.sock$/;

const isAnswered = async (address: string): Promise<boolean> => {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** Removes the socket file of a server that was killed: nothing else would. In a copied folder it is of one that may still run. */
const removeSocketOf = async ({ address }: Endpoint): Promise<void> => {
  if (SOCKET_FILE.test(address) && !(await isAnswered(address))) await rm(address, { force: true });
};

/** Writes the endpoint into the folder, readable by this user only, in the place of an earlier server's. */
export const writeEndpoint = async (folder: string, endpoint: Endpoint): Promise<void> => {
  const earlier = await readEndpoint(folder).catch(() => undefined);
  if (earlier !== undefined) await removeSocketOf(earlier);
  const unfinished = `${fileIn(folder)}.unfinished`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, JSON.stringify(endpoint), { mode: 0o600, flag: 'wx' });
  await rename(unfinished, fileIn(folder));
};

export const removeEndpoint = (folder: string): Promise<void> => rm(fileIn(folder), { force: true });

/** The endpoint in a folder's file; `undefined` without one. */
export const readEndpoint = async (folder: string): Promise<Endpoint | undefined> => {
  try {
    const found = v.safeParse(Endpoint, JSON.parse(await readFile(fileIn(folder), 'utf8')));
    return found.success ? found.output : undefined;
  } catch (error) {
    // What is no folder has no file either: whoever opens it finds better words for that.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (error instanceof SyntaxError || code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
};

/** The folder by its one name, whatever links lead to it; `undefined` if there is none. */
export const trueName = (folder: string): Promise<string | undefined> => realpath(folder).catch(() => undefined);
