import { readFileSync, readdirSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { claimOf, missingFiles, missingTests } from './test-titles.ts';

const text = readFileSync('docs/rules.md', 'utf8');
const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| rule |'));
const rows = lines.flatMap((line) => claimOf(line) ?? []);

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
    expect(missingFiles(rows)).toEqual([]);
  });

  it('names only tests that exist, each by how its title begins', () => {
    expect(missingTests(rows)).toEqual([]);
  });

  it('names every file of the domain and every use-case', () => {
    const named = new Set(rows.map(({ where }) => where));
    const sources = [...sourcesIn('domain'), ...sourcesIn('application')];
    expect(sources.filter((source) => !named.has(source) && !WITHOUT_RULES.includes(source))).toEqual([]);
  });
});
