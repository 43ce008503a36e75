import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
