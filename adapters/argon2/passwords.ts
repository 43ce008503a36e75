import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';

import { argon2id, hash as hashOf, needsRehash, verify } from 'argon2';

import type { Passwords } from '#application/ports/passwords.ts';
import { restWhileBusy } from './rest-while-busy.ts';
import { semaphore } from './semaphore.ts';
import type { Rest } from './semaphore.ts';

export type Argon2Settings = {
  /** How much memory one hash takes, in KiB. */
  readonly memoryCost?: number;
  /** How many times it goes over that memory. */
  readonly timeCost?: number;
  readonly parallelism?: number;
  /** How many hashes this process makes at once, each on a thread of its own. */
  readonly atOnce?: number;
  /** How many more may wait for that. */
  readonly waiting?: number;
  /** How long a slot stays empty after each. */
  readonly rest?: Rest;
};

const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** How many passwords may be hashed at once where there are so many processor cores: the rest of the shop keeps one at least. */
export const hashesAtOnce = (cores: number): number => (cores > 2 ? 2 : 1);

/** Hashes passwords with argon2id, away from the event loop. The defaults are OWASP's: 19 MiB, twice, one lane. */
export const argon2Passwords = async ({
  memoryCost = 19_456,
  timeCost = 2,
  parallelism = 1,
  atOnce = hashesAtOnce(availableParallelism()),
  waiting = 16,
  rest = restWhileBusy,
}: Argon2Settings = {}): Promise<Passwords> => {
  const costs = { memoryCost, timeCost, parallelism };
  const made = (password: string): Promise<string> =>
    hashOf(password, { ...costs, type: argon2id, hashLength: HASH_BYTES, salt: randomBytes(SALT_BYTES) });
  const isOutdated = (hash: string): boolean => !hash.startsWith('$argon2id$') || needsRehash(hash, costs);

  const whenFree = semaphore({ atOnce, waiting, rest });
  const nobodys = await made(randomBytes(HASH_BYTES).toString('base64url'));

  const isRight = async (password: string, hash: string): Promise<boolean> => {
    try {
      return await verify(hash, password);
    } catch {
      // A hash that cannot be read: it costs what others cost. When that fails too, it is not the hash that is damaged.
      await verify(nobodys, password);
      return false;
    }
  };

  return {
    hash: (password) => whenFree(() => made(password)),
    check: (password, hash = nobodys) =>
      whenFree(async () => {
        if (!(await isRight(password, hash)) || hash === nobodys) return 'wrong';
        return isOutdated(hash) ? 'outdated' : 'right';
      }),
  };
};
