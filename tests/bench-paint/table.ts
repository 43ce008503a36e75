import { median } from '#tests/bench/statistics.ts';
import type { Seen } from './visit.ts';

export type Painted = {
  readonly page: readonly Seen[];
  /** The same HTML without script. */
  readonly bare: readonly Seen[];
  /** Milliseconds until a press opened a dialog. */
  readonly interactive: readonly number[];
};

const middle = (seen: readonly Seen[], name: keyof Seen): number => median(seen.map((one) => one[name]));

const milliseconds = (time: number): string => `${Math.round(time).toLocaleString('en-US')} ms`;

const TIMES = [
  ['first contentful paint', 'fcp'],
  ['largest contentful paint', 'lcp'],
  ['leads visible', 'leads'],
] as const;

/** The table of what was measured, for Markdown. */
export const tableOf = ({ page, bare, interactive }: Painted): string =>
  [
    '| first visit, medians | the page | without script | ratio | goal |',
    '| --- | --- | --- | --- | --- |',
    ...TIMES.map(([title, name]) => {
      const [own, other] = [middle(page, name), middle(bare, name)];
      return `| ${title} | ${milliseconds(own)} | ${milliseconds(other)} | ${(own / other).toFixed(2)} | at most 1.1 |`;
    }),
    `| layout shift | ${middle(page, 'cls').toFixed(3)} | ${middle(bare, 'cls').toFixed(3)} | | at most 0.03 |`,
    `| total blocking time | ${milliseconds(middle(page, 'tbt'))} | ${milliseconds(middle(bare, 'tbt'))} | | at most 50 ms |`,
    `| a press opens the checkout | ${milliseconds(median(interactive))} | | | |`,
  ].join('\n');
