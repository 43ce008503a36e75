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
  'VAULT',
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

/** Whether the product may answer from memory what nobody has changed since. */
export type FromMemory = 'yes' | 'no';

const startProduct = async (place: Readonly<Record<string, string>>, fromMemory: FromMemory): Promise<Contender> => {
  const port = String(await freePort());
  return started({
    LOG_LEVEL: 'warn',
    ANSWERS_FROM_MEMORY: fromMemory,
    ...place,

    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    PAYMENTS: 'simulated',
    MAIL: 'dev-mailbox',
    ...Object.fromEntries(LIMITS.map((name) => [`LIMIT_${name}`, ENDLESS])),
  });
};

/** The product as it runs in production, the part that answers requests. What it counts, it counts, but refuses nobody. */
export const startProductToMeasure = (databaseUrl: string, fromMemory: FromMemory = 'no'): Promise<Contender> =>
  startProduct({ NODE_ENV: 'production', DATABASE_URL: databaseUrl, WEB_ONLY: 'yes' }, fromMemory);

/** The whole product in one process, as it is without any settings, with its database in a folder. It erases nothing meanwhile. */
export const startEmbedded = (folder: string, fromMemory: FromMemory = 'yes'): Promise<Contender> =>
  startProduct({ DATA_DIR: folder, SAMPLE_DATA: 'no', ERASE_AFTER_DAYS: '3650' }, fromMemory);

export const startFloor = (databaseUrl: string): Promise<Contender> =>
  started({ DATABASE_URL: databaseUrl }, fileURLToPath(new URL('./floor.ts', import.meta.url)));

/** Answers what the server at this address answers, from memory, whatever becomes of it. */
export const startConstant = (address: string): Promise<Contender> =>
  started({ ANSWERS_OF: address }, fileURLToPath(new URL('./constant.ts', import.meta.url)));

export const startEmbeddedFloor = (folder: string): Promise<Contender> =>
  started({ DATA_DIR: folder }, fileURLToPath(new URL('./embedded-floor.ts', import.meta.url)));
