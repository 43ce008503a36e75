import type { LogFields } from '#application/ports/log.ts';
import type { Counters } from './counters.ts';
import { boundedLabel, knownLabel } from './label.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** So many are counted together: one by one, between all the other work, each costs several times as much. */
const TOGETHER = 256;

const classOf = (status = 0): string => (status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other');

export type RequestCounts = {
  readonly add: (request: LogFields) => void;
  /** Counts what was added. */
  readonly settle: () => void;
};

/** Counts answered requests, and how long they took. */
export const requestCounts = ({ requests, durations }: Counters): RequestCounts => {
  const [method, route] = [knownLabel(METHODS), boundedLabel()];
  let added: LogFields[] = [];

  const settle = (): void => {
    for (const fields of added) {
      const labels = { method: method(fields.method), route: route(fields.route) };
      requests.inc({ ...labels, status: classOf(fields.status) });
      durations.observe(labels, (fields.milliseconds ?? 0) / 1_000);
    }
    added = [];
  };

  return {
    add: (request) => {
      added.push(request);
      if (added.length >= TOGETHER) settle();
    },
    settle,
  };
};
