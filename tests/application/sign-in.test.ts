import { describe, expect, it } from 'vitest';

import { memoryPasswords } from '#adapters/memory/passwords.ts';
import type { Passwords } from '#application/ports/passwords.ts';
import { signIn } from '#application/sign-in.ts';
import { SECOND } from '#domain/instant.ts';
import { MOST_SESSIONS } from '#domain/session.ts';
import { mailTo } from './buyer.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

type Somebody = Awaited<ReturnType<typeof somebodyIn>>;

const NEW = 'new@example.com';

const mailedToken = async (shop: Shop, to: string): Promise<string> => {
  await shop.queue.drain();
  const [mail] = await mailTo(shop, to);
  return /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
};

/** What the owner does, ready to be done while somebody else’s password is checked. */
const reset = async (shop: Shop, { email }: Somebody) => {
  await shop.useCases.requestPasswordReset(email);
  const token = await mailedToken(shop, email);
  return async () =>
    expect(await shop.useCases.resetPassword({ token, newPassword: 'another-pass' })).toEqual({ is: 'reset', email });
};
const move = async (shop: Shop, { session }: Somebody) => {
  const edit = { fullName: 'Dana Whitmore', phone: undefined, address: undefined, email: NEW };
  await shop.useCases.editProfile({ sessionToken: session(), edit });
  const token = await mailedToken(shop, NEW);
  return async () =>
    expect(await shop.useCases.verifyEmail({ token, sessionToken: undefined })).toMatchObject({ is: 'verified' });
};

it.each([
  ['a password that a reset replaces', reset],
  ['an address that the account leaves', move],
])('%s while it is checked begins no session', async (_what, prepared) => {
  const shop = await openShop();
  const { outside } = shop;
  const dana = await somebodyIn(shop);
  const happens = await prepared(shop, dana);
  const signInMeanwhile = signIn({
    ...outside,
    passwords: {
      ...outside.passwords,
      check: async (...pair) => {
        const answer = await outside.passwords.check(...pair);
        await happens();
        return answer;
      },
    },
  });
  expect(await signInMeanwhile({ email: dana.email, password: 'sample-pass', sessionToken: undefined })).toEqual({
    is: 'wrong-pair',
  });
  expect(await outside.atomically(({ sessions }) => sessions.findOfAccount(dana.accountId))).toEqual([]);
});

it('by a browser that is one of the ten already ends no session but its own', async () => {
  const shop = await openShop();
  const dana = await somebodyIn(shop);
  const enter = async (sessionToken?: string): Promise<string> => {
    const entered = await shop.useCases.signIn({ email: dana.email, password: 'sample-pass', sessionToken });
    if (entered.is !== 'signed-in') throw new Error('the pair was refused');
    return entered.sessionToken;
  };
  const tokens = [dana.session()];
  while (tokens.length < MOST_SESSIONS) {
    shop.clock.step(SECOND);
    tokens.push(await enter());
  }
  const again = await enter(tokens.at(-1));
  const isIn = async (token: string) => (await shop.useCases.showUser(token)) !== undefined;
  const others = tokens.slice(0, -1);
  expect(await Promise.all([...others, again].map(isIn))).toEqual(Array.from({ length: MOST_SESSIONS }, () => true));
  expect(await isIn(tokens.at(-1) ?? '')).toBe(false);
  shop.clock.step(SECOND);
  await enter();
  expect(await Promise.all(others.map(isIn))).toEqual([false, ...others.slice(1).map(() => true)]);
});

describe('a pair of address and password', () => {
  const setting = async () => {
    const shop = await openShop();
    const dana = await somebodyIn(shop);
    await shop.useCases.signUp({ email: NEW, password: 'sample-pass', fullName: 'Ines Rossi' });
    const { atomically } = shop.outside;
    return {
      shop,
      dana,
      enter: (email: string | undefined, password: string) =>
        shop.useCases.signIn({ email, password, sessionToken: undefined }),
      account: () => atomically(({ accounts }) => accounts.findByEmail(dana.email)),
      sessions: async () => (await atomically(({ sessions }) => sessions.findOfAccount(dana.accountId))).length,
    };
  };

  it('that is wrong begins no session, and does not say what of it is wrong', async () => {
    const { dana, enter, sessions } = await setting();
    const before = await sessions();
    const pairs = [
      [dana.email, 'another-pass'],
      [dana.email, ''],
      ['nobody@example.com', 'sample-pass'],
      [NEW, 'another-pass'],
      [undefined, 'sample-pass'],
    ] as const;
    for (const [email, password] of pairs) expect(await enter(email, password)).toEqual({ is: 'wrong-pair' });
    expect(await sessions()).toBe(before);
  });

  it('that is right tells whose address is not proved yet, and begins no session', async () => {
    const { enter } = await setting();
    expect(await enter(NEW, 'sample-pass')).toEqual({ is: 'not-verified' });
  });

  it('that is right does not tell so where accounts are concealed, at the cost of a wrong one', async () => {
    const { shop } = await setting();
    let [checked, hashed] = [0, 0];
    const passwords: Passwords = {
      check: (...pair) => {
        checked += 1;
        return shop.outside.passwords.check(...pair);
      },
      hash: (password) => {
        hashed += 1;
        return shop.outside.passwords.hash(password);
      },
    };
    const enter = signIn({ ...shop.outside, passwords, concealAccounts: true });
    for (const password of ['sample-pass', 'another-pass'])
      expect(await enter({ email: NEW, password, sessionToken: undefined })).toEqual({ is: 'wrong-pair' });
    expect([checked, hashed]).toEqual([2, 0]);
  });

  it('that is right has its hash renewed when that is of an older kind, and nothing else of the account', async () => {
    const { shop, dana, account } = await setting();
    const before = await account();
    const stronger = memoryPasswords({ strength: 2 });
    const request = { email: dana.email, password: 'sample-pass', sessionToken: undefined };
    expect((await signIn({ ...shop.outside, passwords: stronger })(request)).is).toBe('signed-in');
    const after = await account();
    expect(after).toEqual({ ...before, passwordHash: after?.passwordHash });
    expect(await stronger.check('sample-pass', after?.passwordHash)).toBe('right');
  });

  it('that is right leaves the account as it is where the hash is of the present kind', async () => {
    const { dana, enter, account } = await setting();
    const before = await account();
    expect((await enter(dana.email, 'sample-pass')).is).toBe('signed-in');
    expect(await account()).toEqual(before);
  });
});
