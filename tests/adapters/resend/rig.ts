import { inspect } from 'node:util';

import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect } from 'vitest';

import { resendMailer } from '#adapters/resend/resend-mailer.ts';
import type { ResendSettings } from '#adapters/resend/resend-mailer.ts';
import { MailInDoubt, MailerUnavailable } from '#application/ports/mailer.ts';
import type { Mailer } from '#application/ports/mailer.ts';
import { PATIENCE, mail } from '#tests/contracts/mailer-rig.ts';

import { API_KEY, resendDouble } from './double.ts';
import type { ResendDouble } from './double.ts';
import { serveResend } from './served.ts';

const SETTINGS = {
  apiKey: API_KEY,
  from: { name: 'Homelead', address: 'leads@homelead.example' },
  patience: PATIENCE,
};

let current: ResendDouble | undefined;

/** Puts the rig's double where the adapter looks for Resend, for all tests of a file. Nothing else may be asked. */
export const interceptResend = (): void => {
  const server = setupServer(
    http.all('https://api.resend.com/*', async ({ request }) => {
      const { method, url, headers } = request;
      const answer = current?.answer({ method, url, headers, body: await request.text() });
      return answer === undefined || typeof answer === 'string'
        ? HttpResponse.error()
        : new HttpResponse(answer.text, { status: answer.status, headers: { ...answer.headers } });
    }),
  );
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterAll(() => server.close());
};

/** The adapter before a fresh double. */
export const resendRig = (changes: Partial<ResendSettings> = {}, clock?: () => number) => {
  const double = resendDouble(clock);
  current = double;
  const mailer = resendMailer({ ...SETTINGS, apiUrl: 'https://api.resend.com', ...changes });
  return { mailer, double };
};

const open: (() => Promise<void>)[] = [];

/** For the end of each test. */
export const closeAll = async (): Promise<void> => {
  for (const close of open.splice(0)) await close();
};

/** The adapter and a fresh double that is a server of its own: for what only a network does. */
export const servedRig = async (changes: Partial<ResendSettings> = {}) => {
  const double = resendDouble();
  const { url, close } = await serveResend(double);
  open.push(close);
  return { double, url, close, mailer: resendMailer({ ...SETTINGS, apiUrl: url, ...changes }) };
};

/** Sends one mail that fails, looks whether the error tells anything, and gives it. */
export const failure = async ({ mailer }: { readonly mailer: Mailer }): Promise<unknown> => {
  const error: unknown = await mailer.send(mail({ to: 'canary-jane@example.com' })).then(
    () => 'the mail was sent',
    (thrown: unknown) => thrown,
  );
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('canary');
  return error;
};

/** Not in doubt: the service has taken nothing. */
export const expectUntaken = (error: unknown): void => {
  expect(error).toBeInstanceOf(MailerUnavailable);
  expect(error).not.toBeInstanceOf(MailInDoubt);
};
