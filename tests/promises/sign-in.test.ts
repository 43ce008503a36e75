import { describe, expect, test } from 'vitest';

import { argon2Passwords } from '#adapters/argon2/passwords.ts';
import type { Passwords } from '#application/ports/passwords.ts';
import { someAccount } from '#tests/contracts/store-samples.ts';
import { diceOf } from '#tests/race/dice.ts';
import { firstSeed, isLong, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import { likelihood, medianOf } from './times.ts';
import { twoShops } from './two-shops.ts';

const TRIES = reach(30, 400);
/** Two times are told apart by so much at most: 0.5 is a coin. */
const LEAST = 0.4;
const MOST = 0.6;

const KINDS = ['unknown', 'known', 'unverified'] as const;
type Kind = (typeof KINDS)[number];

/** Counts the verifications that are truly made. */
const counted = (passwords: Passwords) => {
  const counter = { checks: 0, hashes: 0 };
  const counting: Passwords = {
    hash: (password) => {
      counter.hashes += 1;
      return passwords.hash(password);
    },
    check: (password, hash) => {
      counter.checks += 1;
      return passwords.check(password, hash);
    },
  };
  return { counter, counting };
};

/** Nobody's password is not looked at: what could be wrong with the answer? */
const hasty = ({ hash, check }: Passwords): Passwords => ({
  hash,
  check: async (password, kept) => (kept === undefined ? 'wrong' : check(password, kept)),
});

/** Sign-ins with wrong passwords, of all kinds by turns. `sees`: by the clock, or by the work that was done. */
const tries =
  (count: number, sees: 'times' | 'work', change: (passwords: Passwords) => Passwords = (same) => same) =>
  async ({ done, wrong }: Tally): Promise<void> => {
    const { counter, counting } = counted(await argon2Passwords());
    const passwords = change(counting);
    const shop = await twoShops((outside) => ({ ...outside, passwords }));
    const times: Record<Kind, number[]> = { unknown: [], known: [], unverified: [] };
    const work = new Set<string>();
    try {
      const passwordHash = await counting.hash('the-right-password');
      const accounts = [
        someAccount({ email: 'known@people.example', passwordHash }),
        someAccount({ email: 'unverified@people.example', passwordHash, verification: { state: 'unverified' } }),
      ];
      await shop.stock(async (repositories) => {
        for (const account of accounts) await repositories.accounts.add(account);
      });
      const dice = diceOf(firstSeed);
      const attempt = async (kind: Kind): Promise<number> => {
        const form = { username: `${kind}@people.example`, password: `wrong-password-${dice.between(0, 1e9)}` };
        Object.assign(counter, { checks: 0, hashes: 0 });
        const started = performance.now();
        const { status } = await shop.ask(0, { path: '/api/auth/login', form });
        const took = performance.now() - started;
        if (status !== 401) wrong(`${kind}: answered ${status}`);
        work.add(`${kind}: ${counter.checks} verifications, ${counter.hashes} hashes`);
        return took;
      };
      // What is compiled and opened at the first try is nobody's secret.
      for (let warm = 0; warm < 5; warm += 1) for (const kind of KINDS) await attempt(kind);
      for (let each = 0; each < count; each += 1) {
        const first = dice.between(0, 2);
        for (let turn = 0; turn < KINDS.length; turn += 1) {
          const kind = KINDS[(first + turn) % KINDS.length] ?? 'unknown';
          times[kind].push(await attempt(kind));
          done();
        }
      }
    } finally {
      await shop.close();
    }
    const expected = KINDS.map((kind) => `${kind}: 1 verifications, 0 hashes`);
    if (sees === 'work' && [...work].toSorted().join() !== expected.toSorted().join())
      wrong(`the work differs: ${[...work].join('; ')}`);
    const areas = (['known', 'unverified'] as const).map((kind) => likelihood(times.unknown, times[kind]));
    const medians = KINDS.map((kind) => `${kind} ${medianOf(times[kind]).toFixed(1)} ms`).join(', ');
    console.log(`sign-in: ${medians}, told apart by ${areas.map((area) => area.toFixed(2)).join(' and ')}`);
    if (sees === 'times' && areas.some((area) => area < LEAST || area > MOST))
      wrong(`told apart by the time: ${medians}`);
  };

describe('signing in', () => {
  test('costs the same work for an address without an account, a wrong password and an account that is not verified', async () => {
    await prove('I15', { what: 'tries compared by their work' }, tries(30, 'work'));
  });

  test('takes the same time for all of them', async ({ skip }) => {
    skip(!isLong, 'a clock tells something on an idle machine only: `npm run soak` looks at it');
    await prove('I15', { what: 'tries compared by the clock' }, tries(TRIES, 'times'));
  });

  test('is noticed to tell of an account when nobody’s password is not verified', async () => {
    const how = 'an address without an account costs nothing';
    await sabotaged('I15', { how, sign: /the work differs/ }, tries(3, 'work', hasty));
    if (isLong) await sabotaged('I15', { how, sign: /told apart by the time/ }, tries(TRIES, 'times', hasty));
  });

  test('is told apart by numbers that are known', () => {
    expect(likelihood([1, 2, 3], [4, 5, 6])).toBe(1);
    expect(likelihood([4, 5, 6], [1, 2, 3])).toBe(0);
    expect(likelihood([1, 2, 3], [1, 2, 3])).toBe(0.5);
    expect(medianOf([5, 1, 3])).toBe(3);
  });
});
