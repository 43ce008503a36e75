import { realpath, stat } from 'node:fs/promises';

import { UnreadableFile } from '#application/ports/lead-file.ts';
import type { Operation } from './operation.ts';

const trueNameOf = async (path: string): Promise<string> => {
  const found = await stat(path).catch(() => undefined);
  // What is not there, or is a folder, is told by whoever reads it.
  if (found === undefined || found.isDirectory()) return path;
  const name = found.isFile() ? await realpath(path).catch(() => undefined) : undefined;
  if (name === undefined)
    throw new UnreadableFile(`The file ${path} cannot be read: it is no regular file; save it first.`);
  return name;
};

/**
 * An operation whose file has the one name that means the same to everybody: `/dev/stdin` and what a shell makes of `<(…)` are other
 * files in the process that has the database open. Throws `UnreadableFile` when there is no such name.
 */
export const withTrueFile = async (operation: Operation): Promise<Operation> =>
  operation.command === 'import' ? { ...operation, file: await trueNameOf(operation.file) } : operation;
