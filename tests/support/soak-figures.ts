/** What one or more procedures of a promise have come to. */
export type Figure = {
  readonly promise: string;
  /** Counted things, such as `10,000 sequences`. */
  readonly what: string;
  readonly count: number;
  readonly firstSeed: number;
  readonly lastSeed: number;
  readonly violations: number;
  readonly seconds: number;
};

/** Where and when they were counted. */
export type Circumstances = { readonly date: string; readonly node: string; readonly postgres: string };

const LINE = /promise (I[1-9]\d*): (\d+) (.+?), seed (\d+), (\d+) violations, ([\d.]+) s/g;

const FIRST = '<!-- figures -->';
const LAST = '<!-- end of the figures -->';

/** The figures of all `promise I4: …` lines of an output; those of one kind are added up. */
export const figuresIn = (output: string): readonly Figure[] => {
  const figures = new Map<string, Figure>();
  for (const [, promise = '', count, what = '', seed, violations, seconds] of output.matchAll(LINE)) {
    const key = `${promise} ${what}`;
    const before = figures.get(key) ?? {
      promise,
      what,
      count: 0,
      firstSeed: Number(seed),
      lastSeed: Number(seed),
      violations: 0,
      seconds: 0,
    };
    figures.set(key, {
      ...before,
      count: before.count + Number(count),
      firstSeed: Math.min(before.firstSeed, Number(seed)),
      lastSeed: Math.max(before.lastSeed, Number(seed)),
      violations: before.violations + Number(violations),
      seconds: before.seconds + Number(seconds),
    });
  }
  return [...figures.values()];
};

const durationOf = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

const rowOf = (figure: Figure, { date, node, postgres }: Circumstances): string => {
  const { promise, what, count, firstSeed, lastSeed, violations, seconds } = figure;
  const seeds = firstSeed === lastSeed ? String(firstSeed) : `${firstSeed}–${lastSeed}`;
  const cells = [promise, `${count.toLocaleString('en-US')} ${what}`, seeds, violations, durationOf(seconds)];
  return `| ${[...cells, date, node, postgres].join(' | ')} |`;
};

const numberOf = (row: string): number => Number(/^\| I(\d+) /.exec(row)?.[1]);

/**
 * The page with the figures of a soak in its table. Promises that the soak did not run keep the rows of an earlier one. Throws if
 * the page has no place for them.
 */
export const withFigures = (page: string, figures: readonly Figure[], circumstances: Circumstances): string => {
  const [from, to] = [page.indexOf(FIRST), page.indexOf(LAST)];
  if (from < 0 || to < from) throw new Error(`the page has no ${FIRST} … ${LAST}`);
  const run = new Set(figures.map(({ promise }) => promise));
  const kept = page
    .slice(from, to)
    .split('\n')
    .filter((line) => /^\| I\d+ /.test(line) && !run.has(`I${numberOf(line)}`));
  const rows = [...kept, ...figures.map((figure) => rowOf(figure, circumstances))];
  const table = [
    '| promise | proved by | seeds | violations | took | on | Node | PostgreSQL |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.toSorted((a, b) => numberOf(a) - numberOf(b)),
  ];
  return `${page.slice(0, from)}${FIRST}\n\n${table.join('\n')}\n\n${page.slice(to)}`;
};
