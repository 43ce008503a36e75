import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically } from '#application/ports/atomically.ts';
import type { UserOfSession, Users } from '#application/ports/users.ts';
import type { Account, Profile } from '#domain/account.ts';
import type { Session } from '#domain/session.ts';
import type { Subscription } from '#domain/subscription.ts';
import { aSession, aSubscription, anAccount } from '#tests/support/arbitrary.ts';
import { Aborted, NOW, hashOf, someAccount } from './store-samples.ts';

export type UsersUnderTest = {
  readonly atomically: Atomically;
  readonly users: Users;
  readonly close: () => Promise<void>;
};

const someSession = ({ id: accountId }: Account): Session => ({
  hash: hashOf(uuid()),
  accountId,
  createdAt: NOW,
  seenAt: NOW,
});

const profileOf = ({ id, email, fullName, phone, address, pendingEmail }: Account): Profile => ({
  id,
  email,
  fullName,
  phone,
  address,
  pendingEmail,
});

/** Changes arbitrary subscriptions so that one account can have them, beside those of all other accounts. */
const ofAccount = ({ id: accountId }: Account, any: readonly Subscription[]): readonly Subscription[] => {
  const taken = new Set<string>();
  return any.flatMap(({ checkout, progress, ...rest }) => {
    const { state } = progress;
    if ((state === 'open' || state === 'live') && taken.has(state)) return [];
    taken.add(state);
    return {
      ...rest,
      accountId,
      checkout: checkout && { ...checkout, ref: checkout.ref + uuid() },
      progress: 'ref' in progress ? { ...progress, ref: progress.ref + uuid() } : progress,
    };
  });
};

/** The contract of `Users`, which is read at every call. */
export const usersContract = (name: string, open: () => Promise<UsersUnderTest>): void => {
  describe(`the users ${name}`, () => {
    let subject: UsersUnderTest;
    const add = (account: Account, sessions: readonly Session[], subscriptions: readonly Subscription[] = []) =>
      subject.atomically(async (repositories) => {
        await repositories.accounts.add(account);
        for (const session of sessions) await repositories.sessions.add(session);
        for (const subscription of subscriptions) await repositories.subscriptions.add(subscription);
      });
    const userOf = ({ hash }: Session) => subject.users.ofSession(hash);

    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    it('are told as the store has them: session, profile, and how their subscriptions stand, newest first', async () => {
      await fc.assert(
        fc.asyncProperty(anAccount(), aSession(), fc.array(aSubscription(), { maxLength: 4 }), async (a, s, any) => {
          const account = { ...a, id: uuid(), email: `${uuid()}@example.com` };
          const session = { ...s, hash: hashOf(uuid()), accountId: account.id };
          const subscriptions = ofAccount(account, any);
          await add(account, [session], subscriptions);
          const inOrder = await subject.atomically((stored) => stored.subscriptions.findOfAccount(account.id));
          expect(inOrder).toHaveLength(subscriptions.filter(({ progress }) => progress.state !== 'abandoned').length);
          expect(await userOf(session)).toStrictEqual({
            session,
            account: profileOf(account),
            subscriptions: inOrder.map(({ progress }) => ({ progress })),
          } satisfies UserOfSession);
        }),
        { numRuns: 60 },
      );
    });

    it('are nobody under a hash that is unknown, or could be none', async () => {
      for (const hash of [hashOf('unknown'), '', '\0', 'none', "'; drop table session; --"])
        expect(await subject.users.ofSession(hash)).toBeUndefined();
    });

    it('are told apart, by each of their sessions', async () => {
      const [ann, bob] = [someAccount(), someAccount()];
      const [here, there, bobs] = [someSession(ann), someSession(ann), someSession(bob)];
      const ended = {
        state: 'ended',
        ref: uuid(),
        payerRef: 'cus',
        since: NOW,
        paidThrough: NOW,
        endedAt: NOW,
        lateRefund: undefined,
      } as const;
      const once = { id: uuid(), accountId: ann.id, openedAt: NOW, checkout: undefined, check: { at: NOW, count: 0 } };
      await add(ann, [here, there], [{ ...once, revision: 1, progress: ended }]);
      await add(bob, [bobs]);
      expect(await userOf(here)).toMatchObject({ session: here, account: { id: ann.id }, subscriptions: [{}] });
      expect(await userOf(there)).toMatchObject({ session: there, account: { id: ann.id }, subscriptions: [{}] });
      expect(await userOf(bobs)).toMatchObject({ session: bobs, account: { id: bob.id }, subscriptions: [] });
    });

    it('are told as the last commit left them, and as no transaction that was undone', async () => {
      const account = someAccount();
      const session = someSession(account);
      const save = (fullName: string, isUndone: boolean) =>
        subject.atomically(async ({ accounts }) => {
          const found = await accounts.find(account.id);
          if (found !== undefined) await accounts.save({ ...found, fullName });
          if (isUndone) throw new Aborted();
        });
      await add(account, [session]);
      for (let time = 1; time <= 12; time += 1) {
        await save(`Ann ${time}`, false);
        await expect(save('Nobody', true)).rejects.toBeInstanceOf(Aborted);
        expect((await userOf(session))?.account.fullName).toBe(`Ann ${time}`);
      }
      await subject.atomically(({ sessions }) => sessions.remove([session.hash]));
      expect(await userOf(session)).toBeUndefined();
    });

    it('are copies: whoever changes one changes nothing that is stored', async () => {
      const account = someAccount();
      const session = someSession(account);
      await add(account, [session]);
      const user = await userOf(session);
      Object.assign(user?.session ?? {}, { seenAt: 0 });
      Object.assign(user?.account ?? {}, { fullName: 'Nobody' });
      expect(await userOf(session)).toStrictEqual({ session, account: profileOf(account), subscriptions: [] });
    });
  });
};
