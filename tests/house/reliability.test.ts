import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { figuresIn, withFigures } from '#tests/support/soak-figures.ts';

const page = readFileSync('docs/reliability.md', 'utf8');

const sectionOf = (title: string): string => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

const cellsIn = (section: string): readonly (readonly string[])[] =>
  section
    .split('\n')
    .filter((line) => /^\| I\d+ \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));

/** `file` › how a title begins. */
const namedIn = (cell: string): { readonly file: string; readonly title: string } | undefined => {
  const [, file, title] = /^`([^`]+)` › (.+)$/.exec(cell) ?? [];
  return file && title ? { file, title } : undefined;
};

const exists = (cell: string): boolean => {
  const named = namedIn(cell);
  if (named === undefined || !existsSync(named.file)) return false;
  const source = readFileSync(named.file, 'utf8').replaceAll(String.raw`\'`, "'");
  // A title may begin with what a variable says.
  return ["'", '`', '"', '} '].some((sign) => source.includes(`${sign}${named.title}`));
};

const ALL = Array.from({ length: 19 }, (_, index) => `I${index + 1}`);

const CIRCUMSTANCES = { date: '2026-11-21', node: '24.0.0', postgres: '18.4' };

describe('docs/reliability.md', () => {
  it('names each promise once, with a test that exists', () => {
    const rows = cellsIn(sectionOf('The promises'));
    expect(rows.map(([name]) => name)).toEqual(ALL);
    expect(rows.filter((cells) => cells.length !== 3 || !exists(cells[2] ?? ''))).toEqual([]);
  });

  it('tells of each promise once how it is proved, at both reaches', () => {
    const rows = cellsIn(sectionOf('How each is proved'));
    const names = rows.map(([name]) => name ?? '');
    expect(names).toEqual(ALL);
    expect(rows.filter((cells) => cells.length !== 4)).toEqual([]);
  });

  it('names only sabotage that a test notices', () => {
    const rows = cellsIn(sectionOf('Sabotage that is noticed'));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(([name]) => !ALL.includes(name ?? ''))).toEqual([]);
    expect(rows.filter((cells) => cells.length !== 3 || !exists(cells[2] ?? ''))).toEqual([]);
  });

  it('has figures without a violation only, each of a promise', () => {
    const rows = cellsIn(sectionOf('Figures of the last soak'));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(([name]) => !ALL.includes(name ?? ''))).toEqual([]);
    expect(rows.filter((cells) => cells.length !== 8 || cells[3] !== '0')).toEqual([]);
  });
});

describe('the figures of a soak', () => {
  const output = `stdout | a file
promise I4: 500 sequences, seed 7, 0 violations, 4.2 s
promise I4: 1500 sequences, seed 8, 2 violations, 200.0 s
promise I12: 100 seeds of 300 buyers, seed 7, 0 violations, 61.4 s
sabotage of I4: a memory only, caught 1 times in 3, seed 7, 0.1 s`;

  it('are added up by promise and kind', () => {
    expect(figuresIn(output)).toEqual([
      {
        promise: 'I4',
        what: 'sequences',
        count: 2_000,
        firstSeed: 7,
        lastSeed: 8,
        violations: 2,
        seconds: 204.2,
      },
      {
        promise: 'I12',
        what: 'seeds of 300 buyers',
        count: 100,
        firstSeed: 7,
        lastSeed: 7,
        violations: 0,
        seconds: 61.4,
      },
    ]);
  });

  it('replace those of the same promises on the page, and leave all else as it is', () => {
    const empty = 'before\n<!-- figures -->\n<!-- end of the figures -->\nafter\n';
    const first = withFigures(empty, figuresIn(output), CIRCUMSTANCES);
    expect(first.split('\n').filter((line) => line.startsWith('| I'))).toEqual([
      '| I4 | 2,000 sequences | 7–8 | 2 | 3 min | 2026-11-21 | 24.0.0 | 18.4 |',
      '| I12 | 100 seeds of 300 buyers | 7 | 0 | 61 s | 2026-11-21 | 24.0.0 | 18.4 |',
    ]);
    const second = withFigures(first, figuresIn('promise I4: 3 others, seed 1, 0 violations, 1.0 s'), CIRCUMSTANCES);
    expect(second.split('\n').filter((line) => line.startsWith('| I'))).toEqual([
      '| I4 | 3 others | 1 | 0 | 1 s | 2026-11-21 | 24.0.0 | 18.4 |',
      '| I12 | 100 seeds of 300 buyers | 7 | 0 | 61 s | 2026-11-21 | 24.0.0 | 18.4 |',
    ]);
    expect(second.startsWith('before\n')).toBe(true);
    expect(second.endsWith('\nafter\n')).toBe(true);
    expect(withFigures(second, [], CIRCUMSTANCES)).toBe(second);
  });
});
