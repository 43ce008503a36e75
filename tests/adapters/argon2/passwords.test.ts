import { availableParallelism } from 'node:os';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { argon2i, hash as hashOf } from 'argon2';
import { describe, expect, test } from 'vitest';

import { argon2Passwords, hashesAtOnce } from '#adapters/argon2/passwords.ts';
import { PasswordsBusy } from '#application/ports/passwords.ts';
import { passwordsContract } from '#tests/contracts/passwords.contract.ts';

/** As weak as argon2 allows, where only the order of things matters. */
const WEAK = { memoryCost: 1_024, timeCost: 1 };

passwordsContract('argon2', async () => ({
  passwords: await argon2Passwords({ ...WEAK, timeCost: 2 }),
  earlier: await argon2Passwords(WEAK),
}));

/** How often the event loop went round while `work` ran. */
const roundsDuring = async (work: Promise<unknown>): Promise<number> => {
  let isDone = false;
  let rounds = 0;
  const end = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await turnOfTheLoop();
    rounds += 1;
  }
  await end;
  return rounds;
};

describe('argon2', () => {
  test('hashes are argon2id of 19,456 KiB, two passes and one lane, with 16 bytes of salt', async () => {
    const { hash } = await argon2Passwords();
    const [, kind, version, costs, salt = '', digest = ''] = (await hash('sample-pass')).split('$');
    expect([kind, version, costs]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
    expect(Buffer.from(salt, 'base64')).toHaveLength(16);
    expect(Buffer.from(digest, 'base64')).toHaveLength(32);
  });

  test.for([
    ['less memory', { memoryCost: 9_728 }],
    ['fewer passes', { timeCost: 1 }],
    ['another number of lanes', { parallelism: 2 }],
  ] as const)('a hash with %s is outdated', async ([, costs]) => {
    const hash = await (await argon2Passwords(costs)).hash('sample-pass');
    expect(await (await argon2Passwords()).check('sample-pass', hash)).toBe('outdated');
  });

  test('a hash of another kind of argon2 is outdated', async () => {
    const { check } = await argon2Passwords(WEAK);
    const hash = await hashOf('sample-pass', { ...WEAK, parallelism: 1, type: argon2i });
    expect(await check('sample-pass', hash)).toBe('outdated');
  });

  test('the event loop goes on while a password is hashed or checked', async () => {
    const { hash, check } = await argon2Passwords();
    const made = await hash('sample-pass');
    expect(await roundsDuring(hash('sample-pass'))).toBeGreaterThan(20);
    expect(await roundsDuring(check('sample-pass', made))).toBeGreaterThan(20);
  });

  test('an unknown account and a damaged hash cost a whole check', async () => {
    // The loop also goes round while a check waits for a slot that rests after the one before.
    const { check } = await argon2Passwords({ rest: () => () => 0 });
    expect(await roundsDuring(check('sample-pass', undefined))).toBeGreaterThan(20);
    expect(await roundsDuring(check('sample-pass', '$argon2id$damaged'))).toBeGreaterThan(20);
  });

  test('never more than two are hashed at once, and one where that would take every core', async () => {
    expect([1, 2, 3, 64].map(hashesAtOnce)).toEqual([1, 1, 2, 2]);
    const { hash } = await argon2Passwords(WEAK);
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => hash('sample-pass')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(
      16 + hashesAtOnce(availableParallelism()),
    );
  });

  test.each([1, 2])(
    '%i at once and sixteen that wait are all the work there is, hashes and checks alike',
    async (atOnce) => {
      // A slot that rests after the first flood, as it may on a busy machine, would have one fewer be taken in the second.
      const { hash, check } = await argon2Passwords({ ...WEAK, atOnce, rest: () => () => 0 });
      const flood = () =>
        Promise.allSettled(
          Array.from({ length: 30 }, (_, place) => (place % 2 === 0 ? hash('sample-pass') : check('x', undefined))),
        );
      for (let round = 0; round < 2; round += 1) {
        const outcomes = await flood();
        const refused = outcomes.flatMap((outcome) =>
          outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
        );
        expect(refused).toHaveLength(30 - 16 - atOnce);
        for (const reason of refused) expect(reason).toBeInstanceOf(PasswordsBusy);
      }
    },
  );
});
