import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { claimOf, missingFiles, missingTests } from './test-titles.ts';

const lines = readFileSync('docs/security.md', 'utf8').split('\n');
const ofControls = lines.filter((line) => /^\| C\d/.test(line));
const rows = ofControls.flatMap((line) => claimOf(line) ?? []);

const numbersOf = (letter: string, all: readonly string[]): ReadonlySet<string> =>
  new Set(all.flatMap((line) => new RegExp(`^\\| (${letter}\\d+) \\|`).exec(line)?.[1] ?? []));

const upTo = (letter: string, last: number): readonly string[] =>
  Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);

describe('docs/security.md', () => {
  it('says of every control what is done, where, and which test fails without it', () => {
    expect(rows).toHaveLength(ofControls.length);
    expect([...numbersOf('C', lines)]).toEqual(upTo('C', 57));
  });

  it('names only files that exist', () => {
    expect(missingFiles(rows)).toEqual([]);
  });

  it('names only tests that exist, each by how its title begins', () => {
    expect(missingTests(rows)).toEqual([]);
  });

  it('answers every threat with controls that it has', () => {
    expect([...numbersOf('T', lines)]).toEqual(upTo('T', 21));
    const controls = numbersOf('C', lines);
    for (const line of lines.filter((one) => /^\| T\d/.test(one))) {
      const named = [...line.matchAll(/\bC\d+\b/g)].map(([name]) => name);
      expect([line, named.length > 0 || /\bI\d+\b/.test(line)]).toEqual([line, true]);
      expect([line, named.filter((name) => !controls.has(name))]).toEqual([line, []]);
    }
  });
});
