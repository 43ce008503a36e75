import { describe, expect, it } from 'vitest';

import { Refused } from '#adapters/http/failures.ts';
import { loginTry } from '#adapters/http/login-tries.ts';
import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';

const OFFICE = '203.0.113.7';

const codeOf = (error: unknown): unknown => (error instanceof Refused ? error.code : error);

describe('an office that signs in', () => {
  it('is not locked out afterwards, however many came at once with the right password', async () => {
    const limiter = memoryLimiter();
    const signIn = async (agent: number) => {
      const admitted = await loginTry(limiter, `agent${agent}@example.com`, OFFICE);
      await new Promise(setImmediate);
      await admitted.succeeded();
      return 'in';
    };
    const atOnce = await Promise.all(Array.from({ length: 40 }, (_, agent) => signIn(agent).catch(codeOf)));
    expect(new Set(atOnce)).toEqual(new Set(['in', 'TOO_MANY_TRIES']));
    for (let agent = 0; agent < 40; agent += 1) expect(await signIn(agent)).toBe('in');
  });
});

it('an account that guesses have slowed down stays slow when its owner signs in', async () => {
  const limiter = memoryLimiter({ ...DEFAULT_LIMITS, 'login-everywhere': { tries: 1, seconds: 86_400 } });
  const [ann, home] = ['ann@example.com', '203.0.113.8'];
  await loginTry(limiter, ann, OFFICE);
  await (await loginTry(limiter, ann, home)).succeeded();
  expect(codeOf(await loginTry(limiter, ann, home).catch((error: unknown) => error))).toBe('TOO_MANY_TRIES');
});
