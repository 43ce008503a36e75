import { setTimeout as wait } from 'node:timers/promises';

import { describe, test } from 'vitest';

import { DAY } from '#domain/instant.ts';
import { weekStart } from '#domain/week.ts';
import { someLead } from '#tests/contracts/store-samples.ts';
import { startChild } from '#tests/race/child.ts';
import { diceOf } from '#tests/race/dice.ts';
import type { Habit } from './sabotage/habits.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { NO_LIMITS, PASSWORD, addMembers, stockUp } from './everyday.ts';
import { LONGEST_WAIT, guestOf, newNotes, p95 } from './guest.ts';
import { firstSeed, isLong, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import { rage, stormsOn } from './storms.ts';

const MEBIBYTE = 2 ** 20;
const MOST_MEMORY = 512 * MEBIBYTE;

const LISTED = reach(1_000, 20_000);
const VAULTED = reach(1_500, 10_000);
/** Of one statement. */
const AT_A_TIME = 500;

const LIST = '/api/good-lead/unsold';

type Bout = {
  readonly settings: Readonly<Record<string, string>>;
  /** All, unless they are named. */
  readonly storms?: readonly string[];
  readonly sabotage?: Habit;
};

const fill = async (url: string): Promise<void> => {
  const now = Date.now();
  const listed = { state: 'listed', listedAt: weekStart(now) } as const;
  const vaulted = { state: 'vaulted', listedAt: now - 20 * DAY, vaultedAt: now - 10 * DAY } as const;
  for (const [count, standing] of [
    [LISTED, listed],
    [VAULTED, vaulted],
  ] as const)
    for (let added = 0; added < count; added += AT_A_TIME) {
      const leads = Array.from({ length: AT_A_TIME }, () => someLead({ standing }));
      await stockUp(url, (repositories) => repositories.leads.add(leads));
    }
};

const subscribe = (url: string, accountIds: readonly string[]): Promise<void> => {
  const now = Date.now();
  const live = { state: 'live', since: now, paidThrough: now + 20 * DAY, endsAt: undefined, isOverdue: false } as const;
  return stockUp(url, async ({ subscriptions }) => {
    for (const id of accountIds)
      await subscriptions.add({
        id,
        accountId: id,
        openedAt: now,
        checkout: undefined,
        check: { at: now + DAY, count: 0 },
        revision: 0,
        progress: { ...live, ref: `sub-${id}`, payerRef: `payer-${id}` },
      });
  });
};

const procedure =
  (seed: number, { settings, storms: chosen, sabotage }: Bout) =>
  async ({ done, wrong, goesOn }: Tally): Promise<void> => {
    const database = await freshDatabase();
    const said: string[] = [];
    await fill(database.url);
    // Enough of those who only read to take every place for an export, two of each.
    const accounts = await addMembers(database.url, 16);
    await subscribe(
      database.url,
      accounts.map(({ id }) => id),
    );
    const child = startChild(
      {
        DATABASE_URL: database.url,
        PORT: '0',
        SAMPLE_DATA: 'no',
        LOG_LEVEL: 'error',
        SHELF_CYCLES: '52',
        TRUSTED_PROXIES: '127.0.0.1',
        ...settings,
        ...(sabotage && { SABOTAGE: sabotage }),
      },
      (line) => said.push(line),
    );
    let isAlive = true;
    void child.ended.then(() => (isAlive = false));
    try {
      const address = await child.address;
      if (address === undefined) throw new Error(`the shop did not start:\n${said.join('\n')}`);
      const [raging, calm] = [newNotes(), newNotes()];
      const [stranger, guest] = [guestOf(wrong, raging), guestOf(wrong, calm)];

      const weight = async (): Promise<number> => {
        const weighed = await child.tell({ do: 'weigh' });
        return weighed?.is === 'weighed' ? weighed.bytes : 0;
      };
      /** Somebody from elsewhere, each time. */
      let visits = 0;
      const from = (): string => {
        visits += 1;
        return `198.51.${Math.floor(visits / 250) % 250}.${visits % 250}`;
      };
      const signIn = (email: string) => {
        const form = { username: email, password: PASSWORD };
        return guest(address, { path: '/api/auth/login', method: 'POST', form, from: from() }, [200]);
      };
      // Whoever signs in too often ends older sessions: those who only read keep theirs.
      const [sleepless, readers] = [accounts.slice(0, 4).map(({ email }) => email), accounts.slice(4)];
      const cookies: string[] = [];
      for (const { email } of readers) cookies.push((await signIn(email))?.cookie ?? '');

      const storms = stormsOn({ address, guest: stranger, wrong, emails: sleepless, cookies, dice: diceOf(seed) });
      for (const storm of storms.filter(({ what }) => chosen?.includes(what) ?? true)) {
        if (!goesOn()) break;
        const beside = newNotes();
        const visitor = guestOf(wrong, beside);
        let isOver = false;
        let served = 0;
        const lists = (async () => {
          while (!isOver) {
            const reply = await visitor(
              address,
              { path: `${LIST}?page=${visits % 5}`.replace('=0', '=1'), from: from() },
              [200],
            );
            if (reply !== undefined) served += 1;
            await wait(10);
          }
        })();
        done(await rage(storm, goesOn));
        isOver = true;
        await lists;
        const ask = async (): Promise<boolean> => (await signIn(sleepless[0] ?? '')) !== undefined;
        const end = performance.now() + LONGEST_WAIT;
        while (isAlive && !(await ask()))
          if (performance.now() > end) {
            wrong(`nobody can sign in after ${storm.what}`);
            break;
          }
        if (served === 0) wrong(`nobody saw a list beside ${storm.what}`);
        const memory = Math.round((await weight()) / MEBIBYTE);
        console.log(
          `overload by ${storm.what}: ${served} lists beside it, ${beside.putOff} put off, ` +
            `95 of 100 within ${p95(beside)} ms, ${memory} MiB at most so far`,
        );
      }
      if (!isAlive) wrong(`the process has ended:\n${said.slice(-20).join('\n')}`);
      const bytes = await weight();
      if (bytes > MOST_MEMORY) wrong(`it took ${Math.round(bytes / MEBIBYTE)} MiB of memory`);
      console.log(`overload: ${raging.answered} answers, ${raging.putOff} put off`);
    } finally {
      child.kill();
      await child.ended;
      await database.drop();
    }
  };

describe('a shop that is asked too much', () => {
  const timeout = isLong ? 1_200_000 : 120_000;

  test('goes on when nobody counts', { timeout }, async () => {
    await prove('I17', { what: 'requests without limits' }, procedure(firstSeed, { settings: NO_LIMITS }));
  });

  test('goes on behind its limits', { timeout }, async () => {
    await prove('I17', { what: 'requests against limits' }, procedure(firstSeed, { settings: {} }));
  });

  test('is noticed when it hashes all passwords at once', async () => {
    const settings = { ...NO_LIMITS, UV_THREADPOOL_SIZE: '64' };
    const bout: Bout = { settings, storms: ['logins'], sabotage: 'hashes-without-turns' };
    await sabotaged('I17', { how: 'passwords wait for no turn', sign: /MiB of memory/ }, procedure(firstSeed, bout));
  });
});
