import { describe, expect, it } from 'vitest';

import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { Outside } from '#config/outside.ts';
import { openShop } from './shop.ts';
import { somebodyIn } from './subscriber.ts';

const EVE = 'eve@example.com';
const NEW = 'new@example.com';

/** A shop with the accounts of Dana and Eve, in which something may happen once a session was read. */
const setting = async (changes: Partial<Outside> = {}) => {
  let meanwhile = async (): Promise<void> => {};
  const shop = await openShop({
    around: (outside) => ({
      ...outside,
      ...changes,
      users: {
        ofSession: async (hash) => {
          const user = await outside.users.ofSession(hash);
          await meanwhile();
          return user;
        },
      },
    }),
  });
  const [dana, eve] = [await somebodyIn(shop), await somebodyIn(shop, EVE)];
  const edit = (email: string, sessionToken: string | undefined = dana.session()) =>
    shop.useCases.editProfile({
      sessionToken,
      edit: { fullName: 'Dana W.', phone: '512 555 0142', address: '12 Oak Street', email },
    });
  return {
    shop,
    dana,
    eve,
    edit,
    account: () => shop.outside.atomically(({ accounts }) => accounts.findByEmail(dana.email)),
    letters: async () => {
      await shop.queue.drain();
      return (await shop.mails()).map(({ to, subject }) => `${to}: ${subject}`).toSorted();
    },
    onceRead: (happens: () => Promise<void>) => {
      meanwhile = async () => {
        meanwhile = async () => {};
        await happens();
      };
    },
  };
};

describe('the profile', () => {
  it('is saved, and another address waits until its link is opened', async () => {
    const { dana, edit, account, letters } = await setting();
    const saved = { fullName: 'Dana W.', phone: '512 555 0142', address: '12 Oak Street', email: dana.email };
    const outcome = await edit(NEW);
    expect(outcome).toMatchObject({ is: 'saved', account: { ...saved, pendingEmail: NEW } });
    expect(await account()).toMatchObject({ ...saved, pendingEmail: NEW });
    expect(await letters()).toEqual([
      `${dana.email}: Your email address is about to change`,
      `${NEW}: Confirm your new email address`,
    ]);
  });

  it('tells at once that another account has an address, where accounts are no secret', async () => {
    const { edit, account, letters } = await setting({ concealAccounts: false });
    const before = await account();
    expect(await edit(EVE)).toEqual({ is: 'email-taken' });
    expect(await account()).toEqual(before);
    expect(await letters()).toEqual([]);
  });

  it('else asks for an address that another account has as for any other, and its owner is told', async () => {
    const { shop, dana, edit, letters } = await setting({ concealAccounts: true });
    expect(await edit(EVE)).toMatchObject({ is: 'saved', account: { email: dana.email, pendingEmail: EVE } });
    expect(shop.queue.waiting()).toHaveLength(2);
    expect(await letters()).toEqual([
      `${dana.email}: Your email address is about to change`,
      `${EVE}: You already have an account`,
    ]);
    expect(JSON.stringify(await shop.mails())).not.toContain('token=');
  });

  it('is nobody’s without a session, or with one that is none', async () => {
    const { shop, edit } = await setting();
    expect(await edit(NEW, 'a session that never was')).toEqual({ is: 'not-signed-in' });
    const nobody = { fullName: 'Nobody', phone: undefined, address: undefined, email: NEW };
    expect(await shop.useCases.editProfile({ sessionToken: undefined, edit: nobody })).toEqual({ is: 'not-signed-in' });
    expect(shop.queue.waiting()).toEqual([]);
  });

  it('is not saved for a session that ends just before', async () => {
    const { shop, dana, edit, account, onceRead } = await setting();
    const before = await account();
    for (const email of [dana.email, NEW]) {
      await dana.signInAgain();
      onceRead(() => shop.useCases.signOut(dana.session()));
      expect(await edit(email)).toEqual({ is: 'not-signed-in' });
    }
    expect(await account()).toEqual(before);
    expect(shop.queue.waiting()).toEqual([]);
  });

  it('asks for one address only so often, whoever does', async () => {
    const limiter = memoryLimiter({ ...DEFAULT_LIMITS, 'email-change-to': { tries: 1, seconds: 3_600 } });
    const { shop, eve, edit } = await setting({ limiter });
    expect((await edit(NEW)).is).toBe('saved');
    expect(await edit(NEW, eve.session())).toEqual({ is: 'too-often', retryAfterSeconds: 3_600 });
    expect((await edit('another@example.com', eve.session())).is).toBe('saved');
    expect(shop.queue.waiting()).toHaveLength(4);
  });

  it('sends a letter to no other address than the one that it was asked for', async () => {
    const { edit, letters } = await setting();
    for (const email of ['one@example.com', 'two@example.com', 'one@example.com', NEW]) await edit(email);
    const confirming = (await letters()).filter((letter) => letter.endsWith('Confirm your new email address'));
    expect(confirming).toEqual([`${NEW}: Confirm your new email address`]);
  });

  it('leaves no more of the address in the queue than a piece of its hash', async () => {
    const { shop, edit } = await setting();
    await edit(NEW);
    const [wanted] = shop.queue.waiting().flatMap((job) => ('wanted' in job ? [job.wanted] : []));
    expect(wanted).toHaveLength(8);
    expect(JSON.stringify(shop.queue.waiting())).not.toContain(NEW);
  });

  it('sends the link also for a letter that a former version has queued, which does not say for which address', async () => {
    const { shop, dana, edit, letters } = await setting();
    await edit(NEW);
    const before = await letters();
    shop.queue.add({ name: 'write-to-account', accountId: dana.accountId, about: 'change-email', letterId: 'l1' });
    expect(await letters()).toEqual([...before, `${NEW}: Confirm your new email address`]);
  });
});
