import { globSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { prometheusMetrics } from '#adapters/prometheus/metrics.ts';
import { TROUBLES } from '#application/ports/log.ts';

const page = readFileSync('docs/operating.md', 'utf8');
const [, watching = ''] = /^## Watching\n(.*?)^## /ms.exec(page) ?? [];

const sectionOf = (title: string): string => watching.split(`\n### ${title}\n`)[1]?.split('\n### ')[0] ?? '';

/** The cells of the rows below the head of a table. */
const rowsIn = (section: string): readonly (readonly string[])[] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '));

/** What a process shows before anything has happened. */
const metrics = prometheusMetrics({ clock: Date.now });

/** Every counter whose increase an alert looks at, as `name{label="value"`; those whose rates are compared begin with traffic. */
const increasesIn = (expression: string): readonly string[] =>
  [...expression.matchAll(/increase\((\w+)\{([^}]+)\}\[/g)].map(([, name, labels]) => `${name} ${labels}`);

const alerts = rowsIn(sectionOf('Alerts'));
const increases = alerts.flatMap(([, expression = '']) => increasesIn(expression));

const sources = globSync('{application,adapters,config}/**/*.ts', {
  exclude: ['adapters/prometheus/**', 'application/ports/log.ts'],
}).map((file) => readFileSync(file, 'utf8'));
const told = new Set(
  sources.flatMap((source) => [...source.matchAll(/'([a-z]+(?: [a-z]+)+|unexpected)'/g)].map(([, event]) => event)),
);

describe('docs/operating.md', () => {
  it('names only metrics that exist, and every one of ours', () => {
    const named = [...watching.matchAll(/\b(?:homelead|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
    const known = metrics.names();
    const parts = known.flatMap((name) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]);
    expect(named.filter((name) => !parts.includes(name))).toEqual([]);
    const ours = known.filter((name) => name.startsWith('homelead_'));
    expect(ours.filter((name) => !named.some((one) => one.startsWith(name)))).toEqual([]);
  });

  it('names only events of the log that somebody tells', () => {
    const events = [...watching.matchAll(/`([a-z]+(?: [a-z]+)+)`/g)].map(([, event]) => event ?? '');
    expect(events.length).toBeGreaterThan(3);
    expect(events.filter((event) => !told.has(event))).toEqual([]);
  });

  it.each(increases)('alerts on the very first of %s: it is shown before anything happens', async (selector) => {
    const [name = '', ...words] = selector.split(' ');
    const label = words.join(' ');
    const { text } = await metrics.read();
    const shown = text.split('\n').filter((line) => line.startsWith(`${name}{`) && line.includes(label));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((line) => !line.endsWith('} 0'))).toEqual([]);
  });

  it('has alerts on what counts, each for one thing', () => {
    expect(increases.length).toBeGreaterThan(8);
    expect(new Set(increases).size).toBe(increases.length);
  });

  it.each([
    ['Errors', TROUBLES.error],
    ['Warnings', TROUBLES.warn],
  ])('tells of each of the %s what has happened and what to do', (title, events) => {
    const rows = rowsIn(sectionOf(title));
    expect(rows.filter((cells) => cells.length !== 3 || cells.some((cell) => cell.trim() === ''))).toEqual([]);
    const named = rows.map(([event]) => event);
    expect(named).toEqual(events.map((event) => `\`${event}\``));
  });

  it('tells of other parts of itself by their titles', () => {
    const titles = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title ?? '');
    const others = [...alerts, ...rowsIn(sectionOf('Errors')), ...rowsIn(sectionOf('Warnings'))].flatMap((cells) =>
      [...(cells[2] ?? '').matchAll(/\*([^*]+)\*/g)].map(([, title]) => title ?? ''),
    );
    expect(others.length).toBeGreaterThan(20);
    expect(others.filter((title) => !titles.includes(title))).toEqual([]);
  });
});

describe('the list of warnings and errors', () => {
  it('has only those that somebody tells', () => {
    const all: readonly string[] = [...TROUBLES.error, ...TROUBLES.warn];
    expect(all.filter((event) => !told.has(event))).toEqual([]);
  });
});
