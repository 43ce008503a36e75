import { both, ratio, short, table } from './cells.ts';
import type { EmbeddedReport } from './embedded.ts';
import type { AnswersFromMemory } from './from-memory.ts';
import type { Growth } from './growth.ts';
import type { SearchVisit } from './search-visits.ts';
import type { Goal } from './judge.ts';
import type { Measured } from './rounds.ts';

const HEADS = ['request', 'a second', 'throughput', 'server CPU', 'database CPU', 'p50 ms', 'p99 ms'];

/** All that is known of these kinds of request. */
export const measuredTable = (cases: readonly Measured[]): readonly string[] => [
  ...table(
    HEADS,
    cases.map(({ name, rounds }) => [
      name,
      both(rounds, ({ perSecond }) => perSecond),
      ratio(rounds, ({ perSecond }) => perSecond),
      ratio(rounds, ({ serverTime }) => serverTime),
      ratio(rounds, ({ databaseTime }) => databaseTime),
      both(rounds, ({ p50 }) => p50),
      both(rounds, ({ p99 }) => p99),
    ]),
  ),
  '',
];

export const memorySections = (
  leads: number,
  { besideFloor, besideConstant }: AnswersFromMemory,
): readonly string[] => [
  `### ${leads.toLocaleString('en-US')} leads, answers from memory beside the floor`,
  '',
  ...measuredTable(besideFloor),
  `### ${leads.toLocaleString('en-US')} leads, answers from memory beside a body that is always the same`,
  '',
  ...measuredTable(besideConstant),
];

/** Searches of the vault that nobody has made since its leads have changed: all others find their count kept. */
export const searchesTable = (searches: readonly SearchVisit[]): readonly string[] =>
  table(
    ['a new search of the vault', 'first page, ms', 'times as fast', 'further pages, ms'],
    searches.map(({ term, rounds }) => [
      `'${term}'`,
      both(rounds, ({ first }) => first),
      ratio(rounds, ({ first }) => 1 / first),
      both(rounds, ({ further }) => further),
    ]),
  );

/** What more leads cost whoever asks, in times. */
export const growthSection = ({ few, many, cases }: Growth): readonly string[] => [
  `### Growth of the product from ${few.toLocaleString('en-US')} to ${many.toLocaleString('en-US')} leads`,
  '',
  ...table(
    ['request', 'p50, times', 'p99, times', 'p50 ms', 'p99 ms'],
    cases.map(({ name, rounds }) => [
      name,
      ratio(rounds, ({ p50 }) => p50),
      ratio(rounds, ({ p99 }) => p99),
      both(rounds, ({ p50 }) => p50),
      both(rounds, ({ p99 }) => p99),
    ]),
  ),
  '',
];

export const embeddedSection = ({ leads, cases, memory }: EmbeddedReport): readonly string[] => [
  `### ${leads.toLocaleString('en-US')} leads, embedded, beside a bare server on the same database`,
  '',
  ...measuredTable(cases),
  `Memory in MiB, at most: ${[memory.product, memory.floor].map((most) => short(most ?? Number.NaN)).join(' / ')}.`,
  '',
];

const REACHED = { true: 'yes', false: '**no**', undefined: '–' } as const;

export const goalsSection = (goals: readonly Goal[]): readonly string[] => [
  '### The goals: reached or not',
  '',
  ...table(
    ['work', 'goal', 'measured', 'reached'],
    goals.map(({ work, goal, measured, isReached }) => [work, goal, measured, REACHED[`${isReached}`]]),
  ),
  '',
];
