import { figure, medianRatio, short } from './cells.ts';
import type { Findings } from './findings.ts';
import { UNCHANGED } from './from-memory.ts';
import type { Grown, Growth } from './growth.ts';
import { atLeast, atMost, medianOf, ours, perSecond, ratios, serverTime } from './judge.ts';
import type { Found, Goal } from './judge.ts';
import type { Measured, Waits } from './rounds.ts';
import type { Report } from './run.ts';
import { median } from './statistics.ts';

const isList = ({ name }: Pick<Measured, 'name'>): boolean => name.startsWith('list: ');
const isSearchedByState = (name: string): boolean => /state/.test(name);
const named = (cases: readonly Measured[], ...names: readonly string[]) =>
  cases.filter(({ name }) => names.includes(name));

const growthGoals = ({ few, many, cases }: Growth): readonly Goal[] => {
  const grown = cases.filter((one) => isList(one) || ['top 5', 'vault: page 1', 'vault: a state'].includes(one.name));
  const times = (of: readonly Grown[], value: (waits: Waits) => number): readonly Found[] =>
    of.map(({ name, rounds }) => ({ name, value: medianRatio(rounds, value) }));
  const p50 = ({ p50: value }: Waits) => value;
  const [byState, others] = [true, false].map((is) => grown.filter(({ name }) => isSearchedByState(name) === is));
  const work = `from ${few.toLocaleString('en-US')} to ${many.toLocaleString('en-US')} leads`;
  return [
    atMost(`${work}: p50`, 1.3, 'at most 1.3 times', times(others ?? [], p50)),
    atMost(`${work}: p50, by state`, 1.5, 'at most 1.5 times', times(byState ?? [], p50)),
    atMost(
      `${work}: p99`,
      1.5,
      'at most 1.5 times',
      times(grown, ({ p99 }) => p99),
    ),
  ];
};

const memoryGoals = ({ fromMemory }: Report): readonly Goal[] => {
  const { besideFloor = [], besideConstant = [] } = fromMemory ?? {};
  const changing = besideConstant.filter(({ name }) => name !== UNCHANGED);
  return [
    atLeast('from memory, beside a constant body', 0.75, 'throughput at least 0.75', ratios(changing, perSecond)),
    atLeast('from memory, beside the floor', 5, 'throughput at least 5', ratios(besideFloor, perSecond)),
    atLeast(
      'not changed (304), beside a constant body',
      0.95,
      'throughput at least 0.95',
      ratios(named(besideConstant, UNCHANGED), perSecond),
    ),
  ];
};

const exportGoals = ({ exports, exportMemory, besides }: Report): readonly Goal[] => {
  const beside = besides.find(({ name }) => name.includes('export'))?.rounds ?? [];
  return [
    atMost('an export, beside a `COPY`', 1.15, 'at most 1.15 times as long', [
      { name: 'whole', value: medianRatio(exports, ({ last }) => last) },
    ]),
    atMost('an export: first byte', 50, 'at most 50 ms', [
      { name: 'ms', value: medianOf(exports, ({ first }) => first) },
    ]),
    atMost(
      'an export: memory',
      40,
      'at most 40 MiB more',
      exportMemory.map(({ product }) => ({ name: 'MiB', value: product ?? Number.NaN })),
    ),
    atMost(
      'the list beside exports: longest wait',
      50,
      'at most 50 ms',
      beside.map(({ product }) => ({ name: 'ms', value: product.longest })),
    ),
  ];
};

const signInGoals = ({ cases, besides }: Report): readonly Goal[] => {
  const beside = besides.find(({ name }) => name.includes('sign in'))?.rounds ?? [];
  return [
    atLeast(
      'signing in, beside the hashing',
      0.95,
      'throughput at least 0.95',
      ratios(named(cases, 'login'), perSecond),
    ),
    atLeast('the list beside eight who sign in', 0.6, 'keeps at least 0.6', [
      { name: 'kept', value: medianOf(beside, ({ kept }) => kept) },
    ]),
    atMost('the list beside eight who sign in: p99', 4, 'at most 4 times', [
      { name: 'times', value: medianOf(beside, ({ slower }) => slower) },
    ]),
  ];
};

/** Every goal that this benchmark can judge, by the largest of the shops. */
export const goalsOf = ({ reports, growth, embedded }: Findings): readonly Goal[] => {
  const largest = reports.at(-1);
  if (largest === undefined) return [];
  const { cases, searches: visits } = largest;
  const lists = cases.filter((one) => isList(one) && one.name !== 'list: middle page');
  const [middle, hundredth] = ['list: middle page', 'list: page 100'].map((name) =>
    ours(cases, name, ({ p50 }) => p50),
  );
  const searches = cases.filter(({ name }) => name.startsWith('vault: search'));
  return [
    atLeast('a list, nothing kept', 0.85, 'throughput at least 0.85', ratios(lists, perSecond)),
    atMost('a list, nothing kept: processor', 1.35, 'server CPU at most 1.35', ratios(lists, serverTime)),
    ...memoryGoals(largest),
    ...(growth === undefined ? [] : growthGoals(growth)),
    {
      work: 'the middle page',
      goal: 'at most 1.2 times page 100, or 6 ms',
      measured: `${figure((middle ?? Number.NaN) / (hundredth ?? Number.NaN))} times, ${short(middle ?? Number.NaN)} ms`,
      isReached: (middle ?? Infinity) <= 6 || (middle ?? Infinity) <= 1.2 * (hundredth ?? 0),
    },
    atLeast(
      'a new search of the vault, with its total',
      0.95,
      'at least 0.95 as fast',
      visits.map(({ term, rounds }) => ({ name: `'${term}'`, value: medianRatio(rounds, ({ first }) => 1 / first) })),
    ),
    atLeast('the same search again', 0.95, 'throughput at least 0.95', ratios(searches, perSecond)),
    atLeast('a further page of a search of the vault', 50, '50 times as fast as the first', [
      {
        name: 'common terms',
        value: median(
          visits
            .filter(({ isCommon }) => isCommon)
            .map(({ rounds }) => median(rounds.map(({ product }) => product.first / product.further))),
        ),
      },
    ]),
    ...exportGoals(largest),
    ...signInGoals(largest),
    atLeast(
      'me, top 5, a page of the vault, a checkout',
      0.85,
      'throughput at least 0.85',
      ratios(named(cases, 'me', 'top 5', 'vault: page 1', 'checkout'), perSecond),
    ),
    atLeast(
      'the embedded database, beside a bare server on it',
      0.85,
      'throughput at least 0.85',
      ratios(embedded?.cases ?? [], perSecond),
    ),
  ];
};
