import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const digestOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) hash.update(bytes);
  return hash.digest('hex');
};

const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;

/**
 * Where the rejected rows of a file go: `path` is beside it, under an unused name, as somebody may be correcting those of an earlier run.
 * `before` is the path of the last such run.
 */
export const freePath = async (
  file: string,
): Promise<{ readonly path: string; readonly before: string | undefined }> => {
  const ending = extname(file);
  const start = join(dirname(file), basename(file, ending));
  let before: string | undefined;
  for (let number = 1; ; number += 1) {
    const path = `${start}.rejects${number === 1 ? '' : `-${number}`}${ending}`;
    if (!(await isThere(path))) return { path, before };
    before = path;
  }
};

/**
 * The path of the rejected rows, at `path`. A look at a file and its import mostly reject the same ones: the file of the first is then
 * enough, and the second goes.
 */
export const withoutCopy = async (path: string, before: string | undefined): Promise<string> => {
  try {
    if (before === undefined || (await sizeOf(path)) !== (await sizeOf(before))) return path;
    if ((await digestOf(path)) !== (await digestOf(before))) return path;
    await unlink(path);
    return before;
  } catch {
    // A copy too many does no harm.
    return path;
  }
};
