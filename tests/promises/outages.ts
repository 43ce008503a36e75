import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';

import type { Dice } from '#tests/race/dice.ts';
import type { OwnServer } from '#tests/support/postgres-start.ts';
import type { Proxy } from '#tests/support/proxy.ts';
import { reach } from './promise.ts';

type Outage = {
  readonly what: string;
  /** Resolves when it is over, to how many times it happened. */
  readonly happen: () => Promise<number>;
};

type Ways = {
  readonly proxy: Proxy;
  readonly server: OwnServer;
  /** Straight to the server. */
  readonly pool: pg.Pool;
  /** The shop's database. */
  readonly name: string;
  readonly dice: Dice;
};

const CUTS = reach(10, 50);
const RESTARTS = reach(1, 5);
/** In milliseconds. */
const REFUSING = reach(500, 10_000);
const SILENCE = reach(1_500, 10_000);
const TERMINATING = reach(700, 60_000);

/** How PostgreSQL says that it waits for the next statement of a transaction: ReadyForQuery, with a T or, after an error, an E. */
const IN_TRANSACTION = [Buffer.from('5a0000000554', 'hex'), Buffer.from('5a0000000545', 'hex')];

/** All that happens to the shop's database, one after the other. */
export const outagesOf = ({ proxy, server, pool, name, dice }: Ways) => {
  let inside = 0;

  const cut = async (): Promise<number> => {
    for (let times = 0; times < CUTS; times += 1) {
      await wait(dice.between(40, 160));
      inside += proxy.cut().filter((tail) => IN_TRANSACTION.some((sign) => tail.subarray(-6).equals(sign))).length;
    }
    return CUTS;
  };

  const being = (mode: 'refuse' | 'blackhole', milliseconds: number) => async (): Promise<number> => {
    await wait(dice.between(50, 300));
    proxy.become(mode);
    await wait(milliseconds);
    proxy.become('pass');
    return 1;
  };

  const terminate = async (): Promise<number> => {
    const end = performance.now() + TERMINATING;
    let count = 0;
    while (performance.now() < end) {
      const { rowCount } = await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = $1 and pid <> pg_backend_pid() and application_name <> 'onlooker' order by random() limit $2`,
        [name, dice.between(1, 3)],
      );
      count += rowCount ?? 0;
      await wait(dice.between(20, 150));
    }
    return count;
  };

  const restart = async (): Promise<number> => {
    await wait(dice.between(100, 400));
    await server.restart();
    return 1;
  };

  const all: readonly Outage[] = [
    { what: 'its connections are cut', happen: cut },
    { what: 'it refuses connections', happen: being('refuse', REFUSING) },
    { what: 'it is silent', happen: being('blackhole', SILENCE) },
    { what: 'its backends are terminated', happen: terminate },
    ...Array.from({ length: RESTARTS }, () => ({ what: 'it is restarted', happen: restart })),
  ];
  return { all, inside: () => inside };
};
