import { mkdtemp, readdir, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

/** A folder of its own for the files of one test file, gone with its tests. */
export const fileFolder = () => {
  const made = mkdtemp(join(tmpdir(), 'homelead-csv-'));
  afterAll(async () => rm(await made, { recursive: true, force: true }));
  let files = 0;
  const pathOf = async (name: string): Promise<string> => join(await made, name);
  return {
    pathOf,
    /** Writes a file and answers its path. */
    file: async (content: string | Uint8Array): Promise<string> => {
      const path = await pathOf(`file-${(files += 1)}.csv`);
      await writeFile(path, content);
      return path;
    },
  };
};

/** How many handles this process has on a file: only Linux tells. */
export const handlesOn = async (path: string): Promise<number> => {
  const real = await realpath(path);
  const handles = await readdir('/proc/self/fd');
  const targets = await Promise.all(handles.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target === real).length;
};
