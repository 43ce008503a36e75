import { existsSync, readFileSync, readdirSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

type Row = { readonly rule: string; readonly where: string; readonly file: string; readonly title: string };

const text = readFileSync('docs/rules.md', 'utf8');
const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| rule |'));

const rows = lines.flatMap((line): Row[] => {
  const [, rule, where, file, title] = /^\| (.+) \| `([^`]+)` \| `([^`]+)` › (.+) \|$/.exec(line) ?? [];
  return rule && where && file && title ? [{ rule, where, file, title }] : [];
});

/** A test's title is the first argument of a call whose second one is a function; a group's is not meant. */
const TITLE = /(\w*)\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2,\s*(?:async\s*)?\(/g;

const titlesIn = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(TITLE)]
    .filter(([, called]) => called !== 'describe')
    .map(([, , , title]) => (title ?? '').replaceAll(/\\(['"`])/g, '$1'));

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`);

/** Files that hold no rule of their own. */
const WITHOUT_RULES = ['domain/instant.ts'];

describe('docs/rules.md', () => {
  it('has a rule, a file and a test in every row', () => {
    expect(rows).toHaveLength(lines.length);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('names only files that exist', () => {
    expect(rows.flatMap(({ where, file }) => [where, file]).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names only tests that exist, each by how its title begins', () => {
    const missing = rows.filter(({ file, title }) => {
      const found = existsSync(file) ? titlesIn(file).filter((known) => known.startsWith(title)) : [];
      return found.length !== 1;
    });
    expect(missing).toEqual([]);
  });

  it('names every file of the domain and every use-case', () => {
    const named = new Set(rows.map(({ where }) => where));
    const sources = [...sourcesIn('domain'), ...sourcesIn('application')];
    expect(sources.filter((source) => !named.has(source) && !WITHOUT_RULES.includes(source))).toEqual([]);
  });
});
