import { inspect } from 'node:util';

import { expect } from 'vitest';

import { smtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import type { SmtpSettings } from '#adapters/smtp/smtp-mailer.ts';
import { mailServerAt } from '#adapters/smtp/mail-server.ts';
import { MailInDoubt, MailerUnavailable } from '#application/ports/mailer.ts';
import type { Mailer } from '#application/ports/mailer.ts';
import { PATIENCE, mail } from '#tests/contracts/mailer-rig.ts';
import { answer, openPostOffice } from '#tests/support/post-office.ts';

/** Times so short that a test can wait for them. */
export const IMPATIENT = { connection: 300, greeting: 300, silence: 300 } as const;

const open: (() => Promise<void>)[] = [];

/** For the end of each test. */
export const closeAll = async (): Promise<void> => {
  for (const close of open.splice(0)) await close();
};

type Office = Parameters<typeof openPostOffice>[0];
type Changes = Partial<SmtpSettings> & { readonly login?: string; readonly scheme?: 'smtp' | 'smtps' };

/** A mail server with habits of its own, and a mailer that sends to it. */
export const smtpRig = async (office: Office = {}, { login = '', scheme = 'smtp', ...changes }: Changes = {}) => {
  const postOffice = await openPostOffice(office);
  const server = mailServerAt(`${scheme}://${login}127.0.0.1:${postOffice.port}`);
  if (server === undefined) throw new Error('the address of the mail server is none');
  const from = { name: 'Homelead', address: 'leads@homelead.example' };
  const settings = {
    server,
    from,
    mustEncrypt: false,
    connections: 5,
    signature: undefined,
    patience: PATIENCE,
    ...changes,
  };
  const smtp = smtpMailer(settings);
  open.push(async () => {
    smtp.close();
    await postOffice.close();
  });
  return { ...smtp, postOffice };
};

/** What a server is wont to repeat in its answers, and what a log may hold nothing of. */
export const CANARY = 'canary-jane';
export const PASSWORD = 'canary-password';

/** The password as it is, and in the form in which it goes to the server. */
export const PASSWORD_FORMS = [PASSWORD, Buffer.from(PASSWORD).toString('base64')];
const SECRETS = [CANARY, ...PASSWORD_FORMS];

/** An answer that repeats what it should not. */
export const repeating = (code: number, message = `4.2.0 <${CANARY}@example.com> is known to ${PASSWORD}`) =>
  answer(code, message);

/** Not in doubt: the server has taken nothing. */
export const expectUntaken = (error: unknown): void => {
  expect(error).toBeInstanceOf(MailerUnavailable);
  expect(error).not.toBeInstanceOf(MailInDoubt);
};

/** Sends one mail that fails, looks whether the error tells anything, and gives it. */
export const failure = async ({ mailer }: { readonly mailer: Mailer }): Promise<unknown> => {
  const error: unknown = await mailer.send(mail({ to: `${CANARY}@example.com` })).then(
    () => 'the mail was sent',
    (thrown: unknown) => thrown,
  );
  const everything = inspect(error, { depth: 10, showHidden: true });
  expect(SECRETS.filter((secret) => everything.includes(secret))).toEqual([]);
  return error;
};
