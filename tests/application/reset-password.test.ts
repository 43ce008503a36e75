import { describe, expect, it } from 'vitest';

import type { Token, TokenPurpose } from '#domain/token.ts';
import { mailTo } from './buyer.ts';
import { NOW, openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

const NEW = 'new@example.com';

/** Dana’s shop, in which something may happen while a new password is hashed. */
const setting = async () => {
  let meanwhile = async (): Promise<void> => {};
  const shop = await openShop({
    around: (outside) => ({
      ...outside,
      passwords: {
        ...outside.passwords,
        hash: async (password) => {
          await meanwhile();
          return outside.passwords.hash(password);
        },
      },
    }),
  });
  const { useCases, outside, queue } = shop;
  const dana = await somebodyIn(shop);

  const mailed = async (to: string, subject: string): Promise<string> => {
    await queue.drain();
    const mail = (await mailTo(shop, to)).find((one) => one.subject === subject);
    return /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const resetLink = async (): Promise<string> => {
    expect(await useCases.requestPasswordReset(dana.email)).toBe('requested');
    return mailed(dana.email, 'Reset your password');
  };
  const changeLink = async (): Promise<string> => {
    const edit = { fullName: 'Dana Whitmore', phone: undefined, address: undefined, email: NEW };
    expect(await useCases.editProfile({ sessionToken: dana.session(), edit })).toMatchObject({ is: 'saved' });
    return mailed(NEW, 'Confirm your new email address');
  };

  return {
    shop,
    dana,
    resetLink,
    changeLink,
    confirm: async (token: string) => (await useCases.verifyEmail({ token, sessionToken: dana.session() })).is,
    reset: async (token: string) => (await useCases.resetPassword({ token, newPassword: 'another-pass' })).is,
    signIn: async (email: string, password: string) =>
      (await useCases.signIn({ email, password, sessionToken: undefined })).is,
    openLink: async (of: { readonly accountId: string; readonly email: string }, purpose: TokenPurpose) => {
      const secret = outside.secrets.token();
      const owner = { accountId: of.accountId, email: of.email };
      const token: Token = {
        ...owner,
        hash: outside.secrets.hash(secret),
        purpose,
        createdAt: NOW,
        end: { is: 'none' },
      };
      await outside.atomically(({ tokens }) => tokens.add(token));
      return secret;
    },
    linksOf: ({ accountId }: { readonly accountId: string }) =>
      outside.atomically(async ({ tokens }) => (await tokens.findOpen(accountId)).map(({ purpose }) => purpose)),
    whileOneIsHashed: (happens: () => Promise<unknown>) => {
      meanwhile = async () => {
        meanwhile = async () => {};
        await happens();
      };
    },
  };
};

describe('a link that sets a new password', () => {
  it('opens nothing once the account has left the address that it was sent to', async () => {
    const { shop, dana, resetLink, changeLink, confirm, reset, signIn } = await setting();
    const link = await resetLink();
    expect(await confirm(await changeLink())).toBe('verified');
    expect(await shop.useCases.checkResetToken(link)).toBeUndefined();
    expect(await reset(link)).toBe('invalid');
    expect(await dana.membership(), 'the owner is still signed in').toBeDefined();
    expect([await signIn(NEW, 'another-pass'), await signIn(NEW, 'sample-pass')]).toEqual(['wrong-pair', 'signed-in']);
  });

  it('opens nothing when the account leaves that address while the new password is hashed', async () => {
    const { resetLink, changeLink, confirm, reset, signIn, whileOneIsHashed } = await setting();
    const link = await resetLink();
    const change = await changeLink();
    whileOneIsHashed(async () => expect(await confirm(change)).toBe('verified'));
    expect(await reset(link)).toBe('invalid');
    expect([await signIn(NEW, 'another-pass'), await signIn(NEW, 'sample-pass')]).toEqual(['wrong-pair', 'signed-in']);
  });

  it('costs no slow hash where it does not work', async () => {
    const { resetLink, reset, whileOneIsHashed } = await setting();
    const link = await resetLink();
    expect(await reset(link)).toBe('reset');
    let hashes = 0;
    whileOneIsHashed(async () => {
      hashes += 1;
    });
    expect([await reset(link), await reset('unknown')]).toEqual(['invalid', 'invalid']);
    expect(hashes).toBe(0);
  });

  it('ends every other link of the account, whatever that is for, and no one else’s', async () => {
    const { shop, dana, resetLink, reset, openLink, linksOf } = await setting();
    const omar = await somebodyIn(shop, 'omar@example.com');
    const link = await resetLink();
    for (const purpose of ['VERIFY_EMAIL', 'CHANGE_EMAIL'] as const) await openLink(dana, purpose);
    const other = await openLink(dana, 'PASSWORD_RESET');
    const omars = await openLink(omar, 'PASSWORD_RESET');
    expect(await linksOf(dana)).toHaveLength(4);
    expect(await reset(link)).toBe('reset');
    expect(await linksOf(dana)).toEqual([]);
    expect([await reset(other), await reset(omars)]).toEqual(['invalid', 'reset']);
  });

  it('ends the link to another address, which then does not say that a newer one was sent', async () => {
    const { resetLink, changeLink, confirm, reset } = await setting();
    const older = await changeLink();
    expect(await reset(await resetLink())).toBe('reset');
    expect(await confirm(older)).toBe('invalid');
  });

  it('ends the older ones of its kind when its mail is written, and not the link that confirms another address', async () => {
    const { resetLink, changeLink, confirm, reset } = await setting();
    const older = await resetLink();
    const change = await changeLink();
    await resetLink();
    expect(await reset(older)).toBe('invalid');
    expect(await confirm(change)).toBe('verified');
  });
});
