import { describe, expect, it } from 'vitest';

import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import { DAY, MINUTE } from '#domain/instant.ts';
import { NOW, openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

const INES = { email: 'ines@example.com', password: 'sample-pass', fullName: 'Ines Rossi' };
const DANA = { ...INES, email: 'dana@example.com' };

/** Dana has an account; one letter an hour goes to an address that somebody registers. */
const setting = async ({ concealAccounts }: { readonly concealAccounts: boolean }) => {
  const limiter = memoryLimiter({ ...DEFAULT_LIMITS, 'verification-account': { tries: 1, seconds: 3_600 } });
  let hashed = 0;
  const shop = await openShop({
    around: (outside) => {
      const hash = (password: string): Promise<string> => {
        hashed += 1;
        return outside.passwords.hash(password);
      };
      return { ...outside, concealAccounts, limiter, passwords: { ...outside.passwords, hash } };
    },
  });
  await somebodyIn(shop);
  return {
    signUp: shop.useCases.signUp,
    shop,
    /** How many passwords are hashed meanwhile. */
    hashedDuring: async (work: () => Promise<unknown>): Promise<number> => {
      const before = hashed;
      await work();
      return hashed - before;
    },
    /** As the route does for each letter that is asked for again. */
    writeOnce: (email: string) => limiter.take('verification-account', email),
    accountOf: (email: string) => shop.outside.atomically(({ accounts }) => accounts.findByEmail(email)),
    letters: async () => {
      await shop.queue.drain();
      return (await shop.mails()).map(({ to, subject }) => `${to}: ${subject}`);
    },
  };
};

describe('signing up', () => {
  it.each([true, false])(
    'makes an account that waits for its address to be proved, accounts being a secret or not: %s',
    async (concealAccounts) => {
      const { signUp, accountOf, letters } = await setting({ concealAccounts });
      expect(await signUp(INES)).toBe('registered');
      expect(await accountOf(INES.email)).toMatchObject({
        email: INES.email,
        fullName: INES.fullName,
        verification: { state: 'unverified' },
        createdAt: NOW,
      });
      expect(await letters()).toEqual(['ines@example.com: Verify your email address']);
    },
  );

  it('with a known address is refused where accounts are no secret, and nobody is written to, however often', async () => {
    const { signUp, letters } = await setting({ concealAccounts: false });
    for (let time = 0; time < 3; time += 1) expect(await signUp(DANA)).toBe('email-taken');
    expect(await letters()).toEqual([]);
  });

  it('is answered as the first time when the same is sent once more, or twice at the same moment: an answer was lost', async () => {
    const { signUp, accountOf, letters, shop } = await setting({ concealAccounts: false });
    expect(await Promise.all([signUp(INES), signUp(INES)])).toEqual(['registered', 'registered']);
    const made = await accountOf(INES.email);
    shop.clock.step(5 * MINUTE - 1);
    expect(await signUp(INES)).toBe('registered');
    expect(await accountOf(INES.email)).toEqual(made);
    expect(await letters()).toEqual(['ines@example.com: Verify your email address']);
  });

  it.each([
    ['with another password', { password: 'another-pass' }, 0],
    ['in another name', { fullName: 'Ines Rossi-Bianchi' }, 0],
    ['five minutes later', {}, 5 * MINUTE],
    ['once its clock, which was a day ahead, is set right', {}, -DAY],
  ])('is refused when the address is sent once more %s', async (_how, change, later) => {
    const { signUp, accountOf, letters, shop } = await setting({ concealAccounts: false });
    await signUp(INES);
    const [made, mailed] = [await accountOf(INES.email), await letters()];
    shop.clock.step(later);
    expect(await signUp({ ...INES, ...change })).toBe('email-taken');
    expect(await accountOf(INES.email)).toEqual(made);
    expect(await letters()).toEqual(mailed);
  });

  it('is refused when the same is sent once more after its link was opened', async () => {
    const { signUp, letters, shop } = await setting({ concealAccounts: false });
    await signUp(INES);
    await letters();
    const token = /token=([\w-]{43})/.exec((await shop.mails())[0]?.text ?? '')?.[1] ?? '';
    expect(await shop.useCases.verifyEmail({ token, sessionToken: undefined })).toMatchObject({ is: 'verified' });
    expect(await signUp(INES)).toBe('email-taken');
  });

  it('with a known address is answered like any other where they are one, and its owner is told, only so often', async () => {
    const { signUp, accountOf, letters } = await setting({ concealAccounts: true });
    const before = await accountOf(DANA.email);
    for (let time = 0; time < 3; time += 1) expect(await signUp(DANA)).toBe('registered');
    expect(await accountOf(DANA.email)).toEqual(before);
    expect(await letters()).toEqual(['dana@example.com: You already have an account']);
  });

  it('with a new address is written to in any case, also where somebody has had letters sent there before', async () => {
    const { signUp, writeOnce, letters } = await setting({ concealAccounts: true });
    await writeOnce(INES.email);
    expect(await signUp(INES)).toBe('registered');
    expect(await letters()).toEqual(['ines@example.com: Verify your email address']);
    expect(await signUp(INES)).toBe('registered');
    expect(await letters()).toHaveLength(1);
  });

  it.each([true, false])(
    'hashes one password for a known address as for a new one, accounts being a secret or not: %s',
    async (concealAccounts) => {
      const { signUp, hashedDuring } = await setting({ concealAccounts });
      for (const one of [INES, DANA, INES]) expect(await hashedDuring(() => signUp(one))).toBe(1);
    },
  );
});
