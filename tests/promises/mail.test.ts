import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { describe, test } from 'vitest';

import { startChild } from '#tests/race/child.ts';
import { diceOf } from '#tests/race/dice.ts';
import { stockOf } from '#tests/race/offers.ts';
import type { Habit } from './sabotage/habits.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { NO_LIMITS, hurry } from './everyday.ts';
import { guestOf, newNotes, p95 } from './guest.ts';
import type { Notes } from './guest.ts';
import { act, crowdOf } from './mail-crowd.ts';
import type { CrowdSizes, Sender } from './mail-crowd.ts';
import { checkLetters } from './mail-truth.ts';
import { openWeatheredOffice } from './mail-weather.ts';
import type { Weather } from './mail-weather.ts';
import { firstSeed, isLong, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';

type Bout = { readonly sizes: CrowdSizes; readonly weathers: readonly Weather[]; readonly sabotage?: Habit };

const WHOLE: Bout = {
  sizes: { buyers: reach(40, 500), newcomers: reach(20, 200), writers: reach(10, 50) },
  weathers: ['silent', 'busy', 'greylisting', 'dropping'],
};
const SABOTAGED: Bout = {
  sizes: { buyers: 4, newcomers: 2, writers: 2 },
  weathers: ['greylisting'],
  sabotage: 'forgets-mail',
};

const AT_A_TIME = 6;
/** One weather lasts so long, in milliseconds. */
const SPELL = reach(700, 15_000);
/** Twice as long as two tries of a letter may then be apart, in milliseconds: five minutes of a message that has failed once. */
const LATEST = reach(30_000, 600_000);
/** By then the shop has worked off what came in at once; the mail server is away all the while. */
const SOON = reach(20_000, 60_000);

const inParallel = async <Value>(values: readonly Value[], work: (value: Value) => Promise<void>): Promise<void> => {
  const left = [...values];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
};

const untilTrue = async (milliseconds: number, isTrue: () => Promise<boolean>): Promise<boolean> => {
  const end = performance.now() + milliseconds;
  while (!(await isTrue())) {
    if (performance.now() > end) return false;
    await wait(50);
  }
  return true;
};

const procedure =
  (seed: number, { sizes, weathers, sabotage }: Bout) =>
  async ({ done, wrong }: Tally): Promise<void> => {
    const dice = diceOf(seed);
    const database = await freshDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 3 });
    pool.on('connect', (client) => client.on('error', () => {}));
    const office = await openWeatheredOffice();
    const said: string[] = [];
    const child = startChild(
      {
        DATABASE_URL: database.url,
        PORT: '0',
        SAMPLE_DATA: 'no',
        LOG_LEVEL: 'error',
        ...NO_LIMITS,
        MAIL: 'smtp',
        SMTP_URL: `smtp://127.0.0.1:${office.port}`,
        MAIL_FROM: 'leads@homelead.example',
        CONTACT_TO: 'operator@homelead.example',
        SIMULATED_NOTIFICATIONS: 'once',
        SHELF_CYCLES: '52',
        ...(sabotage && { SABOTAGE: sabotage }),
      },
      (line) => said.push(line),
    );
    // In a short run the hours between the tries of a letter pass quickly.
    const clock = isLong ? undefined : setInterval(() => void hurry(pool).catch(() => {}), 150);
    const isNothing = async (statement: string): Promise<boolean> => (await pool.query(statement)).rows.length === 0;
    const noMailWaits = () => isNothing(`select 1 from pgboss.job where name = 'mail' and state < 'completed'`);

    const send = async (senders: readonly Sender[], notes: Notes): Promise<void> => {
      const address = await child.address;
      if (address === undefined) throw new Error(`the shop did not start:\n${said.join('\n')}`);
      const guest = guestOf(wrong, notes);
      await inParallel(senders, async (sender) => {
        await act(guest, address, sender);
        done();
      });
    };

    try {
      await child.address;
      const offers = await stockOf(pool).addLeads(sizes.buyers, Date.now());
      const crowd = crowdOf(sizes, offers, dice);
      const share = Math.ceil(crowd.length / (weathers.length + 1));
      const shareOf = (part: number): readonly Sender[] => crowd.slice(part * share, (part + 1) * share);

      const [normal, down] = [newNotes(), newNotes()];
      await send(shareOf(0), normal);
      if (!(await untilTrue(LATEST, noMailWaits))) wrong('mail waits in fair weather');
      for (const [index, weather] of weathers.entries()) {
        office.become(weather);
        const over = wait(SPELL);
        await send(shareOf(index + 1), down);
        await over;
      }
      if (!(await untilTrue(SOON, () => isNothing(`select 1 from purchase where progress <> 'settled'`))))
        wrong('sales wait for the mail server');
      const taken = office.letters.length;
      office.become('fair');
      if (!(await untilTrue(LATEST, noMailWaits))) wrong('letters still wait long after the mail server has returned');

      const deliveries = await pool.query<{ email: string; delivery: string }>(
        'select buyer_email as email, delivery from purchase',
      );
      const guest = guestOf(wrong, newNotes());
      const isLinkOpen = async (token: string): Promise<boolean> => {
        const path = `/api/auth/verify-token?token=${token}&tokenType=PASSWORD_RESET`;
        return (await guest(await child.address, { path, method: 'POST' }, [200])) !== undefined;
      };
      for (const what of await checkLetters({ crowd, office, deliveries: deliveries.rows, isLinkOpen })) wrong(what);
      console.log(
        `mail: ${office.letters.length} letters, ${taken} of them before, ${office.dropped.length} dropped; ` +
          `95 of 100 requests within ${p95(normal)} ms with a mail server and ${p95(down)} ms without`,
      );
    } finally {
      clearInterval(clock);
      child.kill();
      await child.ended;
      await office.close();
      await pool.end();
      await database.drop();
    }
  };

describe('a mail server that is away', () => {
  test('loses no letter and keeps nobody waiting', { timeout: isLong ? 1_200_000 : 90_000 }, async () => {
    await prove('I5', { what: 'people who are written to' }, procedure(firstSeed, WHOLE));
  });

  test('is noticed when letters are sent and forgotten', async () => {
    await sabotaged(
      'I5',
      { how: 'nobody looks what becomes of a mail', sign: /is lost/ },
      procedure(firstSeed, SABOTAGED),
    );
  });
});
