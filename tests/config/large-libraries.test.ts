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

it('whoever chooses neither Stripe nor a mail server does not load their libraries', { timeout: 60_000 }, () => {
  const hook = `data:text/javascript,${encodeURIComponent(TELL)}`;
  const { stderr, status } = spawnSync(process.execPath, ['--import', hook, 'config/operator.ts', '--help'], {
    cwd: ROOT,
    env: BARE_ENVIRONMENT,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  const loaded = JSON.parse(stderr) as readonly string[];
  expect(loaded).toContain('pg-boss');
  expect(loaded.filter((library) => ['stripe', 'nodemailer'].includes(library))).toEqual([]);
});
