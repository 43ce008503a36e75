import { Socket } from 'node:net';
import pg from 'pg';
import type { ClientConfig } from 'pg';

import type { PreparedGroup } from './prepared-group.ts';
import type { Done, Line, PreparedQuery } from './prepared-query.ts';
import { silenceError, unlessHeard } from './silence.ts';

/** How many statements may wait on a line. One more goes to the next line, and where all are full to a connection of the pool. */
const MOST_WAITING = 16;
const MOST_LINES = 4;

/** How often a line is looked at in the time that it may be silent. */
const LOOKS_IN_A_SILENCE = 4;

/** Where statements can be sent to. */
export type Way = { readonly query: (query: PreparedQuery | PreparedGroup, values: undefined, done: Done) => unknown };

type OpenLine = Line & {
  readonly client: pg.Client & Way;
  readonly socket: Socket;
  /** How many bytes had come by the last look. */
  heard: number;
  /** Since when none has come although somebody waits. */
  silentSince: number;
  wasUsed: boolean;
  idleSince: number;
};

/**
 * Pipelined connections: a statement is sent without waiting for the answers of those before it. What is asked in one turn of the event
 * loop goes out in one packet, and most of the answers come back in one. Only short statements belong here, as one that takes long, or
 * waits for a lock, would hold up all behind it.
 */
export type Lines = {
  /** A place on the first line that has room; `undefined` when none has. */
  readonly take: () => { readonly line: Line; readonly client: Way } | undefined;
  readonly close: () => Promise<void>;
};

/**
 * Opens each line when it is needed. One on which nothing comes for `silence` milliseconds while somebody waits counts as broken; one that
 * nobody has used for `longestIdle` milliseconds is closed.
 */
export const openLines = (
  config: ClientConfig,
  { silence, longestIdle }: { readonly silence: number; readonly longestIdle: number },
): Lines => {
  let lines: OpenLine[] = [];
  let looks: NodeJS.Timeout | undefined;
  let isClosed = false;

  const leave = (line: OpenLine): void => {
    lines = lines.filter((other) => other !== line);
    if (lines.length > 0) return;
    clearInterval(looks);
    looks = undefined;
  };

  const look = (): void => {
    const now = performance.now();
    for (const line of lines) {
      const { client, socket, waiting } = line;
      const isHeard = waiting === 0 || socket.bytesRead > line.heard;
      if (isHeard) [line.heard, line.silentSince] = [socket.bytesRead, now];
      else if (now - line.silentSince >= silence) unlessHeard(socket, () => socket.destroy(silenceError()));
      if (line.wasUsed || waiting > 0) [line.wasUsed, line.idleSince] = [false, now];
      else if (now - line.idleSince >= longestIdle) {
        leave(line);
        void client.end();
      }
    }
  };

  const open = (): OpenLine => {
    const socket = new Socket();
    const client = new pg.Client({
      ...config,
      application_name: 'homelead-lines',
      pipeline: true,
      stream: () => socket,
    }) as OpenLine['client'];
    const now = performance.now();
    const line = { client, socket, waiting: 0, heard: 0, silentSince: now, wasUsed: true, idleSince: now };
    const broken = (): void => leave(line);
    client.on('error', broken);
    client.on('end', broken);
    // Whoever waits for it is told by the client.
    client.connect().catch(broken);
    lines = [...lines, line];
    looks ??= setInterval(look, silence / LOOKS_IN_A_SILENCE).unref();
    return line;
  };

  return {
    take: () => {
      const free = lines.find(({ waiting }) => waiting < MOST_WAITING);
      if (free === undefined && (isClosed || lines.length === MOST_LINES)) return undefined;
      const line = free ?? open();
      line.waiting += 1;
      line.wasUsed = true;
      return { line, client: line.client };
    },
    close: async () => {
      isClosed = true;
      await Promise.all(lines.map(({ client }) => client.end()));
    },
  };
};
