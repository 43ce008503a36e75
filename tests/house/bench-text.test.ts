import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { leadAt } from '#tests/bench/leads.ts';
import { optionsOf } from '#tests/bench/options.ts';
import { PLACES } from '#tests/bench/places.ts';
import { withTables } from '#tests/bench/performance-page.ts';
import { textOf } from '#tests/bench/report-text.ts';
import type { Sample } from '#tests/bench/rounds.ts';
import type { Report } from '#tests/bench/run.ts';
import { isInVault, isOffered } from '#domain/lead.ts';
import { WEEK } from '#domain/instant.ts';
import { weekStart } from '#domain/week.ts';

const CIRCUMSTANCES = { date: '2026-11-21', node: '24.0.0', postgres: '18.4', cores: 2, rounds: 3, seconds: 1 };

const sample = (perSecond: number, serverTime: number, p50: number): Sample => ({
  ...{ perSecond, serverTime, databaseTime: undefined, p50, p99: p50 * 10 },
});

const reportOf = (leads: number, slower: number): Report => ({
  leads,
  cases: [
    {
      name: 'list: page 1',
      rounds: [
        { product: sample(900, 130, 0.5 * slower), floor: sample(1_000, 100, 0.4) },
        { product: sample(1_200, 90, 0.5 * slower), floor: sample(1_000, 100, 0.4) },
        { product: sample(400, 200, 0.7 * slower), floor: sample(1_000, 100, 0.4) },
      ],
    },
  ],
  besides: [
    {
      name: 'eight people who sign in',
      rounds: [
        {
          product: { kept: 0.61, slower: 3.9, longest: 12.2, memory: 7 },
          floor: { kept: 0.2, slower: 12.4, longest: 40, memory: undefined },
        },
      ],
    },
  ],
  memory: { product: { atRest: 150.4, most: 301 }, floor: { atRest: undefined, most: undefined } },
});

describe('the tables of the benchmark', () => {
  const text = textOf([reportOf(10_000, 1), reportOf(1_000_000, 1.3)], CIRCUMSTANCES);

  it('have the median of the rounds as a ratio, with the least and the most of them', () => {
    expect(text.split('\n').filter((line) => line.startsWith('| list: page 1'))[0]).toBe(
      '| list: page 1 | 900 / 1,000 | 0.90 (0.40–1.20) | 1.30 (0.90–2.00) | n/a | 0.50 / 0.40 | 5.0 / 4.0 |',
    );
  });

  it('say what a larger shop costs in times of the smallest', () => {
    expect(text).toContain(
      '### Growth of the product from 10,000 leads, in times\n\n| request | p50 at 1,000,000 | p99 |',
    );
    expect(text.split('\n').at(-1)).toBe('| list: page 1 | 1.30 | 1.30 |');
    expect(textOf([reportOf(10_000, 1)], CIRCUMSTANCES)).not.toContain('Growth');
  });

  it('tell of what else they do, the memory and the circumstances', () => {
    expect(text).toContain('| eight people who sign in | 0.61 / 0.20 | 3.9 / 12 | 12 / 40 | 7.0 / n/a |');
    expect(text).toContain('Memory in MiB: 150 at rest, 301 at most (product), n/a (floor).');
    expect(text).toMatch(
      /^Measured on 2026-11-21 with Node 24.0.0 and PostgreSQL 18.4 on 2 cores, 3 × 1 s for each.\n/,
    );
  });

  it('go between the marks of the page and leave all else as it is', () => {
    const page = readFileSync('docs/performance.md', 'utf8');
    const once = withTables(page, text);
    expect(once).toContain(`\n\n${text}\n\n`);
    expect(withTables(once, 'nothing')).toBe(withTables(page, 'nothing'));
    expect(once.split('<!--')[0]).toBe(page.split('<!--')[0]);
    expect(() => withTables('no marks', text)).toThrow('the page has no');
  });
});

describe('the leads of the benchmark', () => {
  const now = weekStart(Date.UTC(2026, 10, 21)) + (2 * WEEK) / 7;
  const leads = Array.from({ length: 5_000 }, (_, index) => leadAt(index, weekStart(now)));
  const shareOf = (is: (lead: (typeof leads)[number]) => boolean) => leads.filter(is).length / leads.length;

  it('are the same in every run, each with an id of its own', () => {
    expect(new Set(leads.map(({ id }) => id)).size).toBe(leads.length);
    expect(leads[4_321]).toEqual(leadAt(4_321, weekStart(now)));
    expect(leads.slice(0, 3).map(({ id, place }) => [id, place.city])).toMatchInlineSnapshot(`
      [
        [
          "01900000-0000-7000-80ca-1bf9120297af",
          "Harbor Falls",
        ],
        [
          "01900000-0000-7000-81ed-61af80cbfba0",
          "Hawk Heights",
        ],
        [
          "01900000-0000-7000-8204-9256856215ea",
          "Gold Field",
        ],
      ]
    `);
  });

  it('are listed by a fifth and vaulted by three tenths, for the whole week', () => {
    for (const at of [now, weekStart(now) + WEEK - 1]) {
      expect(shareOf((lead) => isOffered(lead, at, 1))).toBeCloseTo(0.2, 1);
      expect(shareOf((lead) => isInVault(lead, at))).toBeCloseTo(0.3, 1);
    }
  });

  it('come from 2,000 places, most of them from few', () => {
    expect(new Set(PLACES.map(({ city, state }) => `${city}, ${state}`)).size).toBe(2_000);
    const busiest = new Set(PLACES.slice(0, 100));
    expect(shareOf(({ place }) => busiest.has(place))).toBeGreaterThan(0.25);
    expect(shareOf(({ place }) => place === PLACES.at(-1))).toBeLessThan(0.01);
  });
});

describe('the options of the benchmark', () => {
  it('are three sizes for long, two for short, or what was typed', () => {
    expect(optionsOf([])).toEqual({ sizes: [10_000, 100_000, 1_000_000], rounds: 5, seconds: 5, isSaved: false });
    expect(optionsOf(['--quick', '--save'])).toEqual({
      sizes: [10_000, 100_000],
      rounds: 3,
      seconds: 1,
      isSaved: true,
    });
    expect(optionsOf(['--leads', '500,2000', '--rounds=2', '--seconds', '0.3'])).toEqual({
      ...{ sizes: [500, 2_000], rounds: 2, seconds: 0.3, isSaved: false },
    });
    expect(() => optionsOf(['--leads', 'many'])).toThrow('--leads must be a number above 0');
    expect(() => optionsOf(['--fast'])).toThrow('--fast');
  });
});
