import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Not among the product's own: nobody else needs a thousand packages. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/bench-others', import.meta.url));

export const DIRECTUS = '12.4.0';
export const POSTGRAPHILE = '5.1.5';

/** Runs its users' own scripts, of which there are none here; it would have to be compiled. */
const LEFT_OUT = 'isolated-vm';

const PACKAGE = JSON.stringify({
  private: true,
  dependencies: { directus: DIRECTUS, postgraphile: POSTGRAPHILE, pg: '8.23.0' },
  overrides: { [LEFT_OUT]: `file:./${LEFT_OUT}` },
});

/** Installs the other servers from npm, once. Answers the folder. Throws what npm says if that fails. */
export const installed = async (): Promise<string> => {
  const [wanted, done] = [join(FOLDER, 'package.json'), join(FOLDER, 'installed')];
  if (existsSync(done) && readFileSync(wanted, 'utf8') === PACKAGE) return FOLDER;
  mkdirSync(join(FOLDER, LEFT_OUT), { recursive: true });
  writeFileSync(wanted, PACKAGE);
  writeFileSync(join(FOLDER, LEFT_OUT, 'package.json'), JSON.stringify({ name: LEFT_OUT, version: '0.0.0' }));
  writeFileSync(join(FOLDER, LEFT_OUT, 'index.js'), 'module.exports = {};');
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER });
  writeFileSync(done, '');
  return FOLDER;
};
