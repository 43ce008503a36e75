import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

/** A letter as the server took it. */
export type Letter = {
  /** The receivers of the envelope. */
  readonly to: readonly string[];
  readonly from: string;
  /** The name that the client greeted with. */
  readonly greeting: string;
  readonly isEncrypted: boolean;
  /** The user who had signed in. */
  readonly user: string | undefined;
  readonly raw: string;
};

/** An answer of the server: `answer(451, 'come back later')`. */
export const answer = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** What becomes of a letter that has come in whole: taken, or with no word that it was; an error; a cut or a silent connection. */
export type Fate = 'take' | 'take in silence' | 'drop' | 'hang' | Error;

type Habits = Pick<
  SMTPServerOptions,
  'onConnect' | 'onAuth' | 'onMailFrom' | 'onRcptTo' | 'authOptional' | 'disabledCommands' | 'secure' | 'key' | 'cert'
> & {
  readonly fate?: (letter: Letter) => Fate;
};

export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>;

/** A real mail server in this process, on loopback, without encryption unless `disabledCommands` leaves STARTTLS in. */
export const openPostOffice = async ({ fate = () => 'take', ...habits }: Habits = {}) => {
  const letters: Letter[] = [];
  const sockets = new Set<Socket>();
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    ...habits,
    onData: (stream, { envelope, hostNameAppearsAs, secure, user }, done) => {
      void (async () => {
        const letter = {
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          greeting: hostNameAppearsAs,
          isEncrypted: secure,
          user: typeof user === 'string' ? user : undefined,
          // One character for each byte: the letter itself names its encoding.
          raw: await text(stream.setEncoding('latin1')),
        };
        const becomes = fate(letter);
        if (becomes === 'hang') return;
        if (becomes === 'take in silence') letters.push(letter);
        if (becomes === 'drop' || becomes === 'take in silence') hangUp();
        else if (becomes === 'take') {
          letters.push(letter);
          done();
        } else done(becomes);
        // Cut off in the middle of a letter: it has not arrived.
      })().catch(() => {});
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    letters,
    /** Connections that are open now. */
    connections: () => sockets.size,
    hangUp,
    close: async (): Promise<void> => {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      hangUp();
      await closed;
    },
  };
};

/** Reads a letter as a mail program does. */
export const opened = ({ raw }: Letter) => PostalMime.parse(Buffer.from(raw, 'latin1'));
