import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

import { BARE_ENVIRONMENT } from '#tests/support/bare-environment.ts';
import { START_FLAGS } from '#tests/support/start-command.ts';
import type { Order, Report } from './product.ts';

/** A process that runs the product. */
export type Child = {
  /** Where it listens; `undefined` if it ended before it did. */
  readonly address: Promise<string | undefined>;
  /** Resolves to its exit code; `null` if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Gives an order and waits for its report; `undefined` if the process ended instead. */
  readonly tell: (order: Order) => Promise<Report | undefined>;
  readonly kill: () => void;
  /** Asks it to end, as whoever runs it in earnest does. */
  readonly stop: () => void;
};

const PRODUCT = new URL('./product.ts', import.meta.url);

const REPORT_ON = {
  'set-clock': 'clock-set',
  arm: 'armed',
  sweep: 'swept',
  refresh: 'refreshed',
  weigh: 'weighed',
} as const;

const readLines = (child: ChildProcess, tell: (line: string) => void): void => {
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null) createInterface(stream).on('line', (line) => tell(line.slice(0, 500)));
};

/** Starts one. `say` gets every line that it prints. */
export const startChild = (environment: Readonly<Record<string, string>>, say: (line: string) => void): Child => {
  const child = fork(PRODUCT, {
    execArgv: [...START_FLAGS],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...BARE_ENVIRONMENT, ...environment },
  });
  readLines(child, say);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // Reports of one kind come in the order of their orders.
  const waiting = new Map<Report['is'], ((report: Report) => void)[]>();
  child.on('message', (report: Report) => waiting.get(report.is)?.shift()?.(report));
  const next = (is: Report['is']): Promise<Report | undefined> => {
    const report = new Promise<Report>((resolve) => waiting.set(is, [...(waiting.get(is) ?? []), resolve]));
    return Promise.race([report, ended.then(() => undefined)]);
  };
  return {
    address: next('ready').then((report) => (report?.is === 'ready' ? `http://127.0.0.1:${report.port}` : undefined)),
    ended,
    tell: (order) => {
      const report = next(REPORT_ON[order.do]);
      // A process that has just died reports nothing: `ended` answers for it.
      child.send(order, () => {});
      return report;
    },
    kill: () => void child.kill('SIGKILL'),
    stop: () => void child.kill('SIGTERM'),
  };
};
