import type { Pair, Sample } from './rounds.ts';
import type { Report } from './run.ts';
import { median, spreadOf } from './statistics.ts';

/** Where, when and how it was measured. */
export type Circumstances = {
  readonly date: string;
  readonly node: string;
  readonly postgres: string;
  readonly cores: number;
  readonly rounds: number;
  readonly seconds: number;
};

const FIRST = '<!-- measured -->';
const LAST = '<!-- end of what was measured -->';

const NOT_KNOWN = 'n/a';

/** Two digits that count: `1234`, `123`, `1.2`, `0.12`. */
const short = (value: number): string =>
  value >= 10 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value >= 1 ? 1 : 2);

const figure = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : NOT_KNOWN);

/** `0.91 (0.88–0.95)`: the median of the rounds, the least and the most of them. */
const ratio = (rounds: readonly Pair<number | undefined>[]): string => {
  const known = rounds.flatMap(({ product, floor }) =>
    product === undefined || floor === undefined || floor === 0 ? [] : [product / floor],
  );
  if (known.length === 0) return NOT_KNOWN;
  const spread = spreadOf(known);
  return `${figure(spread.median)} (${figure(spread.least)}–${figure(spread.most)})`;
};

const of = <Value>(rounds: readonly Pair<Sample>[], value: (sample: Sample) => Value): readonly Pair<Value>[] =>
  rounds.map(({ product, floor }) => ({ product: value(product), floor: value(floor) }));

const both = (pairs: readonly Pair<number>[]): string =>
  `${short(median(pairs.map(({ product }) => product)))} / ${short(median(pairs.map(({ floor }) => floor)))}`;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  row(heads),
  row(heads.map(() => '---')),
  ...rows.map(row),
];

const HEADS = ['request', 'a second', 'throughput', 'server CPU', 'database CPU', 'p50 ms', 'p99 ms'];

const sectionOf = ({ leads, cases, burst, memory }: Report): readonly string[] => [
  `### ${leads.toLocaleString('en-US')} leads`,
  '',
  ...table(
    HEADS,
    cases.map(({ name, rounds }) => [
      name,
      both(of(rounds, ({ perSecond }) => perSecond)),
      ratio(of(rounds, ({ perSecond }) => perSecond)),
      ratio(of(rounds, ({ serverTime }) => serverTime)),
      ratio(of(rounds, ({ databaseTime }) => databaseTime)),
      both(of(rounds, ({ p50 }) => p50)),
      both(of(rounds, ({ p99 }) => p99)),
    ]),
  ),
  '',
  `Beside eight people signing in, the list keeps ${both(burst.map(({ product, floor }) => ({ product: product.kept, floor: floor.kept })))} of its throughput, and its p99 takes ${both(burst.map(({ product, floor }) => ({ product: product.slower, floor: floor.slower })))} times as long.`,
  `Memory in MiB: ${memoryText(memory.product)} (product), ${memoryText(memory.floor)} (floor).`,
  '',
];

const memoryText = ({ atRest, most }: Report['memory']['product']): string =>
  atRest === undefined || most === undefined ? NOT_KNOWN : `${short(atRest)} at rest, ${short(most)} at most`;

const growthOf = (reports: readonly Report[]): readonly string[] => {
  const [smallest, ...larger] = reports;
  if (smallest === undefined || larger.length === 0) return [];
  const times = (name: string, report: Report, value: (sample: Sample) => number): number => {
    const medianIn = (one: Report) =>
      median(one.cases.find((found) => found.name === name)?.rounds.map(({ product }) => value(product)) ?? []);
    return medianIn(report) / medianIn(smallest);
  };
  const heads = larger.flatMap(({ leads }) => [`p50 at ${leads.toLocaleString('en-US')}`, 'p99']);
  return [
    `### Growth of the product from ${smallest.leads.toLocaleString('en-US')} leads, in times`,
    '',
    ...table(
      ['request', ...heads],
      smallest.cases.map(({ name }) => [
        name,
        ...larger.flatMap((report) => [
          figure(times(name, report, ({ p50 }) => p50)),
          figure(times(name, report, ({ p99 }) => p99)),
        ]),
      ]),
    ),
    '',
  ];
};

/** All that was measured, as the page shows it. Whatever has two numbers has the product's first and the floor's second. */
export const textOf = (reports: readonly Report[], circumstances: Circumstances): string => {
  const { date, node, postgres, cores, rounds, seconds } = circumstances;
  return [
    `Measured on ${date} with Node ${node} and PostgreSQL ${postgres} on ${cores} cores, ${rounds} × ${seconds} s for each.`,
    '',
    ...reports.flatMap(sectionOf),
    ...growthOf(reports),
  ]
    .join('\n')
    .trimEnd();
};

/** The page with another text between its marks. Throws if it has none. */
export const withTables = (page: string, text: string): string => {
  const [from, to] = [page.indexOf(FIRST), page.indexOf(LAST)];
  if (from < 0 || to < from) throw new Error(`the page has no ${FIRST} … ${LAST}`);
  return `${page.slice(0, from)}${FIRST}\n\n${text}\n\n${page.slice(to)}`;
};
