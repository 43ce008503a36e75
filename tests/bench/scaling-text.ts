import { NOT_KNOWN, short, table } from './cells.ts';
import type { Cost } from './scaling-requests.ts';
import type { Size } from './scaling-work.ts';

/** All that the plan stands on. */
export type Scaling = {
  readonly leads: number;
  readonly sizes: readonly Size[];
  readonly costs: readonly Cost[];
  /** Leads a second. */
  readonly imported: number;
  readonly refreshed: number;
  readonly connections: { readonly count: number; readonly memory: number };
  /** Of the process that serves, in MiB. */
  readonly memory: number | undefined;
  /** How many requests a first visit is. */
  readonly visited: number;
};

const MILLION = 1_000_000;
const SHOPS = [1, 10, 100];
const BUYERS = [10, 1_000, 10_000];

/** Of buyers a minute: at how many sales a second what is kept is measured, besides in a calm shop. */
export const BUSY = BUYERS.map((perMinute) => Math.round(perMinute / 60)).filter((perSecond) => perSecond > 1);

/** What a cost is called that was measured while so many leads a second changed. */
export const whileSold = (name: string, perSecond: number): string =>
  `${name}, while ${perSecond} leads a second change`;

/** A fifth of all leads is on offer and leaves together; this is an assumption, as is how much a buyer reads, after a first visit. */
const LISTED = 1 / 5;
const READ_BY_A_BUYER = 20;

const gigabytes = (bytes: number): string => `${short(bytes / 1e9)} GB`;
const minutes = (seconds: number): string =>
  seconds < 5_400 ? `${short(seconds / 60)} min` : `${short(seconds / 3_600)} h`;

const costsTable = (costs: readonly Cost[]): readonly string[] =>
  table(
    ['what', 'a second', 'server, ms', 'database, ms'],
    costs.map(({ name, perSecond, server, database }) => [
      name,
      short(perSecond),
      short(server ?? Number.NaN),
      short(database ?? Number.NaN),
    ]),
  );

const leadsTable = ({ leads, sizes, imported, refreshed }: Scaling): readonly string[] => {
  const [rows, indexes] = [
    sizes.reduce((sum, one) => sum + one.rows, 0) / leads,
    sizes.reduce((sum, one) => sum + one.indexes, 0) / leads,
  ];
  return table(
    ['million leads', 'rows', 'indexes', 'a fifth of them turns on Monday in', 'a fifth is imported by one command in'],
    SHOPS.map((millions) => [
      String(millions),
      gigabytes(rows * millions * MILLION),
      gigabytes(indexes * millions * MILLION),
      minutes((millions * MILLION * LISTED) / refreshed),
      minutes((millions * MILLION * LISTED) / imported),
    ]),
  );
};

export const LIST_READ = 'a page of the list, read';
export const LIST_KEPT = 'a page of the list, from memory';
export const VISIT = 'a first visit: the home page and its files';
export const SALE = 'a sale, from checkout to sold';

const buyersTable = ({ costs, visited }: Scaling): readonly string[] => {
  const of = (name: string, part: 'server' | 'database') =>
    costs.find((one) => one.name === name)?.[part] ?? Number.NaN;
  const cores = (perMinute: number, list: typeof LIST_KEPT | typeof LIST_READ, part: 'server' | 'database'): string => {
    const perSecond = Math.round(perMinute / 60);
    const kept = (name: string) => of(BUSY.includes(perSecond) ? whileSold(name, perSecond) : name, part);
    const read = list === LIST_KEPT ? kept(LIST_KEPT) : of(LIST_READ, part);
    return short(((perMinute / 60) * (kept(VISIT) + of(SALE, part) + READ_BY_A_BUYER * read)) / 1_000);
  };
  return table(
    [
      'buyers a minute',
      'requests a second',
      'server cores, lists kept',
      'database cores',
      'server cores, none kept',
      'database cores',
    ],
    BUYERS.map((perMinute) => [
      perMinute.toLocaleString('en-US'),
      short((perMinute / 60) * (visited + READ_BY_A_BUYER + 3)),
      cores(perMinute, LIST_KEPT, 'server'),
      cores(perMinute, LIST_KEPT, 'database'),
      cores(perMinute, LIST_READ, 'server'),
      cores(perMinute, LIST_READ, 'database'),
    ]),
  );
};

/** The tables of the plan: what was measured, and what follows from it in proportion. */
export const scalingText = (scaling: Scaling, circumstances: string): string => {
  const { leads, sizes, costs, imported, refreshed, connections, memory } = scaling;
  return [
    circumstances,
    '',
    ...costsTable(costs),
    '',
    ...table(
      ['table', 'rows, bytes a lead', 'indexes, bytes a lead'],
      sizes.map((size) => [size.table, short(size.rows / leads), short(size.indexes / leads)]),
    ),
    '',
    `Imported: ${short(imported)} leads a second. Moved on Monday: ${short(refreshed)} leads a second. A process that serves holds`,
    `${connections.count} connections under load, each ${short(connections.memory)} MiB of the database server's own memory, and itself ${memory === undefined ? NOT_KNOWN : short(memory)} MiB.`,
    '',
    '### What follows, in proportion',
    '',
    ...leadsTable(scaling),
    '',
    ...buyersTable(scaling),
  ].join('\n');
};
