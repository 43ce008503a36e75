import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

import { argon2Passwords } from '#adapters/argon2/passwords.ts';
import { StoreUnavailable } from '#application/ports/atomically.ts';
import type { Outside } from '#config/outside.ts';

type Sabotage = (outside: Outside) => Outside;

/** A mail is handed over and forgotten, whatever becomes of it. */
const forgetsMail: Sabotage = (outside) => ({
  ...outside,
  mailer: { send: async (mail) => void outside.mailer.send(mail).catch(() => {}) },
});

/** Nobody is told that the database is away, only that something went wrong. */
const hidesOutages: Sabotage = (outside) => ({
  ...outside,
  atomically: async (work) => {
    try {
      return await outside.atomically(work);
    } catch (error) {
      throw error instanceof StoreUnavailable ? new Error('something went wrong') : error;
    }
  },
});

/** Ends at the signal, whatever is going on. */
const endsAtOnce = (): Sabotage => {
  process.on('SIGTERM', () => process.exit(0));
  return (outside) => outside;
};

/** Everybody's password is hashed at once. */
const hashesWithoutTurns = async (): Promise<Sabotage> => {
  const passwords = await argon2Passwords({ atOnce: 10_000 });
  return (outside) => ({ ...outside, passwords });
};

/** Writes down what it was asked for, as it was asked. */
const logsAddresses = (): Sabotage => {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    console.log(JSON.stringify({ level: 'info', event: 'asked', url: request.url }));
  });
  return (outside) => outside;
};

/** Writes down every password that it is to look at. */
const logsPasswords: Sabotage = (outside) => {
  const { passwords } = outside;
  const check: typeof passwords.check = (password, hash) => {
    console.log(JSON.stringify({ level: 'debug', event: 'checking', password }));
    return passwords.check(password, hash);
  };
  return { ...outside, passwords: { ...passwords, check } };
};

/** What a whole process may do wrong, by name. */
export const HABITS = {
  'forgets-mail': () => forgetsMail,
  'hides-outages': () => hidesOutages,
  'ends-at-once': endsAtOnce,
  'hashes-without-turns': hashesWithoutTurns,
  'logs-addresses': logsAddresses,
  'logs-passwords': () => logsPasswords,
} as const;

export type Habit = keyof typeof HABITS;
