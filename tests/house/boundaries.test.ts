import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, test } from 'vitest';

import { linted } from '#tests/support/linted.ts';

// One deliberately bad file per rule, and its honest twin: a boundary that nobody has seen fail is not a boundary.
const imported = (specifier: string): string => `import * as thing from '${specifier}';\nexport const used = thing;\n`;

const pages = ['hono', 'hono/html', 'hono/body-limit', 'valibot'];
const adapters: Readonly<Record<string, readonly string[]>> = {
  http: [...pages, '@hono/node-server/serve-static', '@valibot/to-json-schema', 'lru-cache'],
  cli: ['commander', 'cli-progress', 'valibot'],
  'csv-file': ['csv-parse'],
  argon2: ['argon2'],
  memory: [],
  'mikro-orm': ['@mikro-orm/core', '@mikro-orm/postgresql', '@electric-sql/pglite', 'pg', 'lru-cache'],
  'pg-boss': ['pg-boss'],
  'simulated-checkout': pages,
  'dev-mailbox': pages,
  smtp: ['nodemailer'],
  'circuit-breaker': ['cockatiel'],
  'known-pages': [],
  resend: [],
  stripe: ['stripe', 'valibot'],
  pino: ['pino'],
  prometheus: ['prom-client'],
  system: ['uuid'],
  'rate-limiter': ['rate-limiter-flexible'],
};
const webPackages = [
  'react',
  'react-dom/client',
  'wouter',
  'zustand',
  '@base-ui/react/dialog',
  'lucide-react',
  'react-hook-form',
  '@hookform/resolvers/valibot',
  '@stripe/stripe-js/pure',
];
const packages = [...new Set([...Object.values(adapters).flat(), ...webPackages, 'vite', 'stripe', 'stripe/webhooks'])];
const layers = [
  '#domain/money.ts',
  '#application/ports/clock.ts',
  '#adapters/pino/log.ts',
  '#config/compose.ts',
  '#web/app.tsx',
];
const everything = [
  ...layers,
  ...packages,
  'ts-pattern',
  'node:fs',
  'node:fs/promises',
  'fs',
  '../near.ts',
  './../near.ts',
];

type Folder = { readonly folder: string; readonly may: readonly string[] };
const core = ['#domain/money.ts', '#application/ports/clock.ts', 'ts-pattern'];
const server = [...core, 'node:fs', 'node:fs/promises'];
const folders: readonly Folder[] = [
  { folder: 'domain', may: ['#domain/money.ts'] },
  { folder: 'application', may: core },
  { folder: 'application/letters', may: core },
  { folder: 'application/ports', may: core },
  ...Object.entries(adapters).map(([name, own]) => ({
    folder: `adapters/${name}`,
    may: [...server, ...own, ...(name === 'pino' ? ['#adapters/pino/log.ts'] : [])],
  })),
  { folder: 'adapters/a-new-one', may: [] },
  { folder: 'config', may: [...server, '#adapters/pino/log.ts', '#config/compose.ts', 'hono', 'valibot', 'vite'] },
  { folder: 'web', may: ['#domain/money.ts', '#web/app.tsx', 'ts-pattern', 'valibot', ...webPackages] },
  { folder: 'web/screens', may: ['#domain/money.ts', '#web/app.tsx', 'ts-pattern', 'valibot', ...webPackages] },
];

const cases = folders.flatMap(({ folder, may }) =>
  everything.map((specifier, index) => ({
    path: `${folder}/case-${index}.ts`,
    folder,
    specifier,
    allowed: may.includes(specifier),
  })),
);

const habits: Readonly<Record<string, { readonly path: string; readonly text: string; readonly breaks?: string }>> = {
  'a type import crosses no boundary either': {
    path: 'domain/type-import.ts',
    text: `import type { Stats } from 'node:fs';\nexport type Size = Stats['size'];\n`,
    breaks: 'eslint(no-restricted-imports)',
  },
  'a re-export crosses no boundary either': {
    path: 'domain/re-export.ts',
    text: `export * from '#application/buy-lead.ts';\n`,
    breaks: 'eslint(no-restricted-imports)',
  },
  'a dynamic import crosses no boundary either': {
    path: 'application/dynamic-import.ts',
    text: `export const load = async (): Promise<unknown> => import('stripe');\n`,
    breaks: 'eslint(no-restricted-imports)',
  },
  'a folder is not left through an alias': {
    path: 'domain/through-alias.ts',
    text: imported('#domain/../config/compose.ts'),
    breaks: 'eslint(no-restricted-imports)',
  },
  'the contract of the API brings no server code to the browser': {
    path: 'adapters/http/contract/contract.ts',
    text: imported('hono'),
    breaks: 'eslint(no-restricted-imports)',
  },
  'nor does its part about accounts': {
    path: 'adapters/http/contract/account-contract.ts',
    text: imported('#adapters/http/app.ts'),
    breaks: 'eslint(no-restricted-imports)',
  },
  'a part of the contract may stand on another one': {
    path: 'adapters/http/contract/contract-text.ts',
    text: imported('./contract.ts'),
  },
  'the web may read every part of the contract': {
    path: 'web/contract-parts-reader.ts',
    text: `import * as accounts from '#adapters/http/contract/account-contract.ts';\nimport * as texts from '#adapters/http/contract/contract-text.ts';\nexport const used = [accounts, texts];\n`,
  },
  'the web knows nothing else of the API': {
    path: 'web/api.ts',
    text: imported('#adapters/http/app.ts'),
    breaks: 'eslint(no-restricted-imports)',
  },
  'the web may read the contract': {
    path: 'web/contract-reader.ts',
    text: imported('#adapters/http/contract/contract.ts'),
  },
  'no file leaves its folder with ../, tests included': {
    path: 'tests/domain/parent.test.ts',
    text: imported('../../domain/money.ts'),
    breaks: 'eslint(no-restricted-imports)',
  },
  'no default exports': {
    path: 'domain/default-export.ts',
    text: 'export default 1;\n',
    breaks: 'import(no-default-export)',
  },
  'a tool may insist on a default export': { path: 'vite.config.ts', text: 'export default {};\n' },
  'no barrels': { path: 'domain/index.ts', text: 'export const a = 1;\n', breaks: 'house(no-barrel)' },
  'no component barrels': { path: 'web/screens/index.tsx', text: 'export const a = 1;\n', breaks: 'house(no-barrel)' },
  'the domain does not read the clock by new Date()': {
    path: 'domain/new-date.ts',
    text: 'export const now = (): Date => new Date();\n',
    breaks: 'house(no-hidden-input)',
  },
  'the domain may turn an instant into a date': {
    path: 'domain/date-of.ts',
    text: 'export const dateOf = (instant: number): Date => new Date(instant);\n',
  },
  'a use-case does not read the clock by Date.now()': {
    path: 'application/date-now.ts',
    text: 'export const now = (): number => Date.now();\n',
    breaks: 'house(no-hidden-input)',
  },
  'a use-case does not throw dice': {
    path: 'application/random.ts',
    text: 'export const dice = (): number => Math.random();\n',
    breaks: 'house(no-hidden-input)',
  },
  'only the configuration reads the environment': {
    path: 'adapters/pino/environment.ts',
    text: `export const level = process.env['LOG_LEVEL'];\n`,
    breaks: 'node(no-process-env)',
  },
  'the configuration reads the environment': {
    path: 'config/environment.ts',
    text: `export const level = process.env['LOG_LEVEL'];\n`,
  },
  'a file may lie in a folder with a space': {
    path: 'tests/support/here.ts',
    text: `export const here = new URL('.', import.meta.url).pathname;\n`,
    breaks: 'house(no-pathname)',
  },
  'the path of an address is read': {
    path: 'tests/support/there.ts',
    text: `export const there = (address: string): string => new URL(address).pathname;\n`,
  },
  'no raw HTML in React': {
    path: 'web/raw.tsx',
    text: `export const Raw = ({ html }: { html: string }): object => <p dangerouslySetInnerHTML={{ __html: html }} />;\n`,
    breaks: 'react(no-danger)',
  },
  'no promise is forgotten': {
    path: 'application/floating.ts',
    text: 'const work = async (): Promise<void> => {};\nexport const start = (): void => {\n  work();\n};\n',
    breaks: 'typescript(no-floating-promises)',
  },
  'no promise is taken for a condition': {
    path: 'application/misused.ts',
    text: `const done = async (): Promise<boolean> => true;\nexport const word = (): string => (done() ? 'yes' : 'no');\n`,
    breaks: 'typescript(no-misused-promises)',
  },
  'no any': { path: 'config/any.ts', text: 'export const a: any = 1;\n', breaks: 'typescript(no-explicit-any)' },
  'a switch over states names every state': {
    path: 'domain/switch.ts',
    text: `export const word = (state: 'open' | 'sold'): string => {\n  switch (state) {\n    case 'open':\n      return 'o';\n  }\n  return '';\n};\n`,
    breaks: 'typescript(switch-exhaustiveness-check)',
  },
  'files are named in kebab-case': {
    path: 'domain/usStates.ts',
    text: 'export const a = 1;\n',
    breaks: 'unicorn(filename-case)',
  },
  'no focused test is left behind': {
    path: 'tests/domain/focused.test.ts',
    text: `import { expect, test } from 'vitest';\ntest.only('one', () => {\n  expect(1).toBe(1);\n});\n`,
    breaks: 'vitest(no-focused-tests)',
  },
};

let broken: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  const written = [
    ...cases.map(({ path, specifier }): [string, string] => [path, imported(specifier)]),
    ...Object.values(habits).map(({ path, text }): [string, string] => [path, text]),
  ];
  broken = await linted(Object.fromEntries(written));
});

describe('who may import what', () => {
  test('is proved of every adapter', () => {
    const found = readdirSync(fileURLToPath(new URL('../../adapters', import.meta.url)), { withFileTypes: true });
    const folders = found.filter((one) => one.isDirectory()).map(({ name }) => name);
    expect(Object.keys(adapters).toSorted()).toEqual(folders.toSorted());
  });

  test.each(folders)('$folder', ({ folder }) => {
    const here = cases.filter((one) => one.folder === folder);
    const passed = here.filter(({ path }) => !broken.get(path)?.includes('eslint(no-restricted-imports)'));
    expect(passed.map(({ specifier }) => specifier)).toEqual(
      here.filter(({ allowed }) => allowed).map(({ specifier }) => specifier),
    );
  });
});

describe('house habits', () => {
  test.each(Object.entries(habits))('%s', (_name, { path, breaks }) => {
    const found = broken.get(path) ?? [];
    const expected = breaks === undefined ? [] : [breaks];
    // The bad file may break a second rule on its way; the good one breaks none.
    expect(expected.length === 0 ? found : found.filter((code) => code === breaks).slice(0, 1)).toEqual(expected);
  });
});
