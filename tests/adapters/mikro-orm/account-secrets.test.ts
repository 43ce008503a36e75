import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { argon2Passwords } from '#adapters/argon2/passwords.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import type { Database } from '#adapters/mikro-orm/connection.ts';
import { databaseLedger } from '#adapters/mikro-orm/ledger.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { databaseUsers } from '#adapters/mikro-orm/users.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { pgBossJobs } from '#adapters/pg-boss/jobs.ts';
import { memoryLimiter } from '#adapters/rate-limiter/memory-limiter.ts';
import { simulatedCheckout } from '#adapters/simulated-checkout/simulated-checkout.ts';
import { systemClock, systemPause, systemStopwatch } from '#adapters/system/clock.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';
import type { Mail } from '#application/ports/mailer.ts';
import { useCasesOn } from '#config/use-cases.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import type { AppUseCases } from '#adapters/http/app.ts';
import { patiently } from '#tests/adapters/pg-boss/settings.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const EMAIL = 'canary@example.com';
const MOVED = 'canary.moved@example.com';
const PASSWORDS = { first: 'canary-password-1', wrong: 'canary-password-2', second: 'canary-password-3' } as const;

const secrets = systemSecrets();
const mails: Mail[] = [];
const closing: (() => Promise<void>)[] = [];

let database: Database;
let useCases: AppUseCases;
let work: () => Promise<void>;

beforeAll(async () => {
  const fresh = await freshDatabase();
  database = await openPostgres({ url: fresh.url });
  const log = memoryLog();
  const queue = await pgBossJobs({ ...patiently, database: { url: fresh.url }, log });
  closing.push(queue.jobs.stop, database.close, fresh.drop);
  const shopUrl = 'https://shop.example';
  const { payments } = simulatedCheckout({
    documents: memoryDocuments(),
    clock: systemClock,
    secrets,
    publicUrl: shopUrl,
    notifications: 'never',
    signingSecret: 'a secret of the tests',
    notify: async () => {},
  });
  const all = useCasesOn({
    atomically: databaseStore(database, { addJob: queue.add }),
    marketplace: databaseMarketplace(database),
    vault: databaseVault(database),
    ledger: databaseLedger(database),
    users: databaseUsers(database),
    payments,
    // The mails go away, as in earnest: they are the one place where a link's secret is.
    mailer: { send: async (mail) => void mails.push(mail) },
    clock: systemClock,
    stopwatch: systemStopwatch,
    pause: systemPause,
    secrets,
    log,
    passwords: await argon2Passwords(),
    limiter: memoryLimiter(),
    renewalGrace: RENEWAL_GRACE,
    shelfCycles: 1,
    eraseAfter: 0,
    messagesKept: 0,
    termsRequired: false,
    concealAccounts: false,
    contactTo: 'contact@example.com',
    shopUrl,
  });
  useCases = all;
  work = () => queue.jobs.work(all.doJob);
});
afterAll(async () => {
  for (const close of closing) await close();
});

const mailedToken = async (subject: string): Promise<string> => {
  const token = (): string | undefined =>
    /token=([\w-]{43})/.exec(mails.find((mail) => mail.subject === subject)?.text ?? '')?.[1];
  await vi.waitFor(() => expect(token()).toBeDefined(), { timeout: 20_000 });
  return token() ?? '';
};

/** Every row of every table that is not PostgreSQL's own, as text, under the name of its table. */
const dump = async (): Promise<readonly string[]> => {
  const tables = await database.query<{ readonly name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await database.query<{ readonly row: string }>(`select one::text as row from ${name} as one`);
    rows.push(...found.map(({ row }) => `${name}: ${row}`));
  }
  return rows;
};

/** A secret as it is, and in the forms in which a column could hold it. */
const formsOf = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret);
  const decoded = Buffer.from(secret, 'base64url');
  return [secret, bytes.toString('hex'), bytes.toString('base64'), decoded.toString('hex'), decoded.toString('base64')];
};

it('keeps no password, no secret of a link and no session in plain in any table, waiting jobs included', async () => {
  const seen = new Set<string>();
  const look = async (): Promise<void> => {
    for (const row of await dump()) seen.add(row);
  };

  const newcomer = { email: EMAIL, password: PASSWORDS.first, fullName: 'Canary' };
  expect(await useCases.signUp(newcomer)).toBe('registered');
  await look();
  await work();
  const verification = await mailedToken('Verify your email address');
  await look();
  expect(await useCases.verifyEmail({ token: verification, sessionToken: undefined })).toMatchObject({
    is: 'verified',
  });

  const signIn = (email: string, password: string, sessionToken?: string) =>
    useCases.signIn({ email, password, sessionToken });
  expect(await signIn(EMAIL, PASSWORDS.wrong)).toEqual({ is: 'wrong-pair' });
  const first = await signIn(EMAIL, PASSWORDS.first);
  if (first.is !== 'signed-in') throw new Error('not signed in');
  await useCases.editProfile({
    sessionToken: first.sessionToken,
    edit: { fullName: 'Canary', email: MOVED, phone: '512-555-0177', address: undefined },
  });
  const change = await mailedToken('Confirm your new email address');
  await look();
  expect(await useCases.verifyEmail({ token: change, sessionToken: first.sessionToken })).toMatchObject({
    is: 'verified',
  });

  expect(await useCases.requestPasswordReset(MOVED)).toBe('requested');
  const reset = await mailedToken('Reset your password');
  await look();
  expect(await useCases.resetPassword({ token: reset, newPassword: PASSWORDS.second })).toMatchObject({ is: 'reset' });
  const second = await signIn(MOVED, PASSWORDS.second);
  if (second.is !== 'signed-in') throw new Error('not signed in');
  await look();

  const rows = [...seen];
  const holding = (text: string): readonly string[] => rows.filter((row) => row.includes(text));
  // The dump does see accounts, links, sessions and jobs.
  const tokens = [verification, change, reset, first.sessionToken, second.sessionToken];
  for (const token of tokens) expect(holding(secrets.hash(token))).not.toEqual([]);
  expect(holding('$argon2id$')).not.toEqual([]);
  expect(holding('write-to-account')).not.toEqual([]);

  const told = [...Object.values(PASSWORDS), ...tokens].flatMap(formsOf);
  expect(rows.filter((row) => told.some((form) => row.includes(form)))).toEqual([]);
});
