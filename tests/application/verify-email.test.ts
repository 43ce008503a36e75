import { describe, expect, it } from 'vitest';

import { DAY } from '#domain/instant.ts';
import { mailTo } from './buyer.ts';
import { NOW, openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

const INES = { email: 'ines@example.com', password: 'sample-pass', fullName: 'Ines Rossi' };
const NEW = 'new@example.com';

const setting = async () => {
  const shop = await openShop();
  const { useCases, queue } = shop;
  const dana = await somebodyIn(shop);
  const linkTo = async (to: string): Promise<string> => {
    await queue.drain();
    const [mail] = await mailTo(shop, to);
    return /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const wish = async (email: string): Promise<void> => {
    const edit = { fullName: 'Dana Whitmore', phone: undefined, address: undefined, email };
    expect((await useCases.editProfile({ sessionToken: dana.session(), edit })).is).toBe('saved');
  };
  return {
    shop,
    dana,
    wish,
    open: async (token: string) => (await useCases.verifyEmail({ token, sessionToken: dana.session() })).is,
    /** The link that Ines gets to prove her address. */
    register: async (): Promise<string> => {
      await useCases.signUp(INES);
      return linkTo(INES.email);
    },
    again: async (): Promise<string> => {
      await useCases.resendVerification(INES.email);
      return linkTo(INES.email);
    },
    resetLink: async (): Promise<string> => {
      await useCases.requestPasswordReset(dana.email);
      return linkTo(dana.email);
    },
    /** The link that Dana gets at another address that she asks for. */
    changeTo: async (email: string): Promise<string> => {
      await wish(email);
      return linkTo(email);
    },
    addressOf: async () => (await useCases.showUser(dana.session()))?.account.email,
  };
};

describe('a link that proves an address', () => {
  it('works for 24 hours', async () => {
    const { shop, register, open } = await setting();
    const link = await register();
    shop.clock.set(NOW + DAY);
    expect(await open(link)).toBe('expired');
    shop.clock.set(NOW + DAY - 1);
    expect(await open(link)).toBe('verified');
  });

  it('gives way to a newer one, and once the address is proved they all say so', async () => {
    const { shop, register, again, open } = await setting();
    const [older, newer] = [await register(), await again()];
    expect(await open(older)).toBe('replaced');
    expect(await open(newer)).toBe('verified');
    expect([await open(older), await open(newer)]).toEqual(['already-confirmed', 'already-confirmed']);
    shop.clock.step(2 * DAY);
    expect(await open(newer)).toBe('already-confirmed');
  });

  it('proves nothing when it was made up, or is for something else', async () => {
    const { open, resetLink } = await setting();
    expect(await open('x'.repeat(43))).toBe('invalid');
    expect(await open(await resetLink())).toBe('invalid');
  });
});

describe('a link that moves an account to another address', () => {
  it('counts once: opened again it says that the address is confirmed', async () => {
    const { changeTo, open, addressOf } = await setting();
    const link = await changeTo(NEW);
    expect(await open(link)).toBe('verified');
    expect(await addressOf()).toBe(NEW);
    expect(await open(link)).toBe('already-confirmed');
  });

  it('brings nobody back to an address that the account has left since', async () => {
    const { changeTo, open, addressOf } = await setting();
    const first = await changeTo(NEW);
    await open(first);
    await open(await changeTo('third@example.com'));
    expect(await open(first)).toBe('invalid');
    expect(await addressOf()).toBe('third@example.com');
  });

  it('moves nothing once the wish is taken back', async () => {
    const { dana, changeTo, wish, open, addressOf } = await setting();
    const link = await changeTo(NEW);
    await wish(dana.email);
    expect(await open(link)).toBe('invalid');
    expect(await addressOf()).toBe(dana.email);
  });

  it('moves nothing to an address that another account has taken meanwhile', async () => {
    const { shop, dana, changeTo, open, addressOf } = await setting();
    const link = await changeTo(NEW);
    await somebodyIn(shop, NEW);
    expect(await open(link)).toBe('email-taken');
    expect(await addressOf()).toBe(dana.email);
  });
});
