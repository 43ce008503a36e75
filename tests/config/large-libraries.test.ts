import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { BARE_ENVIRONMENT } from '#tests/support/bare-environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Prints every library that is loaded. */
const TELL = `import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({ load: (url, context, next) => {
  loaded.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
  return next(url, context);
} });
process.on('exit', () => console.error(JSON.stringify([...loaded])));`;

const loadedBy = (...words: readonly string[]): readonly string[] => {
  const hook = `data:text/javascript,${encodeURIComponent(TELL)}`;
  const { stderr, status } = spawnSync(process.execPath, ['--import', hook, ...words], {
    cwd: ROOT,
    env: BARE_ENVIRONMENT,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return JSON.parse(stderr) as readonly string[];
};

it('whoever chooses neither Stripe nor a mail server does not load their libraries', { timeout: 60_000 }, () => {
  const loaded = loadedBy('--input-type=module', '--eval', `await import('#config/compose.ts')`);
  expect(loaded).toContain('pg-boss');
  expect(loaded.filter((library) => ['stripe', 'nodemailer'].includes(library))).toEqual([]);
});

it('a command loads the shop only if it has to open it: others answer in half the time', { timeout: 60_000 }, () => {
  const loaded = loadedBy('config/operator.ts', '--help');
  expect(loaded).toContain('commander');
  expect(loaded.filter((library) => ['pg-boss', '@mikro-orm/core'].includes(library))).toEqual([]);
});
