import { NOT_KNOWN, both, ratio, short, table } from './cells.ts';
import type { Findings } from './findings.ts';
import { goalsOf } from './goals.ts';
import {
  embeddedSection,
  goalsSection,
  growthSection,
  measuredTable,
  memorySections,
  searchesTable,
} from './report-sections.ts';
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

/**
 * All that was measured, as the page shows it, what it means for the goals first. Whatever has two numbers has the product's first and
 * the other server's second.
 */
export const textOf = (findings: Findings, circumstances: Circumstances): string => {
  const { reports, growth, embedded } = findings;
  const { date, node, postgres, cores, rounds, seconds } = circumstances;
  return [
    `Measured on ${date} with Node ${node} and PostgreSQL ${postgres} on ${cores} cores, ${rounds} × ${seconds} s for each.`,
    '',
    ...goalsSection(goalsOf(findings)),
    ...reports.flatMap(sectionOf),
    ...(growth === undefined ? [] : growthSection(growth)),
    ...(embedded === undefined ? [] : embeddedSection(embedded)),
  ]
    .join('\n')
    .trimEnd();
};
