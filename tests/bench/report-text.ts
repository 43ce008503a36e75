import { NOT_KNOWN, both, figure, ratio, short, table } from './cells.ts';
import type { EmbeddedReport } from './embedded.ts';
import { goalsOf } from './goals.ts';
import { embeddedSection, goalsSection, measuredTable, memorySections, searchesTable } from './report-sections.ts';
import type { Sample } from './rounds.ts';
import type { Report } from './run.ts';
import { median } from './statistics.ts';

/** Where, when and how it was measured. */
export type Circumstances = {
  readonly date: string;
  readonly node: string;
  readonly postgres: string;
  readonly cores: number;
  readonly rounds: number;
  readonly seconds: number;
};

const sectionOf = ({
  leads,
  cases,
  besides,
  memory,
  exports,
  exportMemory,
  searches,
  fromMemory,
}: Report): readonly string[] => [
  `### ${leads.toLocaleString('en-US')} leads`,
  '',
  ...measuredTable(cases),
  ...table(
    ['one export', 'first byte, ms', 'whole, ms', 'times as long', 'memory, MiB more'],
    [
      [
        `${short(median(exports.map(({ product }) => product.bytes)) / 1_000_000)} MB`,
        both(exports, ({ first }) => first),
        both(exports, ({ last }) => last),
        ratio(exports, ({ last }) => last),
        both(exportMemory.slice(0, 1), (more) => more ?? Number.NaN),
      ],
    ],
  ),
  '',
  ...searchesTable(searches),
  '',
  ...table(
    ['the list beside', 'throughput kept', 'p99, times', 'longest, ms', 'memory, MiB more'],
    besides.map(({ name, rounds }) => [
      name,
      both(rounds, ({ kept }) => kept),
      both(rounds, ({ slower }) => slower),
      both(rounds, ({ longest }) => longest),
      both(rounds, ({ memory: more }) => more ?? Number.NaN),
    ]),
  ),
  '',
  `Memory in MiB: ${memoryText(memory.product)} (product), ${memoryText(memory.floor)} (floor).`,
  '',
  ...(fromMemory === undefined ? [] : memorySections(leads, fromMemory)),
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

/**
 * All that was measured, as the page shows it, what it means for the goals first. Whatever has two numbers has the product's first and
 * the other server's second.
 */
export const textOf = (reports: readonly Report[], circumstances: Circumstances, embedded?: EmbeddedReport): string => {
  const { date, node, postgres, cores, rounds, seconds } = circumstances;
  return [
    `Measured on ${date} with Node ${node} and PostgreSQL ${postgres} on ${cores} cores, ${rounds} × ${seconds} s for each.`,
    '',
    ...goalsSection(goalsOf(reports, embedded)),
    ...reports.flatMap(sectionOf),
    ...growthOf(reports),
    ...(embedded === undefined ? [] : embeddedSection(embedded)),
  ]
    .join('\n')
    .trimEnd();
};
