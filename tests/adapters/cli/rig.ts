import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import { lineOf, linesOf, valueOf } from '#adapters/cli/lines.ts';
import { readEndpoint, writeEndpoint, newSocketAddress } from '#adapters/cli/operator-file.ts';
import type { Caller, RunOperation } from '#adapters/cli/run-operation.ts';
import { serveOperator } from '#adapters/cli/serve-operator.ts';
import { done } from '#adapters/cli/answer.ts';
import type { OperatorAnswer } from '#adapters/cli/answer.ts';
import type { Operation } from '#adapters/cli/operation.ts';
import { LONGEST_MESSAGE } from '#adapters/cli/wire.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';

export const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'homelead-operator-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
};

/** Answers with what it was asked, and remembers it. `before` runs first, as the work would. */
export const echo = (before: (caller: Caller) => Promise<void> | void = () => {}) => {
  const asked: { readonly operation: Operation; readonly who: string }[] = [];
  const run: RunOperation = async (operation, caller) => {
    asked.push({ operation, who: caller.who });
    await before(caller);
    return done({ operation, who: caller.who }, []);
  };
  return { run, asked };
};

/** A promise that is kept by hand. */
export const gate = () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

export const serving = async (
  folder: string,
  run: RunOperation,
  more: Partial<Parameters<typeof serveOperator>[0]> = {},
) => {
  const server = await serveOperator({ folder, run, secrets: systemSecrets(), ...more });
  return { ...server, [Symbol.asyncDispose]: server.stop };
};

/** A server that takes connections and says nothing, like one that is stuck; hears what it is told. */
export const hanging = async (folder: string) => {
  const address = newSocketAddress(systemSecrets().token());
  const sockets: Socket[] = [];
  let heard = '';
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}).on('data', (chunk) => void (heard += String(chunk))));
  });
  await once(server.listen(address), 'listening');
  await writeEndpoint(folder, { address, token: 't'.repeat(43) });
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  };
  return { heard: () => heard, [Symbol.asyncDispose]: close };
};

/** A bare connection to the server of a folder, which says what it likes; answers all that it was told until the end. */
export const rawTalk = async (folder: string, ...lines: readonly (string | Buffer)[]): Promise<string> => {
  const endpoint = await readEndpoint(folder);
  const socket = connect(endpoint?.address ?? 'nowhere');
  await once(socket, 'connect');
  socket.on('error', () => {});
  for (const line of lines) socket.write(line);
  const told = new PassThrough();
  socket.pipe(told);
  socket.once('close', () => told.end());
  return text(told);
};

/** A bare connection to the server of a folder that says one thing after another and hears what is said to each. */
export const talker = async (folder: string) => {
  const socket = connect((await readEndpoint(folder))?.address ?? 'nowhere').on('error', () => {});
  await once(socket, 'connect');
  const lines = linesOf(socket, LONGEST_MESSAGE);
  /** What the server answers; `undefined` once it has hung up. */
  const say = async (message: object): Promise<unknown> => {
    socket.write(lineOf(message));
    // A line to whoever has hung up already breaks the pipe.
    const next = await lines.next().catch(() => undefined);
    return next?.value === undefined ? undefined : valueOf(next.value);
  };
  return { say, [Symbol.dispose]: () => socket.destroy() };
};

export const reasonOf = (answer: OperatorAnswer | undefined): unknown =>
  (answer?.json as { readonly error?: { readonly reason: string } } | undefined)?.error?.reason;
