import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The mode of a folder that only its user may enter. Its contents are out of others' reach, whatever their own modes. */
export const OWN = 0o700;

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Makes a folder, and those above it, where they are missing. Node's own `recursive` loops forever where no folder can be made although
 * none is missing, as in `/proc`, and reports a read-only disk as a missing folder.
 */
export const makeFolder = async (path: string): Promise<void> => {
  if (await isFolder(path)) return;
  await makeFolder(dirname(resolve(path)));
  try {
    await mkdir(path, { mode: OWN });
  } catch (error) {
    // Another process may have been faster.
    if (!(await isFolder(path))) throw error;
  }
};
