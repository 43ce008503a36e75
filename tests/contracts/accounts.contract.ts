import { AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Atomically, Repositories } from '#application/ports/atomically.ts';
import { StoreBusy } from '#application/ports/atomically.ts';
import { changePassword } from '#domain/account.ts';
import type { Account } from '#domain/account.ts';
import type { ContactMessage } from '#domain/contact-message.ts';
import { HOUR, MINUTE } from '#domain/instant.ts';
import { seen } from '#domain/session.ts';
import type { Session } from '#domain/session.ts';
import { replaceToken, validityOf, spendToken } from '#domain/token.ts';
import type { Token } from '#domain/token.ts';
import { aContactMessage, anAccount, aSession, aToken } from '#tests/support/arbitrary.ts';
import { Aborted, NOW, someAccount } from './store-samples.ts';
import type { StoreUnderTest } from './store-samples.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const someToken = ({ id: accountId, email }: Account, change: Partial<Token> = {}): Token => ({
  hash: hashOf(uuid()),
  accountId,
  purpose: 'PASSWORD_RESET',
  email,
  createdAt: NOW,
  end: { is: 'none' },
  ...change,
});

const someSession = ({ id: accountId }: Account, change: Partial<Session> = {}): Session => ({
  hash: hashOf(uuid()),
  accountId,
  createdAt: NOW,
  seenAt: NOW,
  ...change,
});

const someMessage = (): ContactMessage => ({
  id: uuid(),
  name: 'Ann Poe',
  email: 'ann@example.com',
  subject: 'Hours',
  text: 'When are you open?',
  receivedAt: NOW,
  isSpam: false,
});

/**
 * What every store promises about accounts and what belongs to them. `serial`: transactions of this store wait for each
 * other from their first to their last statement, so that two can never meet.
 */
export const accountsContract = (
  name: string,
  open: () => Promise<StoreUnderTest>,
  { serial = false }: { readonly serial?: boolean } = {},
): void => {
  describe(`accounts in the store ${name}`, () => {
    let store: StoreUnderTest;
    const atomically: Atomically = (work) => store.atomically(work);
    type Additions = { readonly tokens?: readonly Token[]; readonly sessions?: readonly Session[] };
    const add = (account: Account, { tokens = [], sessions = [] }: Additions = {}) =>
      atomically(async (repositories) => {
        await repositories.accounts.add(account);
        for (const token of tokens) await repositories.tokens.add(token);
        for (const session of sessions) await repositories.sessions.add(session);
      });
    const account = (id: string) => atomically(({ accounts }) => accounts.find(id));
    const token = (hash: string) => atomically(({ tokens }) => tokens.find(hash));
    const session = (hash: string) => atomically(({ sessions }) => sessions.find(hash));
    const message = (id: string) => atomically(({ contactMessages }) => contactMessages.find(id));
    const itWhenTwoMeet = it.skipIf(serial);
    const outside = new AsyncResource('outside of any transaction');
    /** Runs outside the async context of the transaction, as another caller would. */
    const besides = <T>(work: () => Promise<T>): Promise<T> => outside.runInAsyncScope(work);

    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    describe('keeps values', () => {
      it('keeps every account, verified or not', async () => {
        await fc.assert(
          fc.asyncProperty(anAccount(), anAccount(), async (one, other) => {
            const id = uuid();
            const [before, after] = [
              { ...one, id, email: id + one.email },
              { ...other, id, email: id + other.email },
            ];
            await add(before);
            expect(await account(id)).toStrictEqual(before);
            await atomically(async ({ accounts }) => {
              await accounts.findByEmail(before.email);
              await accounts.save(after);
            });
            expect(await account(id)).toStrictEqual(after);
            expect(await atomically(({ accounts }) => accounts.findByEmail(after.email))).toStrictEqual(after);
          }),
          { numRuns: 40 },
        );
      });

      it('keeps every token, whatever its end', async () => {
        const owner = someAccount();
        await add(owner);
        await fc.assert(
          fc.asyncProperty(aToken(), aToken(), async (one, other) => {
            const own = { hash: hashOf(uuid()), accountId: owner.id };
            const [before, after] = [
              { ...one, ...own },
              { ...other, ...own },
            ];
            await atomically(({ tokens }) => tokens.add(before));
            expect(await token(own.hash)).toStrictEqual(before);
            await atomically(async ({ tokens }) => {
              await tokens.find(own.hash);
              await tokens.save(after);
            });
            expect(await token(own.hash)).toStrictEqual(after);
          }),
          { numRuns: 40 },
        );
      });

      it('keeps every session', async () => {
        const owner = someAccount();
        await add(owner);
        await fc.assert(
          fc.asyncProperty(aSession(), aSession(), async (one, other) => {
            const own = { hash: hashOf(uuid()), accountId: owner.id };
            const [before, after] = [
              { ...one, ...own },
              { ...other, ...own },
            ];
            await atomically(({ sessions }) => sessions.add(before));
            expect(await session(own.hash)).toStrictEqual(before);
            await atomically(async ({ sessions }) => {
              await sessions.find(own.hash);
              await sessions.save(after);
            });
            expect(await session(own.hash)).toStrictEqual(after);
          }),
          { numRuns: 20 },
        );
      });

      it('keeps every contact message', async () => {
        await fc.assert(
          fc.asyncProperty(aContactMessage(), async (any) => {
            const own = { ...any, id: uuid() };
            await atomically(({ contactMessages }) => contactMessages.add(own));
            expect(await message(own.id)).toStrictEqual(own);
          }),
          { numRuns: 20 },
        );
      });

      it('takes all contact messages of one address away, also those of this transaction, and no others', async () => {
        const from = (email: string): ContactMessage => ({
          id: uuid(),
          email,
          name: 'Ann',
          subject: 'Hi',
          text: 'Ten characters.',
          receivedAt: NOW,
          isSpam: false,
        });
        const [email, otherEmail] = [`${uuid()}@example.com`, `${uuid()}@example.com`];
        const [before, fresh, other] = [from(email), from(email), from(otherEmail)];
        await atomically(async ({ contactMessages }) => {
          for (const each of [before, other]) await contactMessages.add(each);
        });
        await atomically(async ({ contactMessages }) => {
          await contactMessages.find(before.id);
          await contactMessages.add(fresh);
          expect(await contactMessages.removeFrom(email)).toBe(2);
          for (const { id } of [before, fresh]) expect(await contactMessages.find(id)).toBeUndefined();
        });
        for (const { id } of [before, fresh]) expect(await message(id)).toBeUndefined();
        expect(await message(other.id)).toEqual(other);
        for (const none of [email, 'none', '\0'])
          expect(await atomically(({ contactMessages }) => contactMessages.removeFrom(none))).toBe(0);
      });

      it('finds accounts by an address that they wait for, or are to warn', async () => {
        const email = `other-${uuid()}@example.com`;
        const [waits, had, has] = [
          someAccount({ pendingEmail: email }),
          someAccount({ emailToWarn: email }),
          someAccount({ email }),
        ];
        for (const one of [waits, had, has, someAccount()]) await add(one);
        const found = await atomically(({ accounts }) => accounts.findByOtherEmail(email));
        expect(found.map(({ id }) => id).toSorted()).toEqual([waits.id, had.id].toSorted());
        await atomically(async ({ accounts }) => {
          for (const one of await accounts.findByOtherEmail(email))
            await accounts.save({ ...one, pendingEmail: undefined, emailToWarn: undefined });
          expect(await accounts.findByOtherEmail(email)).toEqual([]);
        });
        expect(await account(waits.id)).toStrictEqual({ ...waits, pendingEmail: undefined });
        expect(await account(had.id)).toStrictEqual({ ...had, emailToWarn: undefined });
      });

      it('finds nothing under an unknown or impossible key', async () => {
        const unknown = [uuid(), uuid().toUpperCase(), hashOf(uuid()), 'none', '', '\0', "'; drop table account; --"];
        await atomically(async ({ accounts, tokens, sessions, contactMessages }) => {
          for (const key of unknown) {
            expect(await accounts.find(key)).toBeUndefined();
            expect(await accounts.findForUpdate(key)).toBeUndefined();
            expect(await accounts.findByEmail(key)).toBeUndefined();
            expect(await accounts.findByOtherEmail(key)).toEqual([]);
            expect(await tokens.find(key)).toBeUndefined();
            expect(await tokens.findOpen(key)).toEqual([]);
            expect(await sessions.find(key)).toBeUndefined();
            expect(await sessions.findOfAccount(key)).toEqual([]);
            expect(await contactMessages.find(key)).toBeUndefined();
          }
        });
      });

      it('copies values on their way in and out', async () => {
        type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
        const owner = someAccount();
        const mutable = {
          account: structuredClone(owner) as Mutable<Account>,
          token: someToken(owner) as Mutable<Token>,
          session: someSession(owner) as Mutable<Session>,
          message: someMessage() as Mutable<ContactMessage>,
        };
        const before = structuredClone(mutable);
        const spoil = ({ account: one, token: two, session: three, message: four }: typeof mutable): void => {
          one.fullName = 'spoilt';
          Object.assign(one.verification, { verifiedAt: 1 });
          two.email = 'spoilt';
          Object.assign(two.end, { is: 'used', at: 1 });
          three.seenAt = 1;
          four.text = 'spoilt';
        };
        const found = async ({ accounts, tokens, sessions, contactMessages }: Repositories) => ({
          account: await accounts.find(owner.id),
          token: await tokens.find(before.token.hash),
          session: await sessions.find(before.session.hash),
          message: await contactMessages.find(before.message.id),
        });
        await atomically(async (repositories) => {
          await repositories.accounts.add(mutable.account);
          await repositories.tokens.add(mutable.token);
          await repositories.sessions.add(mutable.session);
          await repositories.contactMessages.add(mutable.message);
          spoil(mutable);
          spoil((await found(repositories)) as typeof mutable);
          expect(await found(repositories)).toStrictEqual(before);
        });
        spoil((await atomically(found)) as typeof mutable);
        expect(await atomically(found)).toStrictEqual(before);
      });
    });

    describe('does all or nothing', () => {
      it('undoes everything when the work throws', async () => {
        const owner = someAccount();
        const [open_, lively] = [someToken(owner), someSession(owner)];
        await add(owner, { tokens: [open_], sessions: [lively] });
        const added = someAccount();
        const asked = someMessage();
        const work = atomically(async ({ accounts, tokens, sessions, contactMessages }) => {
          await accounts.add(added);
          await tokens.add(someToken(added));
          await contactMessages.add(asked);
          await accounts.find(owner.id);
          await accounts.save(changePassword(owner, '$some-hash$new', NOW));
          await tokens.find(open_.hash);
          await tokens.save(spendToken(open_, NOW));
          await sessions.remove([lively.hash]);
          expect(await sessions.findOfAccount(owner.id)).toEqual([]);
          throw new Aborted();
        });
        await expect(work).rejects.toThrow(Aborted);
        expect(await account(added.id)).toBeUndefined();
        expect(await message(asked.id)).toBeUndefined();
        expect(await account(owner.id)).toStrictEqual(owner);
        expect(await token(open_.hash)).toStrictEqual(open_);
        expect(await session(lively.hash)).toStrictEqual(lively);
      });

      it('shows the work its own changes', async () => {
        const owner = someAccount();
        const [first, second] = [someToken(owner), someToken(owner, { createdAt: NOW + MINUTE })];
        const lively = someSession(owner);
        await atomically(async ({ accounts, tokens, sessions }) => {
          await accounts.add(owner);
          expect(await accounts.findByEmail(owner.email)).toStrictEqual(owner);
          const moved = { ...owner, email: `new-${owner.email}` };
          await accounts.save(moved);
          expect(await accounts.findByEmail(owner.email)).toBeUndefined();
          expect(await accounts.findByEmail(moved.email)).toStrictEqual(moved);
          await tokens.add(first);
          await tokens.add(second);
          expect(await tokens.findOpen(owner.id)).toStrictEqual([first, second]);
          await tokens.save(replaceToken(first, NOW));
          expect(await tokens.findOpen(owner.id)).toStrictEqual([second]);
          await sessions.add(lively);
          expect(await sessions.findOfAccount(owner.id)).toStrictEqual([lively]);
          await sessions.remove([lively.hash]);
          expect(await sessions.findOfAccount(owner.id)).toEqual([]);
          expect(await sessions.find(lively.hash)).toBeUndefined();
        });
        expect(await session(lively.hash)).toBeUndefined();
        expect((await token(first.hash))?.end).toEqual({ is: 'replaced', at: NOW });
      });

      it('refuses to save what the work has not found, or has removed', async () => {
        const owner = someAccount();
        const [open_, lively] = [someToken(owner), someSession(owner)];
        await add(owner, { tokens: [open_], sessions: [lively] });
        await expect(atomically(({ accounts }) => accounts.save(owner))).rejects.toThrow('found');
        await expect(atomically(({ tokens }) => tokens.save(open_))).rejects.toThrow('found');
        await expect(atomically(({ sessions }) => sessions.save(lively))).rejects.toThrow('found');
        const work = atomically(async ({ sessions }) => {
          await sessions.find(lively.hash);
          await sessions.remove([lively.hash]);
          await sessions.save(lively);
        });
        await expect(work).rejects.toThrow('found');
        expect(await session(lively.hash)).toStrictEqual(lively);
      });

      it('refuses repositories whose transaction has ended', async () => {
        const owner = someAccount();
        const { accounts, tokens, sessions, contactMessages } = await atomically(async (r) => ({ ...r }));
        await expect(accounts.add(owner)).rejects.toThrow('ended');
        await expect(accounts.findForUpdate(owner.id)).rejects.toThrow('ended');
        await expect(tokens.findOpen(owner.id)).rejects.toThrow('ended');
        await expect(sessions.remove([hashOf('a')])).rejects.toThrow('ended');
        await expect(contactMessages.add(someMessage())).rejects.toThrow('ended');
      });
    });

    describe('removes sessions', () => {
      it('those that are named, and no other', async () => {
        const [owner, other] = [someAccount(), someAccount()];
        const [kept, ended, foundBefore] = [someSession(owner), someSession(owner), someSession(owner)];
        const ofOther = someSession(other);
        await add(owner, { sessions: [kept, ended, foundBefore] });
        await add(other, { sessions: [ofOther] });
        await atomically(async ({ sessions }) => {
          await sessions.find(foundBefore.hash);
          await sessions.save({ ...foundBefore, seenAt: NOW + HOUR });
          await sessions.remove([ended.hash, foundBefore.hash]);
          expect(await sessions.find(ended.hash)).toBeUndefined();
          expect(await sessions.find(foundBefore.hash)).toBeUndefined();
          expect(await sessions.findOfAccount(owner.id)).toStrictEqual([kept]);
        });
        expect(await atomically((r) => r.sessions.findOfAccount(owner.id))).toStrictEqual([kept]);
        expect(await session(foundBefore.hash)).toBeUndefined();
        expect(await session(ofOther.hash)).toStrictEqual(ofOther);
      });

      it('and finds nothing wrong with those that are gone, unknown or impossible', async () => {
        const owner = someAccount();
        const ended = someSession(owner);
        await add(owner, { sessions: [ended] });
        const remove = (hashes: readonly string[]) => atomically(({ sessions }) => sessions.remove(hashes));
        await remove([ended.hash, ended.hash, hashOf(uuid()), '', '\0']);
        expect(await session(ended.hash)).toBeUndefined();
        await remove([ended.hash]);
        await remove([]);
        const twice = someSession(owner);
        await atomically(async ({ sessions }) => {
          await sessions.add(twice);
          await sessions.remove([twice.hash]);
          await sessions.remove([twice.hash]);
        });
        expect(await session(twice.hash)).toBeUndefined();
      });
    });

    describe('removes accounts', () => {
      const unverified = (change: Partial<Account> = {}): Account =>
        someAccount({ verification: { state: 'unverified' }, createdAt: NOW, ...change });
      const removeNeverVerified = (until: number) =>
        atomically(({ accounts }) => accounts.removeNeverVerified(until, 100));

      it('that nobody has verified and that no link is left of, and no other', async () => {
        const [old, young, verified] = [unverified(), unverified({ createdAt: NOW + 1 }), someAccount()];
        const [asked, linked] = [unverified(), unverified()];
        for (const each of [old, young, verified]) await add(each);
        const [open_, ended] = [someToken(asked), spendToken(someToken(linked), NOW)];
        await add(asked, { tokens: [open_] });
        await add(linked, { tokens: [ended] });
        await removeNeverVerified(NOW);
        expect(await account(old.id)).toBeUndefined();
        for (const each of [young, verified, asked, linked]) expect(await account(each.id)).toStrictEqual(each);
        await atomically(({ tokens }) => tokens.removeOfAccount(asked.id));
        expect(await removeNeverVerified(NOW)).toBe(1);
        expect(await account(asked.id)).toBeUndefined();
        await add(unverified({ email: old.email, createdAt: NOW + 1 }));
      });

      it('but not one that the same work has verified, or made a link for', async () => {
        const [first, second] = [unverified(), unverified()];
        await add(first);
        await add(second);
        await atomically(async ({ accounts, tokens }) => {
          await accounts.find(first.id);
          await accounts.save(changePassword(first, '$some-hash$new', NOW));
          await tokens.add(someToken(second));
          await accounts.removeNeverVerified(NOW, 100);
        });
        for (const { id } of [first, second]) expect(await account(id)).toBeDefined();
      });

      itWhenTwoMeet('and leaves those out that somebody else holds', async () => {
        const held = unverified();
        await add(held);
        const link = someToken(held);
        await atomically(async ({ accounts, tokens }) => {
          await accounts.findForUpdate(held.id);
          await besides(() => removeNeverVerified(NOW));
          await tokens.add(link);
        });
        expect(await account(held.id)).toStrictEqual(held);
        expect(await token(link.hash)).toStrictEqual(link);
      });

      it('that are named, once nothing belongs to them', async () => {
        const [owner, other] = [someAccount(), someAccount()];
        const links = [someToken(owner), spendToken(someToken(owner), NOW)];
        const ofOther = someToken(other);
        await add(owner, { tokens: links });
        await add(other, { tokens: [ofOther] });
        const signedIn = someAccount();
        await add(signedIn, { sessions: [someSession(signedIn)] });
        for (const { id } of [owner, signedIn])
          await expect(atomically(({ accounts }) => accounts.remove(id))).rejects.toBeInstanceOf(StoreBusy);
        const tooEarly = atomically(async ({ accounts, tokens }) => {
          await accounts.remove(owner.id);
          await tokens.removeOfAccount(owner.id);
        });
        await expect(tooEarly).rejects.toBeInstanceOf(StoreBusy);
        await atomically(async ({ accounts, tokens }) => {
          await accounts.findForUpdate(owner.id);
          await tokens.find(links[0]?.hash ?? '');
          await tokens.add(someToken(owner));
          await tokens.removeOfAccount(owner.id);
          expect(await tokens.find(links[0]?.hash ?? '')).toBeUndefined();
          expect(await tokens.findOpen(owner.id)).toEqual([]);
          await accounts.remove(owner.id);
          expect(await accounts.find(owner.id)).toBeUndefined();
          expect(await accounts.findByEmail(owner.email)).toBeUndefined();
        });
        expect(await account(owner.id)).toBeUndefined();
        for (const { hash } of links) expect(await token(hash)).toBeUndefined();
        expect(await account(other.id)).toStrictEqual(other);
        expect(await token(ofOther.hash)).toStrictEqual(ofOther);
      });

      it('but only the links that were sent to an address where that is named, whosever they are', async () => {
        const [owner, other] = [someAccount(), someAccount()];
        const email = `${uuid()}@example.com`;
        const sent = [someToken(owner, { email }), someToken(other, { email, end: { is: 'used', at: NOW } })];
        const elsewhere = someToken(owner);
        await add(owner, { tokens: sent.slice(0, 1) });
        await add(other, { tokens: sent.slice(1) });
        const added = someToken(owner, { email });
        await atomically(async ({ tokens }) => {
          await tokens.find(sent[0]?.hash ?? '');
          await tokens.add(elsewhere);
          await tokens.add(added);
          for (const address of ['nobody@example.com', '', '\0', email]) await tokens.removeSentTo(address);
          expect(await tokens.findOpen(owner.id)).toEqual([elsewhere]);
          for (const { hash } of [...sent, added]) expect(await tokens.find(hash)).toBeUndefined();
        });
        for (const { hash } of [...sent, added]) expect(await token(hash)).toBeUndefined();
        expect(await token(elsewhere.hash)).toStrictEqual(elsewhere);
      });

      it('and finds nothing wrong with those that are gone, unknown or impossible', async () => {
        const owner = someAccount();
        const link = someToken(owner);
        await add(owner, { tokens: [link] });
        for (const id of [uuid(), 'none', '', '\0'])
          await atomically(async ({ accounts, tokens }) => {
            await tokens.removeOfAccount(id);
            await accounts.remove(id);
          });
        expect(await account(owner.id)).toStrictEqual(owner);
        expect(await token(link.hash)).toStrictEqual(link);
      });
    });

    describe('refuses', () => {
      const busy = (work: (repositories: Repositories) => Promise<unknown>) =>
        expect(atomically(work)).rejects.toBeInstanceOf(StoreBusy);

      it('a second account, token, session or message of a key', async () => {
        const owner = someAccount();
        const [open_, lively, asked] = [someToken(owner), someSession(owner), someMessage()];
        await add(owner, { tokens: [open_], sessions: [lively] });
        await atomically(({ contactMessages }) => contactMessages.add(asked));
        await busy(({ accounts }) => accounts.add(someAccount({ id: owner.id })));
        await busy(({ tokens }) => tokens.add(someToken(owner, { hash: open_.hash })));
        await busy(({ sessions }) => sessions.add(someSession(owner, { hash: lively.hash })));
        await busy(({ contactMessages }) => contactMessages.add(asked));
      });

      it('a second account of an address, also one that changes to it', async () => {
        const [first, second] = [someAccount(), someAccount()];
        await add(first);
        await add(second);
        await busy(({ accounts }) => accounts.add(someAccount({ email: first.email })));
        await busy(async ({ accounts }) => {
          await accounts.find(second.id);
          await accounts.save({ ...second, email: first.email });
        });
        await busy(async ({ accounts }) => {
          const email = `${uuid()}@example.com`;
          await accounts.add(someAccount({ email }));
          await accounts.add(someAccount({ email }));
        });
        expect(await account(second.id)).toStrictEqual(second);
      });

      it('nobody an address that is only wished for, or that its account has left', async () => {
        const wanted = `${uuid()}@example.com`;
        const [first, second] = [someAccount({ pendingEmail: wanted }), someAccount({ pendingEmail: wanted })];
        await add(first);
        await add(second);
        expect(await atomically(({ accounts }) => accounts.findByEmail(wanted))).toBeUndefined();
        const left = first.email;
        await atomically(async ({ accounts }) => {
          await accounts.find(first.id);
          await accounts.save({ ...first, email: wanted, pendingEmail: undefined, emailToWarn: left });
        });
        const next = someAccount({ email: left });
        await add(next);
        expect(await atomically(({ accounts }) => accounts.findByEmail(left))).toStrictEqual(next);
        expect((await atomically(({ accounts }) => accounts.findByEmail(wanted)))?.id).toBe(first.id);
      });

      it('a token or a session of an account that is not stored', async () => {
        const nobody = someAccount();
        const ofNobody = [someToken(nobody), someSession(nobody)] as const;
        await expect(atomically(({ tokens }) => tokens.add(ofNobody[0]))).rejects.toThrow();
        await expect(atomically(({ sessions }) => sessions.add(ofNobody[1]))).rejects.toThrow();
        expect(await token(ofNobody[0].hash)).toBeUndefined();
        expect(await session(ofNobody[1].hash)).toBeUndefined();
      });

      it('a password or a secret that is not hashed, without telling it', async () => {
        const owner = someAccount();
        await add(owner);
        const secret = 'dGhlIHNlY3JldCBvZiBhIGxpbmsgb3IgYSBjb29raWU';
        const refused = async (work: (repositories: Repositories) => Promise<unknown>): Promise<void> => {
          const error = await atomically(work).catch((reason: unknown) => reason);
          expect(error).toBeInstanceOf(Error);
          expect(error).not.toBeInstanceOf(StoreBusy);
          expect(String(error)).not.toContain(secret);
        };
        await refused(({ accounts }) => accounts.add(someAccount({ passwordHash: secret })));
        await refused(({ tokens }) => tokens.add(someToken(owner, { hash: secret })));
        await refused(({ sessions }) => sessions.add(someSession(owner, { hash: secret })));
        await refused(({ sessions }) => sessions.add(someSession(owner, { hash: `${hashOf('a')}=${secret}` })));
      });
    });

    describe('finds what belongs to an account', () => {
      it('its open tokens, oldest first', async () => {
        const [owner, other] = [someAccount(), someAccount()];
        const [older, newer] = [someToken(owner), someToken(owner, { createdAt: NOW + 1, purpose: 'CHANGE_EMAIL' })];
        const ended = [someToken(owner, { end: { is: 'used', at: NOW } }), replaceToken(someToken(owner), NOW)];
        await add(owner, { tokens: [newer, ...ended, older] });
        await add(other, { tokens: [someToken(other)] });
        expect(await atomically(({ tokens }) => tokens.findOpen(owner.id))).toStrictEqual([older, newer]);
      });

      it('its sessions, oldest first', async () => {
        const [owner, other] = [someAccount(), someAccount()];
        const [older, newer] = [someSession(owner), someSession(owner, { createdAt: NOW + 1, seenAt: NOW + HOUR })];
        await add(owner, { sessions: [newer, older] });
        await add(other, { sessions: [someSession(other)] });
        expect(await atomically(({ sessions }) => sessions.findOfAccount(owner.id))).toStrictEqual([older, newer]);
      });
    });

    describe('serves many at a time', () => {
      it('makes one account when 50 sign up with one address at once', async () => {
        const email = `${uuid()}@example.com`;
        const signUp = () =>
          atomically(async ({ accounts, jobs }) => {
            const known = await accounts.findByEmail(email);
            await wait(10);
            if (known !== undefined) return 'taken';
            const { id } = someAccount();
            await accounts.add(someAccount({ id, email }));
            await jobs.add({ name: 'write-to-account', accountId: id, about: 'verify-email', letterId: email });
            return id;
          });
        const outcomes = await Promise.all(Array.from({ length: 50 }, signUp));
        const made = outcomes.filter((outcome) => outcome !== 'taken');
        expect(made).toHaveLength(1);
        expect((await atomically(({ accounts }) => accounts.findByEmail(email)))?.id).toBe(made[0]);
        const letters = (await store.jobs()).filter((job) => 'letterId' in job && job.letterId === email);
        expect(letters).toMatchObject([{ accountId: made[0] }]);
      });

      it('lets a token be used once when 50 want to at once', async () => {
        const owner = someAccount();
        const open_ = someToken(owner);
        await add(owner, { tokens: [open_], sessions: [someSession(owner), someSession(owner)] });
        const use = (_: unknown, place: number) =>
          atomically(async ({ tokens, sessions, jobs }) => {
            const found = await tokens.find(open_.hash);
            await wait(10);
            if (found === undefined) throw new Aborted();
            if (validityOf(found, ['PASSWORD_RESET'], NOW) !== 'usable') return 'too late';
            await tokens.save(spendToken(found, NOW + place));
            await sessions.remove((await sessions.findOfAccount(owner.id)).map(({ hash }) => hash));
            const letterId = `${place}`;
            await jobs.add({ name: 'write-to-account', accountId: owner.id, about: 'password-changed', letterId });
            return 'used';
          });
        const outcomes = await Promise.all(Array.from({ length: 50 }, use));
        expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(1);
        const winner = outcomes.indexOf('used');
        expect((await token(open_.hash))?.end).toEqual({ is: 'used', at: NOW + winner });
        expect(await atomically(({ sessions }) => sessions.findOfAccount(owner.id))).toEqual([]);
        const letters = (await store.jobs()).filter((job) => 'accountId' in job && job.accountId === owner.id);
        expect(letters).toMatchObject([{ letterId: `${winner}` }]);
      });

      it('ends sessions that many want to end at once', async () => {
        const owner = someAccount();
        const lively = Array.from({ length: 10 }, () => someSession(owner));
        await add(owner, { sessions: lively });
        const hashes = lively.map(({ hash }) => hash);
        const signOut = (_: unknown, place: number) =>
          atomically(async ({ sessions }) => {
            if (place % 2 === 0) await sessions.findOfAccount(owner.id);
            await sessions.remove(place % 3 === 0 ? hashes : hashes.toReversed());
          });
        await Promise.all(Array.from({ length: 20 }, signOut));
        expect(await atomically(({ sessions }) => sessions.findOfAccount(owner.id))).toEqual([]);
      });

      it('lets no session outlive a reset that comes at the same moment', async () => {
        for (let round = 0; round < 10; round += 1) {
          const owner = someAccount();
          await add(owner);
          const signIn = () =>
            atomically(async ({ accounts, sessions }) => {
              const found = await accounts.findForUpdate(owner.id);
              if (found?.passwordHash === owner.passwordHash) await sessions.add(someSession(owner));
            });
          const reset = () =>
            atomically(async ({ accounts, sessions }) => {
              const found = await accounts.findForUpdate(owner.id);
              if (found === undefined) throw new Aborted();
              await accounts.save(changePassword(found, '$some-hash$new', NOW));
              await sessions.remove((await sessions.findOfAccount(owner.id)).map(({ hash }) => hash));
            });
          await Promise.all([signIn(), signIn(), reset(), signIn(), signIn()]);
          expect(await atomically(({ sessions }) => sessions.findOfAccount(owner.id))).toEqual([]);
        }
      });
    });

    describe(`holds when two transactions meet${serial ? ' (skipped: here they never do)' : ''}`, () => {
      itWhenTwoMeet('runs the work again when another one has changed the account, or has used the token', async () => {
        const owner = someAccount();
        const open_ = someToken(owner);
        await add(owner, { tokens: [open_] });
        let runs = 0;
        const change = (meanwhile: () => Promise<unknown>) =>
          atomically(async ({ accounts }) => {
            const found = await accounts.find(owner.id);
            if ((runs += 1) === 1) await besides(meanwhile);
            if (found !== undefined) await accounts.save({ ...found, fullName: `${found.fullName}!` });
          });
        await change(() => change(async () => {}));
        expect(runs).toBe(3);
        expect((await account(owner.id))?.fullName).toBe(`${owner.fullName}!!`);
        runs = 0;
        const use = (meanwhile: () => Promise<unknown>): Promise<string> =>
          atomically(async ({ tokens }) => {
            const found = await tokens.find(open_.hash);
            if ((runs += 1) === 1) await besides(meanwhile);
            if (found?.end.is !== 'none') return 'too late';
            await tokens.save(spendToken(found, NOW));
            return 'used';
          });
        expect(await use(() => use(async () => {}))).toBe('too late');
        expect(runs).toBe(3);
      });

      itWhenTwoMeet('runs the work again when a session that it saves has ended meanwhile', async () => {
        const owner = someAccount();
        const lively = someSession(owner);
        await add(owner, { sessions: [lively] });
        let runs = 0;
        const visit = await atomically(async ({ sessions }) => {
          const found = await sessions.find(lively.hash);
          if ((runs += 1) === 1) await besides(() => atomically((r) => r.sessions.remove([lively.hash])));
          const noted = found && seen(found, NOW + HOUR);
          if (noted !== undefined) await sessions.save(noted);
          return found;
        });
        expect(visit).toBeUndefined();
        expect(runs).toBe(2);
        expect(await session(lively.hash)).toBeUndefined();
      });

      itWhenTwoMeet('ends a session that another one has seen meanwhile', async () => {
        const owner = someAccount();
        const lively = someSession(owner);
        await add(owner, { sessions: [lively] });
        await atomically(async ({ sessions }) => {
          await sessions.find(lively.hash);
          await besides(() =>
            atomically(async (others) => {
              await others.sessions.find(lively.hash);
              await others.sessions.save({ ...lively, seenAt: NOW + HOUR });
            }),
          );
          await sessions.remove([lively.hash]);
        });
        expect(await session(lively.hash)).toBeUndefined();
      });

      itWhenTwoMeet('reads an account afresh that it is about to use', async () => {
        const owner = someAccount();
        await add(owner);
        let runs = 0;
        await atomically(async ({ accounts }) => {
          runs += 1;
          await accounts.find(owner.id);
          if (runs === 1)
            await besides(() =>
              atomically(async (others) => {
                await others.accounts.find(owner.id);
                await others.accounts.save({ ...owner, phone: '5125550100' });
              }),
            );
          const found = await accounts.findForUpdate(owner.id);
          if (found !== undefined) await accounts.save({ ...found, address: '1 Oak Street' });
        });
        expect(runs).toBe(1);
        expect(await account(owner.id)).toMatchObject({ phone: '5125550100', address: '1 Oak Street' });
      });
    });
  });
};
