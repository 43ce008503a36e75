import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { understand } from '#adapters/cli/command-line.ts';
import { SETTING_NAMES } from '#config/environment.ts';
import { withTables } from '#tests/bench/performance-page.ts';
import { START_FLAGS } from '#tests/support/start-command.ts';

const documents = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file)),
]
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Blocks of TypeScript that begin with the name of a file, as in "```ts domain/money.ts". */
const blocksIn = (text: string) =>
  [...text.matchAll(/^( *)```ts (\S+)\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', file = '', code = '']) => ({
    indent,
    file,
    code,
  }));

/** What the operator types, as in `npm run leads -- stats`. */
const operatorCommandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/npm (?:-s )?run leads -- ([^`\n…]+)/g)].map(([, words]) => words ?? '');

const tests = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map((file) => join('tests', file));

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

const readme = documents[0]?.text ?? '';

describe('the documents', () => {
  it.each(documents)('$file names only npm commands that exist', ({ text }) => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(scripts).toHaveProperty('start');
    expect(scripts).toHaveProperty('test');
  });

  it.each(documents)('$file names only files and folders that exist', ({ file, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => join(dirname(file), path ?? ''));
    const quoted = [...text.matchAll(/`((?:domain|application|adapters|config|web|tests|docs)\/[\w./-]+)`/g)].map(
      ([, path]) => path ?? '',
    );
    expect([...links, ...quoted].filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(documents)(
    '$file shows code as it is in the file that the block names, but for what … leaves out',
    ({ text }) => {
      const strange = blocksIn(text).flatMap(({ indent, file, code }) => {
        const source = readFileSync(file, 'utf8');
        const bare = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
        let at = 0;
        return bare.split(/^ *\/\/ …\n/m).filter((part) => {
          at = source.indexOf(part, Math.max(at, 0));
          return at < 0;
        });
      });
      expect(strange).toEqual([]);
    },
  );

  it.each(documents)('$file names only tests that exist', ({ text }) => {
    const filters = [...text.matchAll(/(?:npm run test:\w+ --|npx vitest run) ([^\s`]+)/g)].map(
      ([, filter]) => filter ?? '',
    );
    expect(filters.filter((filter) => !tests.some((file) => file.includes(filter)))).toEqual([]);
  });

  it('docs/tour.md has a place for each file of application/, and only one', () => {
    const { text = '' } = documents.find(({ file }) => file === join('docs', 'tour.md')) ?? {};
    const [, map = ''] = /^## What is in `application\/`\n([\s\S]*?)^## /m.exec(text) ?? [];
    const named = [...map.matchAll(/`([a-z-]+)`(?=[,| ])/g)].map(([, name]) => `${name}.ts`);
    const files = ['application', 'application/letters'].flatMap((folder) =>
      readdirSync(folder).filter((file) => file.endsWith('.ts')),
    );
    expect(named.toSorted()).toEqual(files.toSorted());
  });

  it('docs/swap-a-provider.md shows no TypeScript without the file that it is of', () => {
    const { text = '' } = documents.find(({ file }) => file === join('docs', 'swap-a-provider.md')) ?? {};
    expect(blocksIn(text).length).toBeGreaterThan(7);
    expect(text.match(/^ *```ts *$/gm)).toBeNull();
  });

  it('docs/configuration.md names every setting but NODE_ENV in its tables, once, and no other', () => {
    const { text = '' } = documents.find(({ file }) => file === join('docs', 'configuration.md')) ?? {};
    const table = [...text.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, cell]) =>
      [...(cell ?? '').matchAll(/[A-Z_]+/g)].map(([name]) => name),
    );
    expect(table.sort()).toEqual(SETTING_NAMES.filter((name) => name !== 'NODE_ENV').sort());
  });

  it.each(documents)('$file names only commands of the operator that are understood', ({ text }) => {
    const misunderstood = operatorCommandsIn(text).filter((command) => {
      const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
      return understand(words, '/').is !== (words.includes('--help') ? 'help' : 'wish');
    });
    expect(misunderstood).toEqual([]);
  });

  it('docs/deploying.md starts a small shop as npm does, with one option more, which Node and every command have', () => {
    const { text = '' } = documents.find(({ file }) => file === join('docs', 'deploying.md')) ?? {};
    expect(text).toContain(`\`node --liftoff-only ${START_FLAGS.join(' ')} config/main.ts\``);
    const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    expect(options).toContain('--liftoff-only (');
    expect(text).toContain('Commands (`npm run leads`) always run so');
    expect(scripts['leads']).toMatch(/^node --liftoff-only /);
  });

  it('docs/operating.md names commands of the operator, and only settings that exist', () => {
    const { text = '' } = documents.find(({ file }) => file === join('docs', 'operating.md')) ?? {};
    expect(operatorCommandsIn(text).length).toBeGreaterThan(15);
    const settings = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=\w+)?`/g)].map(([, name]) => name ?? '');
    expect(settings.length).toBeGreaterThan(3);
    expect(settings.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it('docs/swap-a-provider.md gives commands only settings that exist', () => {
    const { text = '' } = documents.find(({ file }) => file === join('docs', 'swap-a-provider.md')) ?? {};
    const given = [...text.matchAll(/\b([A-Z]+(?:_[A-Z]+)*)=\w+/g)].map(([, name]) => name ?? '');
    expect(given.length).toBeGreaterThan(2);
    expect(given.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it('docs/scaling.md names only settings that exist, and every figure with a unit is one that a command has measured', () => {
    const { text = '' } = documents.find(({ file }) => file === join('docs', 'scaling.md')) ?? {};
    const settings = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name]) => name ?? '');
    expect(settings.length).toBeGreaterThan(3);
    // The name of a constant, and the benchmark's own setting.
    const others = ['AT_MOST', 'TEST_POSTGRES'];
    expect(settings.filter((name) => !SETTING_NAMES.includes(name) && !others.includes(name))).toEqual([]);
    expect(readFileSync('application/refresh-week.ts', 'utf8')).toContain('const AT_MOST =');
    const plan = withTables(text, '');
    expect(plan.match(/\d[\d.,]* (?:ms|s|min|h|hours|MB|MiB|GB|TB|cores)\b/g) ?? []).toEqual([]);
    expect(text).toContain('npm run bench:scaling');
  });

  it('the README names the browsers that the web is built for, and none that has no popovers', () => {
    const [, built = ''] = /target: \[(.*'safari.*)\]/.exec(readFileSync('vite.config.ts', 'utf8')) ?? [];
    const [, versions = ''] = /^Browsers: (.*?) \(/m.exec(readme) ?? [];
    const [, chrome, firefox, safari] =
      /^Chrome and Edge from (\S+), Firefox from (\S+), Safari from (\S+)$/.exec(versions) ?? [];
    expect(built).toBe(`'chrome${chrome}', 'edge${chrome}', 'firefox${firefox}', 'safari${safari}'`);
    expect(Number(firefox)).toBeGreaterThanOrEqual(125);
  });

  it('the README has at most 100 lines', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(101);
  });
});
