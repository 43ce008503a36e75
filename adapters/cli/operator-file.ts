import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as v from 'valibot';

const Door = v.object({ address: v.string(), token: v.pipe(v.string(), v.minLength(20)) });

/** Where the server that has a data folder open listens for commands, and the secret that both know. */
export type Door = v.InferOutput<typeof Door>;

const fileIn = (folder: string): string => join(folder, 'operator.token');

/** 132 bits, which nobody guesses. On a Mac the whole path of a socket has 103 bytes at most, and the folder takes 49 of them. */
const NAME_SIGNS = 22;

/**
 * An address that nobody can guess, by as much of a random token as it takes: an abstract socket, which goes with its process; a
 * pipe; or else a file.
 */
export const newAddress = (token: string, platform = process.platform, folder = tmpdir()): string => {
  const name = `homelead-${token.slice(0, NAME_SIGNS)}`;
  if (platform === 'linux') return `\0${name}`;
  if (platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(folder, `${name}.sock`);
};

/** Leaves the door's description in the folder, readable by this user only. */
export const leaveDoor = async (folder: string, door: Door): Promise<void> => {
  const unfinished = `${fileIn(folder)}.unfinished`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, JSON.stringify(door), { mode: 0o600, flag: 'wx' });
  await rename(unfinished, fileIn(folder));
};

export const removeDoor = (folder: string): Promise<void> => rm(fileIn(folder), { force: true });

/** The door of a folder, if one was left there. */
export const findDoor = async (folder: string): Promise<Door | undefined> => {
  try {
    const found = v.safeParse(Door, JSON.parse(await readFile(fileIn(folder), 'utf8')));
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
