import { setTimeout as wait } from 'node:timers/promises';

import type { Check, Readiness } from '#adapters/http/routes/health-routes.ts';

/** Whoever asks is usually given up on after a second. In milliseconds. */
const PATIENCE = 1_000;

type Checks = Readonly<Record<string, boolean>>;

/** Looks at the parts once for all who ask meanwhile, so that nobody can keep the database busy by asking. */
const shared = (look: () => Promise<Checks>): (() => Promise<Checks>) => {
  let looking: Promise<Checks> | undefined;
  return () =>
    (looking ??= look().finally(() => {
      looking = undefined;
    }));
};

/** Whether this process should be sent requests: as long as it does not stop and every part is well, and says so soon. */
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
      const word = (isWell: boolean | undefined): Check => (isWell === true ? 'ok' : 'failed');
      return {
        serving: word(!isLeaving),
        ...Object.fromEntries(names.map((name) => [name, word(seen[name])])),
      };
    },
  };
};
