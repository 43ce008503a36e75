import { setTimeout as wait } from 'node:timers/promises';

import type { CheckResult, Readiness } from '#adapters/http/routes/health-routes.ts';

/** In milliseconds: monitoring usually waits a second for an answer. */
const PATIENCE = 1_000;

type Checks = Readonly<Record<string, boolean>>;

/** Concurrent requests share one check, so that nobody can keep the database busy with them. */
const shared = (look: () => Promise<Checks>): (() => Promise<Checks>) => {
  let looking: Promise<Checks> | undefined;
  return () =>
    (looking ??= look().finally(() => {
      looking = undefined;
    }));
};

/** Whether this process should be sent requests: it is not stopping, and every part is ready and says so in time. */
export const readinessOf = <Name extends string>(
  names: readonly Name[],
  look: () => Promise<Readonly<Record<Name, boolean>>>,
  patience = PATIENCE,
): { readonly read: () => Promise<Readiness>; readonly leave: () => void } => {
  const lookOnce = shared(look);
  let isLeaving = false;
  return {
    leave: () => {
      isLeaving = true;
    },
    read: async () => {
      const seen: Checks = await Promise.race([lookOnce(), wait(patience, {}, { ref: false })]).catch(() => ({}));
      const word = (isWell: boolean | undefined): CheckResult => (isWell === true ? 'ok' : 'failed');
      return {
        serving: word(!isLeaving),
        ...Object.fromEntries(names.map((name) => [name, word(seen[name])])),
      };
    },
  };
};
