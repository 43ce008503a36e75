import { describe, expect, it, vi } from 'vitest';

import { databaseUsers } from '#adapters/mikro-orm/users.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import { resetPassword } from '#application/reset-password.ts';
import { verifyEmail } from '#application/verify-email.ts';
import type { Token } from '#domain/token.ts';
import { NOW, openShop } from '#tests/application/shop.ts';
import { somebodyIn } from '#tests/application/subscriber.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { storedJobs } from '#tests/support/stored-jobs.ts';
import { sharedDatabase } from '#tests/support/shared-database.ts';

const THIEF = 'thief@example.com';
const OTHER = { fullName: 'Dana Whitmore', email: 'new@example.com', phone: undefined, address: undefined };

/** A store whose transactions stop when they have ended sessions, and wait there for the commit. */
const stoppedBeforeCommit = (atomically: Atomically) => {
  const ended = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const stopping: Atomically = (work) =>
    atomically((repositories) => {
      const { sessions } = repositories;
      const remove = async (hashes: readonly string[]): Promise<void> => {
        await sessions.remove(hashes);
        ended.resolve();
        await goesOn.promise;
      };
      return work({ ...repositories, sessions: { ...sessions, remove } });
    });
  return { atomically: stopping, isReached: ended.promise, goOn: () => goesOn.resolve() };
};

describe('on a real PostgreSQL, a session that has been stolen', () => {
  const { database, atomically } = sharedDatabase();
  let people = 0;

  const isSomebodyWaiting = async (): Promise<boolean> => {
    const waiting = `select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await database().query(waiting)).length > 0;
  };

  const setting = async () => {
    let beforeItCounts = async (): Promise<void> => {};
    const shop = await openShop({
      around: (outside) => ({
        ...outside,
        atomically,
        users: databaseUsers(database()),
        // The fakes' ids and tokens begin anew with each shop; the tables do not.
        secrets: systemSecrets(),
        limiter: {
          ...outside.limiter,
          take: async (...key) => {
            await beforeItCounts();
            return outside.limiter.take(...key);
          },
        },
      }),
    });
    const { useCases, outside } = shop;
    const dana = await somebodyIn(shop, `dana-${(people += 1)}@example.com`);
    const edit = (email: string) => useCases.editProfile({ sessionToken: dana.session(), edit: { ...OTHER, email } });
    return {
      outside,
      useCases,
      dana,
      edit,
      linkTo: async (email: string, purpose: Token['purpose']): Promise<string> => {
        const secret = outside.secrets.token();
        const link = { hash: outside.secrets.hash(secret), accountId: dana.accountId, purpose, email };
        await outside.atomically(({ tokens }) => tokens.add({ ...link, createdAt: NOW, end: { is: 'none' } }));
        return secret;
      },
      account: () => outside.atomically(({ accounts }) => accounts.find(dana.accountId)),
      /**
       * The thief asks for another address. When the session has been found good for the last time before that is saved, the owner
       * works, and commits only once the thief waits for the account. Answers what both hear.
       */
      meanwhile: async <Outcome>(work: (needs: typeof outside) => Promise<Outcome>) => {
        const { atomically, isReached, goOn } = stoppedBeforeCommit(outside.atomically);
        let owner: Promise<Outcome> | undefined;
        beforeItCounts = async () => {
          owner ??= work({ ...outside, atomically });
          await isReached;
        };
        const thief = edit(THIEF);
        await vi.waitUntil(isSomebodyWaiting, PATIENCE);
        goOn();
        return [await thief, await owner];
      },
    };
  };

  const lettersWithLinks = async () =>
    (await storedJobs(database())).filter((job) => 'about' in job && job.about === 'change-email').length;

  it('asks for no other address any more once the owner’s reset has ended it, however close both come', async () => {
    const { dana, linkTo, account, meanwhile } = await setting();
    const token = await linkTo(dana.email, 'PASSWORD_RESET');
    const letters = await lettersWithLinks();
    const outcomes = await meanwhile((needs) => resetPassword(needs)({ token, newPassword: 'another-pass' }));
    expect(outcomes).toEqual([{ is: 'not-signed-in' }, { is: 'reset', email: dana.email }]);
    expect(await account()).toMatchObject({ email: dana.email, pendingEmail: undefined });
    expect(await lettersWithLinks()).toBe(letters);
  });

  it('is not begun anew with the old password while the owner’s reset ends it', async () => {
    const { outside, useCases, dana, linkTo } = await setting();
    const token = await linkTo(dana.email, 'PASSWORD_RESET');
    const { atomically, isReached, goOn } = stoppedBeforeCommit(outside.atomically);
    const owner = resetPassword({ ...outside, atomically })({ token, newPassword: 'another-pass' });
    await isReached;
    const thief = useCases.signIn({ email: dana.email, password: 'sample-pass', sessionToken: undefined });
    await vi.waitUntil(isSomebodyWaiting, PATIENCE);
    goOn();
    expect([await thief, await owner]).toEqual([{ is: 'wrong-pair' }, { is: 'reset', email: dana.email }]);
    expect(await outside.atomically(({ sessions }) => sessions.findOfAccount(dana.accountId))).toEqual([]);
  });

  it('asks for none once the owner has proved a new address in another browser', async () => {
    const { edit, linkTo, account, meanwhile } = await setting();
    expect(await edit(OTHER.email)).toMatchObject({ is: 'saved' });
    const token = await linkTo(OTHER.email, 'CHANGE_EMAIL');
    const letters = await lettersWithLinks();
    const outcomes = await meanwhile((needs) => verifyEmail(needs)({ token, sessionToken: undefined }));
    expect(outcomes).toEqual([{ is: 'not-signed-in' }, { is: 'verified', email: OTHER.email }]);
    expect(await account()).toMatchObject({ email: OTHER.email, pendingEmail: undefined });
    expect(await lettersWithLinks()).toBe(letters);
  });
});
