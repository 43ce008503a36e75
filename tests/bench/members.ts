import { createHash } from 'node:crypto';

import { argon2Passwords } from '#adapters/argon2/passwords.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import type { Account } from '#domain/account.ts';
import { DAY } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import { idOf } from './leads.ts';

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8');

/** As many as export at once: one subscriber alone may not. */
export const SUBSCRIBERS = 8;

/** What a subscriber's browser sends. */
export const sessionTokenOf = (subscriber: number): string =>
  sha256(`session ${subscriber} of the benchmark`).digest('base64url');

export const PASSWORD = 'correct-horse-battery';

/** As many as sign in at once: one account's sign-ins would wait for each other. */
export const LOGINS = 8;
export const emailAt = (index: number): string => `member${index}@agents.example`;

const accountAt = (index: number, passwordHash: string, now: Instant): Account => ({
  id: idOf(index),
  email: emailAt(index),
  fullName: `Member ${index}`,
  phone: '(512) 555-0142',
  address: 'Austin, TX',
  passwordHash,
  verification: { state: 'verified', verifiedAt: now },
  pendingEmail: undefined,
  emailToWarn: undefined,
  createdAt: now,
});

/** Accounts that can sign in, and more, the last, that are signed in and subscribe. */
export const addMembers = async (atomically: Atomically, now: Instant): Promise<void> => {
  const passwordHash = await (await argon2Passwords()).hash(PASSWORD);
  await atomically(async ({ accounts, sessions, subscriptions }) => {
    for (let index = 0; index < LOGINS + SUBSCRIBERS; index += 1)
      await accounts.add(accountAt(index, passwordHash, now));
    for (let subscriber = 0; subscriber < SUBSCRIBERS; subscriber += 1) {
      const accountId = idOf(LOGINS + subscriber);
      const hash = sha256(sessionTokenOf(subscriber)).digest('hex');
      await sessions.add({ hash, accountId, createdAt: now, seenAt: now });
      await subscriptions.add({
        id: idOf(subscriber),
        accountId,
        openedAt: now,
        checkout: undefined,
        check: { at: now + 30 * DAY, count: 0 },
        revision: 1,
        progress: {
          state: 'live',
          ref: `sub_of_the_benchmark_${subscriber}`,
          payerRef: `cus_of_the_benchmark_${subscriber}`,
          since: now,
          paidThrough: now + 30 * DAY,
          endsAt: undefined,
          isOverdue: false,
        },
      });
    }
  });
};
