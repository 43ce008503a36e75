import { fileURLToPath } from 'node:url';

import { freePort } from '#tests/support/free-port.ts';
import { startProcess } from '#tests/race/process.ts';

/** A server that takes part. */
export type Contender = { readonly address: string; readonly pid: number; readonly stop: () => Promise<void> };

const ENDLESS = '999999999/1';
const LIMITS = [
  'LOGIN_ACCOUNT',
  'LOGIN_ADDRESS',
  'LOGIN_EVERYWHERE',
  'LOGIN_SLOW',
  'CHECKOUT',
  'EXPORT',
  'EXPORT_BURST',
  'LIST',
];

const started = async (environment: Readonly<Record<string, string>>, file?: string): Promise<Contender> => {
  const running = await startProcess(environment, file);
  return {
    address: running.address,
    pid: running.pid,
    stop: async () => {
      running.signal('SIGTERM');
      await running.ended;
    },
  };
};

/** The product as it runs in production, the part that answers requests. What it counts, it counts, but refuses nobody. */
export const startProductToMeasure = async (databaseUrl: string): Promise<Contender> => {
  const port = String(await freePort());
  return started({
    ...{ NODE_ENV: 'production', DATABASE_URL: databaseUrl, WEB_ONLY: 'yes', LOG_LEVEL: 'warn' },
    ...{
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      PAYMENTS: 'simulated',
      MAIL: 'dev-mailbox',
    },
    ...Object.fromEntries(LIMITS.map((name) => [`LIMIT_${name}`, ENDLESS])),
  });
};

export const startFloor = (databaseUrl: string): Promise<Contender> =>
  started({ DATABASE_URL: databaseUrl }, fileURLToPath(new URL('./floor.ts', import.meta.url)));
