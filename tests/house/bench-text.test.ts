import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { Growth } from '#tests/bench/growth.ts';
import { leadAt } from '#tests/bench/leads.ts';
import { optionsOf } from '#tests/bench/options.ts';
import { PLACES } from '#tests/bench/places.ts';
import { withTables } from '#tests/bench/performance-page.ts';
import { textOf } from '#tests/bench/report-text.ts';
import type { Pair, Sample } from '#tests/bench/rounds.ts';
import type { Report } from '#tests/bench/run.ts';
import type { SearchVisit, Visit } from '#tests/bench/search-visits.ts';
import { isInVault } from '#tests/support/in-vault.ts';
import { isOffered } from '#domain/lead.ts';
import { WEEK } from '#domain/instant.ts';
import { weekStart } from '#domain/week.ts';

const CIRCUMSTANCES = { date: '2026-11-21', node: '24.0.0', postgres: '18.4', cores: 2, rounds: 3, seconds: 1 };

const sample = (perSecond: number, serverTime: number, p50: number): Sample => ({
  perSecond,
  serverTime,
  databaseTime: undefined,
  p50,
  p99: p50 * 10,
});

/** Three rounds, of which the last was a slow one for the product. */
const searched = (term: string, isCommon: boolean, usual: Pair<Visit>): SearchVisit => ({
  term,
  isCommon,
  rounds: [usual, usual, { ...usual, product: { first: usual.product.first * 4, further: usual.product.further } }],
});

const reportOf = (): Report => ({
  leads: 10_000,
  cases: [
    {
      name: 'list: page 1',
      rounds: [
        { product: sample(900, 130, 0.5), floor: sample(1_000, 100, 0.4) },
        { product: sample(1_200, 90, 0.5), floor: sample(1_000, 100, 0.4) },
        { product: sample(400, 200, 0.7), floor: sample(1_000, 100, 0.4) },
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
  exports: [
    {
      product: { first: 20, last: 130, bytes: 5_100_000 },
      floor: { first: 10, last: 100, bytes: 5_100_000 },
    },
  ],
  exportMemory: [
    { product: 12, floor: undefined },
    { product: 41, floor: undefined },
  ],
  searches: [
    searched('an', true, { product: { first: 10, further: 1 }, floor: { first: 20, further: 9 } }),
    searched('yahoo', true, { product: { first: 12, further: 0.2 }, floor: { first: 12, further: 9 } }),
    searched('gmail', true, { product: { first: 40, further: 0.5 }, floor: { first: 40, further: 9 } }),
    searched('zz', false, { product: { first: 2, further: 1 }, floor: { first: 1, further: 9 } }),
  ],
  fromMemory: undefined,
  memory: { product: { atRest: 150.4, most: 301 }, floor: { atRest: undefined, most: undefined } },
});

/** Three rounds, of which the machine had other things to do in one, with many leads or with few. */
const growthOf = (...names: readonly string[]): Growth => ({
  few: 10_000,
  many: 1_000_000,
  cases: names.map((name) => ({
    name,
    rounds: [
      { product: { p50: 1.31, p99: 2.8 }, floor: { p50: 1, p99: 2 } },
      { product: { p50: 4, p99: 10 }, floor: { p50: 1, p99: 2 } },
      { product: { p50: 1.3, p99: 2 }, floor: { p50: 1.3, p99: 2 } },
    ],
  })),
});

const beside = (name: string, times: number) => ({
  name,
  rounds: [{ product: sample(1_000 * times, 100, 0.1), floor: sample(1_000, 100, 0.1) }],
});

/** What the table of the goals says of some work: what was measured, and whether that is enough. */
const said = (text: string, work: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`| ${work} |`))
    ?.split(' | ')
    .slice(2)
    .join(' ');

describe('the goals', () => {
  const one = textOf({ reports: [reportOf()] }, CIRCUMSTANCES);

  it('are judged by the worst that they are about, which is named', () => {
    expect(said(one, 'a list, nothing kept')).toBe('0.90 (list: page 1) yes |');
    expect(said(one, 'a list, nothing kept: processor')).toBe('1.30 (list: page 1) yes |');
    expect(said(one, 'an export, beside a `COPY`')).toBe('1.30 (whole) **no** |');
    expect(said(one, 'an export: first byte')).toBe('20.00 (ms) yes |');
    expect(said(one, 'a further page of a search of the vault')).toBe('60.00 (common terms) yes |');
    expect(said(one, 'the list beside eight who sign in')).toBe('0.61 (kept) yes |');
    expect(said(one, 'a new search of the vault, with its total')).toBe("0.50 ('zz') **no** |");
    expect(said(one, 'an export: memory')).toBe('41.00 (MiB) **no** |');
  });

  it('that nobody may wait too long for are judged by the longest of all rounds', () => {
    const exports = [49, 12, 51].map((longest) => ({
      product: { kept: 0.6, slower: 2, longest, memory: 1 },
      floor: { kept: 0.6, slower: 2, longest: 99, memory: 1 },
    }));
    const besides = [{ name: 'one export after the other', rounds: exports }];
    const text = textOf({ reports: [{ ...reportOf(), besides }] }, CIRCUMSTANCES);
    expect(said(text, 'the list beside exports: longest wait')).toBe('51.00 (ms) **no** |');
  });

  it('that nothing was measured for are neither reached nor missed', () => {
    expect(said(one, 'from memory, beside the floor')).toBe('not measured – |');
    expect(said(one, 'the embedded database, beside a bare server on it')).toBe('not measured – |');
  });

  it('of growth are judged round by round, by the same request with few leads', () => {
    const text = textOf(
      { reports: [reportOf()], growth: growthOf('list: page 1', 'list: a state code') },
      CIRCUMSTANCES,
    );
    expect(said(text, 'from 10,000 to 1,000,000 leads: p50')).toBe('1.31 (list: page 1) **no** |');
    expect(said(text, 'from 10,000 to 1,000,000 leads: p50, by state')).toBe('1.31 (list: a state code) yes |');
    expect(said(text, 'from 10,000 to 1,000,000 leads: p99')).toBe('1.40 (list: page 1) yes |');
    expect(said(one, 'from 10,000 to 1,000,000 leads: p50')).toBeUndefined();
  });

  it('of memory and of the embedded database are judged by what was measured beside others', () => {
    const fromMemory = {
      besideFloor: [beside('list: page 1', 6), beside('top 5', 4.9)],
      besideConstant: [beside('list: page 1', 0.8), beside('list: page 1, not changed', 0.94)],
    };
    const embedded = { leads: 10_000, cases: [beside('me', 0.9)], memory: { product: 500, floor: 400 } };
    const text = textOf({ reports: [{ ...reportOf(), fromMemory }], embedded }, CIRCUMSTANCES);
    expect(said(text, 'from memory, beside the floor')).toBe('4.90 (top 5) **no** |');
    expect(said(text, 'from memory, beside a constant body')).toBe('0.80 (list: page 1) yes |');
    expect(said(text, 'not changed (304), beside a constant body')).toBe('0.94 (list: page 1, not changed) **no** |');
    expect(said(text, 'the embedded database, beside a bare server on it')).toBe('0.90 (me) yes |');
    expect(text).toContain('Memory in MiB, at most: 500 / 400.');
  });
});

describe('the tables of the benchmark', () => {
  const text = textOf({ reports: [reportOf()], growth: growthOf('checkout') }, CIRCUMSTANCES);

  it('have the median of the rounds as a ratio, with the least and the most of them', () => {
    expect(text.split('\n').filter((line) => line.startsWith('| list: page 1'))[0]).toBe(
      '| list: page 1 | 900 / 1,000 | 0.90 (0.40–1.20) | 1.30 (0.90–2.00) | n/a | 0.50 / 0.40 | 5.0 / 4.0 |',
    );
  });

  it('have exports by themselves', () => {
    expect(text).toContain('| 5.1 MB | 20 / 10 | 130 / 100 | 1.30 (1.30–1.30) | 12 / n/a |');
  });

  it('have new searches of the vault by themselves', () => {
    expect(text).toContain("| 'zz' | 2.0 / 1.0 | 0.50 (0.13–0.50) | 1.0 / 9.0 |");
  });

  it('say what more leads cost whoever asks, in times', () => {
    expect(text).toContain(
      '### Growth of the product from 10,000 to 1,000,000 leads\n\n| request | p50, times | p99, times | p50 ms | p99 ms |',
    );
    expect(text.split('\n').at(-1)).toBe('| checkout | 1.31 (1.00–4.00) | 1.40 (1.00–5.00) | 1.3 / 1.0 | 2.8 / 2.0 |');
    expect(textOf({ reports: [reportOf()] }, CIRCUMSTANCES)).not.toContain('Growth');
  });

  it('tell of what else they do, the memory and the circumstances', () => {
    expect(text).toContain('| eight people who sign in | 0.61 / 0.20 | 3.9 / 12 | 12 / 40 | 7.0 / n/a |');
    expect(text).toContain('Memory in MiB: 150 at rest, 301 at most (product), n/a (floor).');
    expect(text).toMatch(
      /^Measured on 2026-11-21 with Node 24.0.0 and PostgreSQL 18.4 on 2 cores, 3 × 1 s for each.\n/,
    );
  });

  const KEPT = ['measured', 'painted', 'compared'] as const;
  it.each(KEPT)('go between the marks of what was %s and leave all else of the page as it is', (kept) => {
    const page = readFileSync('docs/performance.md', 'utf8');
    const once = withTables(page, text, kept);
    expect(once).toContain(`<!-- ${kept} -->\n\n${text}\n\n<!-- end of what was ${kept} -->`);
    expect(withTables(once, 'nothing', kept)).toBe(withTables(page, 'nothing', kept));
    const others = (of: string) =>
      KEPT.filter((one) => one !== kept).map((one) => of.split(`<!-- ${one} -->`)[1]?.split('<!-- end')[0]);
    expect(others(once)).toEqual(others(page));
    expect(() => withTables('no marks', text, kept)).toThrow('the page has no');
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
    expect(optionsOf([])).toEqual({
      sizes: [10_000, 100_000, 1_000_000],
      rounds: 5,
      seconds: 5,
      warmUp: 2.5,
      isSaved: false,
    });
    expect(optionsOf(['--quick', '--save'])).toEqual({
      sizes: [10_000, 100_000],
      rounds: 3,
      seconds: 0.5,
      warmUp: 1,
      isSaved: true,
    });
    expect(optionsOf(['--leads', '500,2000', '--rounds=2', '--seconds', '0.3'])).toEqual({
      sizes: [500, 2_000],
      rounds: 2,
      seconds: 0.3,
      warmUp: 1,
      isSaved: false,
    });
    expect(() => optionsOf(['--leads', 'many'])).toThrow('--leads must be a number above 0');
    expect(() => optionsOf(['--fast'])).toThrow('--fast');
  });
});
