import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { Dice } from '#tests/race/dice.ts';
import { PASSWORD } from './everyday.ts';
import type { Guest, Wish } from './guest.ts';
import { isLong, reach } from './promise.ts';

/** What somebody may do to a shop who wishes it ill. */
export type Storm = {
  readonly what: string;
  /** Once; resolves when nothing of it is left, to how many requests it was. */
  readonly rage: () => Promise<number>;
};

type Target = {
  readonly address: string;
  readonly guest: Guest;
  readonly wrong: (what: string) => void;
  /** Of accounts that can be signed in to. */
  readonly emails: readonly string[];
  /** Of subscribers who are signed in. */
  readonly cookies: readonly string[];
  readonly dice: Dice;
};

const LOGINS = reach(200, 500);
const SLOW = reach(300, 1_000);
/** How long somebody holds a connection who sends a byte now and then, in milliseconds. */
const SLOWNESS = reach(1_000, 12_000);
const FAR_PAGES = reach(40, 600);
const EXPORTS = reach(60, 200);
/** Whoever makes a storm may wait for it, in milliseconds. */
const PATIENCE = 120_000;
/** All of them come from one address. */
const FROM = '203.0.113.7';

const LIST = '/api/good-lead/unsold';

/** Opens a connection and sends `begin`, then a byte now and then. The shop may cut it off whenever it likes. */
const dawdle = (address: string, begin: string): Socket => {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  const clock = setInterval(() => socket.write('x'), 400);
  socket.on('error', () => {}).once('close', () => clearInterval(clock));
  socket.resume().write(begin);
  return socket;
};

const all = <Value>(count: number, work: (each: number) => Promise<Value>): Promise<readonly Value[]> =>
  Promise.all(Array.from({ length: count }, (_, each) => work(each)));

export const stormsOn = ({ address, guest, wrong, emails, cookies, dice }: Target): readonly Storm[] => {
  const cookieOf = (each: number) => cookies[each % cookies.length] ?? '';
  const ask = (wish: Wish, expected: readonly number[]) =>
    guest(address, { from: FROM, patience: PATIENCE, ...wish }, expected);

  const logins = async (): Promise<number> => {
    await all(LOGINS, (each) => {
      const username = each % 3 === 0 ? `stranger-${each}@people.example` : (emails[each % emails.length] ?? '');
      const form = { username, password: each % 2 === 0 ? PASSWORD : 'wrong-pass' };
      return ask({ path: '/api/auth/login', method: 'POST', form }, [200, 401, 429]);
    });
    return LOGINS;
  };

  const slowConnections = async (): Promise<number> => {
    const headers = `Host: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n`;
    const sockets = Array.from({ length: SLOW }, (_, each) =>
      dawdle(address, `POST /api/contact HTTP/1.1\r\n${headers}${each % 2 === 0 ? 'X-Slow: ' : '\r\n{"name":"'}`),
    );
    await wait(SLOWNESS);
    for (const socket of sockets) socket.destroy();
    return SLOW;
  };

  const farPages = async (): Promise<number> => {
    await all(FAR_PAGES, (each) => {
      const page = dice.of(each).between(1_000, 999_999_999);
      const search = each % 2 === 0 ? '' : '&search=a';
      return each % 3 === 0
        ? ask({ path: `/api/good-lead/vaulted-leads?page=${page}${search}`, cookie: cookieOf(each) }, [200, 429])
        : ask({ path: `${LIST}?page=${page}&size=100${search}` }, [200, 429]);
    });
    return FAR_PAGES;
  };

  const exports = async (): Promise<number> => {
    await all(EXPORTS, async (each) => {
      const cookie = cookieOf(each);
      const reply = await ask({ path: '/api/good-lead/export', cookie }, [200, 429]);
      if (reply?.status === 200 && !reply.text.endsWith(']}')) wrong('an export ended in the middle');
    });
    return EXPORTS;
  };

  return [
    { what: 'logins', rage: logins },
    { what: 'slow connections', rage: slowConnections },
    { what: 'far pages', rage: farPages },
    { what: 'exports', rage: exports },
  ];
};

/** Lets a storm rage, once in a short run and for two minutes in a long one; answers how many requests it was. */
export const rage = async ({ rage: once }: Storm, goesOn: () => boolean): Promise<number> => {
  const end = performance.now() + 120_000;
  let count = 0;
  do count += await once();
  while (isLong && goesOn() && performance.now() < end);
  return count;
};
