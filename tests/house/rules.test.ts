import { readFileSync, readdirSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { importClosure } from './import-closure.ts';
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

/** These start the product as processes of its own, or the built pages in a browser. */
const OF_PROCESSES = /^tests\/(?:e2e|race|promises)\//;

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

  it('names no test that never comes to the file: it could not fail without the rule', () => {
    const idle = rows.filter(({ where, file }) => !OF_PROCESSES.test(file) && !importClosure(file).has(where));
    expect(idle).toEqual([]);
  });

  it('names every file of the domain and every use-case', () => {
    const named = new Set(rows.map(({ where }) => where));
    const sources = [...sourcesIn('domain'), ...sourcesIn('application')];
    expect(sources.filter((source) => !named.has(source) && !WITHOUT_RULES.includes(source))).toEqual([]);
  });
});
