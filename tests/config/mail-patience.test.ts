import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { expect, it, onTestFinished } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { memoryLog } from '#adapters/memory/log.ts';
import { MailInDoubt } from '#application/ports/mailer.ts';
import { settingsFrom } from '#config/environment.ts';
import { MAIL } from '#config/mail.ts';
import { mail } from '#tests/contracts/mailer-rig.ts';

/** What leads each carrier to a port of this machine. */
const LEADING_TO: Readonly<Record<string, (port: number) => Readonly<Record<string, string>>>> = {
  smtp: (port) => ({ SMTP_URL: `smtp://127.0.0.1:${port}` }),
  resend: (port) => ({ RESEND_API_URL: `http://127.0.0.1:${port}`, RESEND_API_KEY: 're_1' }),
};

/** A server that lets everybody in and says nothing. */
const silence = async (): Promise<number> => {
  const server = createServer((socket) => void socket.on('error', () => {}));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

it.each(MAIL.names.filter((name) => !MAIL.isOtherwise({ MAIL: name })))(
  '%s gives a mail up in the time that it is given, so that no job begins it again meanwhile',
  async (name) => {
    const leading = LEADING_TO[name] ?? expect.fail(`LEADING_TO does not tell which settings lead ${name} to a port`);
    const { mail: chosen } = settingsFrom({
      MAIL: name,
      MAIL_FROM: 'leads@homelead.example',
      CONTACT_TO: 'office@homelead.example',
      ...leading(await silence()),
    });
    const { mailer, close } = await chosen.open({
      documents: memoryDocuments(),
      clock: memoryClock(0),
      log: memoryLog(),
      patience: 300,
    });
    onTestFinished(close);
    await expect(mailer.send(mail())).rejects.toThrow(MailInDoubt);
  },
  // Sooner than any mailer's own step ends.
  8_000,
);
