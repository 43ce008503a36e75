import { createTransport } from 'nodemailer';

import type { Mailer } from '#application/ports/mailer.ts';

import { mailFailure } from './mail-failure.ts';
import type { MailServer } from './mail-server.ts';
import { sendable } from './sendable.ts';
import type { OneAddress } from './sendable.ts';

/** Milliseconds for each step of a mail. */
export const TIMES = {
  /** Until the server is reached. */
  connection: 10_000,
  /** Until it greets. */
  greeting: 10_000,
  /** Of silence. */
  silence: 20_000,
} as const;

export type SmtpSettings = {
  readonly server: MailServer;
  /** Who the mails are from. The domain of the address is the domain of their ids too, and the name that the mail server is greeted with. */
  readonly from: OneAddress;
  /** Sends nothing unless the connection is encrypted, to a server whose certificate is valid. */
  readonly mustEncrypt: boolean;
  /** How many connections are kept at most. */
  readonly connections: number;
  /** Signs each mail by DKIM. `privateKey` is RSA, as PEM. */
  readonly signature: { readonly domain: string; readonly selector: string; readonly privateKey: string } | undefined;
  /** Milliseconds for one mail in all, a wait for a free connection included. */
  readonly patience: number;
  readonly times?: Readonly<Record<keyof typeof TIMES, number>>;
};

type SmtpMailer = {
  readonly mailer: Mailer;
  /** Signs in and leaves again. Throws `MailerUnavailable`. */
  readonly greet: () => Promise<void>;
  /** Ends the connections; mails on their way still arrive. */
  readonly close: () => void;
};

/** Sends mail by SMTP. What an error says is made of the protocol's words: no address, no password, no text of a mail. */
export const smtpMailer = ({
  server,
  from,
  mustEncrypt,
  connections,
  signature,
  patience,
  times = TIMES,
}: SmtpSettings): SmtpMailer => {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const transport = createTransport({
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    // The name that it greets with. A container's own is none that a relay takes; this one has to be known in DNS for any mail to
    // arrive, and the relay knows it as ours.
    name: domain,
    requireTLS: mustEncrypt,
    // On this machine nobody listens in, so a certificate made for a test is no worse than no encryption.
    tls: { rejectUnauthorized: mustEncrypt || !server.isLoopback },
    ...(server.credentials !== undefined && { auth: server.credentials, forceAuth: true }),
    ...(signature !== undefined && {
      dkim: { domainName: signature.domain, keySelector: signature.selector, privateKey: signature.privateKey },
    }),
    maxConnections: connections,
    // A kept connection that the server has dropped meanwhile; every other repetition is the queue's.
    maxRequeues: 1,
    connectionTimeout: times.connection,
    dnsTimeout: times.connection,
    greetingTimeout: times.greeting,
    socketTimeout: times.silence,
    logger: false,
  });

  return {
    mailer: {
      send: async (mail) => {
        const { to, replyTo } = sendable(mail);
        try {
          await transport.sendMail({
            messageId: `<${mail.id}@${domain}>`,
            from: { ...from },
            to: { ...to },
            ...(replyTo !== undefined && { replyTo: { ...replyTo } }),
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            ...(mail.writtenBy === 'shop' && { headers: { 'Auto-Submitted': 'auto-generated' } }),
            xMailer: false,
            disableFileAccess: true,
            disableUrlAccess: true,
            signal: AbortSignal.timeout(patience),
          });
        } catch (error) {
          throw mailFailure(error);
        }
      },
    },
    greet: async () => {
      try {
        await transport.verify();
      } catch (error) {
        throw mailFailure(error);
      }
    },
    close: () => transport.close(),
  };
};
