import { describe, expect, it } from 'vitest';

import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { LimitName } from '#application/ports/limiter.ts';
import { mailTo } from './buyer.ts';
import { openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

const NEW = 'new@example.com';

/** Dana’s shop, with these tries an hour. */
const setting = async (tries: Partial<Record<LimitName, number>> = {}, concealAccounts = false) => {
  const narrow = Object.entries(tries).map(([name, count]) => [name, { tries: count, seconds: 3_600 }] as const);
  const limits = { ...DEFAULT_LIMITS, ...Object.fromEntries(narrow) };
  const limiter = memoryLimiter(limits);
  let meanwhile = async (): Promise<void> => {};
  const take: typeof limiter.take = async (...counted) => {
    const now = meanwhile;
    meanwhile = async () => {};
    await now();
    return limiter.take(...counted);
  };
  const shop = await openShop({
    around: (outside) => ({ ...outside, limiter: { ...limiter, take }, concealAccounts }),
  });
  const { useCases, queue } = shop;
  const dana = await somebodyIn(shop);
  const subjectsTo = async (email: string): Promise<readonly string[]> => {
    await queue.drain();
    return (await mailTo(shop, email)).map(({ subject }) => subject);
  };
  return {
    shop,
    dana,
    subjectsTo,
    /** Something happens once, while the next try is counted. */
    meanwhile: (work: () => Promise<void>): void => {
      meanwhile = work;
    },
    links: async (): Promise<readonly string[]> => {
      await queue.drain();
      const texts = (await mailTo(shop, NEW)).map(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? '');
      return texts.toReversed();
    },
    wish: async (email: string) => {
      const edit = { fullName: 'Dana Whitmore', phone: undefined, address: undefined, email };
      expect(await useCases.editProfile({ sessionToken: dana.session(), edit })).toMatchObject({ is: 'saved' });
    },
    resend: async () => (await useCases.resendEmailChange(dana.session())).is,
    open: async (token = '') => (await useCases.verifyEmail({ token, sessionToken: dana.session() })).is,
  };
};

describe('a lost link to a pending address', () => {
  it('is sent again: the newest one counts, and the present address is not told a second time', async () => {
    const { dana, subjectsTo, links, wish, resend, open } = await setting();
    await wish(NEW);
    await links();
    expect(await resend()).toBe('resent');
    const [first, second, ...more] = await links();
    expect(more).toEqual([]);
    expect(await subjectsTo(dana.email)).toEqual(['Your email address is about to change']);
    expect([await open(first), await open(second)]).toEqual(['replaced', 'verified']);
  });

  it.each([
    ['a user', 'email-change'],
    ['the pending address', 'email-change-to'],
  ] as const)('is counted as a wish for that address is, by %s', async (_, limit) => {
    const { wish, resend, subjectsTo } = await setting({ [limit]: 2 });
    await wish(NEW);
    expect([await resend(), await resend()]).toEqual(['resent', 'too-often']);
    expect(await subjectsTo(NEW)).toHaveLength(2);
  });

  it('is none any more when the present address was saved: nothing is mailed, and nothing counted', async () => {
    const { dana, wish, resend, subjectsTo } = await setting({ 'email-change': 2 });
    await wish(NEW);
    await subjectsTo(NEW);
    await wish(dana.email);
    for (let turn = 1; turn <= 3; turn += 1) expect(await resend()).toBe('nothing-pending');
    expect(await subjectsTo(NEW)).toEqual(['Confirm your new email address']);
    expect(await subjectsTo(dana.email)).toEqual(['Your email address is about to change']);
  });

  it('is none any more when the address is given up while it is asked for', async () => {
    const { dana, wish, resend, subjectsTo, meanwhile } = await setting();
    await wish(NEW);
    await subjectsTo(NEW);
    meanwhile(() => wish(dana.email));
    expect(await resend()).toBe('nothing-pending');
    expect(await subjectsTo(NEW)).toEqual(['Confirm your new email address']);
  });

  it('tells the owner of an address that has an account already, and nobody how it stands', async () => {
    const { shop, wish, resend, subjectsTo } = await setting({}, true);
    await somebodyIn(shop, NEW);
    await wish(NEW);
    await subjectsTo(NEW);
    expect(await resend()).toBe('resent');
    expect(await subjectsTo(NEW)).toEqual(Array(2).fill('You already have an account'));
  });

  it('is for whoever is signed in', async () => {
    const { shop } = await setting();
    expect(await shop.useCases.resendEmailChange(undefined)).toEqual({ is: 'not-signed-in' });
  });
});
