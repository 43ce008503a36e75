import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';

import * as v from 'valibot';

import type { Secrets } from '#application/ports/secrets.ts';
import type { OperatorAnswer } from './answer.ts';
import { refused } from './answer.ts';
import { BadLine, lineOf, linesOf, valueOf } from './lines.ts';
import { writeEndpoint, newSocketAddress, removeEndpoint, trueName } from './operator-file.ts';
import type { RunOperation } from './run-operation.ts';
import { Hello, LONGEST_REQUEST, Request, isProof, proofOf } from './wire.ts';
import type { Challenge, Message } from './wire.ts';

type Needs = {
  /** The data folder that this process has open. */
  readonly folder: string;
  readonly run: RunOperation;
  readonly secrets: Pick<Secrets, 'token'>;
  /** How long a command may take to say what it wants, in milliseconds. */
  readonly patience?: number;
  /** How often a command that waits hears that the server is still there, in milliseconds. */
  readonly heartbeat?: number;
};

const MOST_COMMANDS = 16;

const STRANGER = refused('token', 'The command did not prove that it may read the data folder.');
const NOT_UNDERSTOOD = refused(
  'not-understood',
  'The running server does not know this command or its values. If it is of another version, restart it.',
);

const STOPPING = refused(
  'server-stopping',
  'The server is stopping and has not begun with it. Try again once it has stopped, or is there again.',
);

/**
 * Takes operators' commands beside a data folder that this process has open. A command whose terminal goes away is done all
 * the same. From the call of `stop` on it takes no new ones; `stop` waits for those that run.
 */
export const serveOperator = async ({ folder, run, secrets, patience = 10_000, heartbeat = 5_000 }: Needs) => {
  const endpoint = { address: newSocketAddress(secrets.token()), token: secrets.token() };
  const name = (await trueName(folder)) ?? folder;
  const sockets = new Set<Socket>();
  const running = new Set<Promise<void>>();
  let isStopping = false;

  const tell = (socket: Socket, message: v.InferInput<typeof Message> | v.InferInput<typeof Challenge>): void => {
    if (socket.writable) socket.write(lineOf(message));
  };

  const answer = async (socket: Socket, { operation, who }: v.InferOutput<typeof Request>): Promise<void> => {
    const beat = setInterval(() => tell(socket, {}), heartbeat);
    try {
      const onProgress = (progress: v.InferInput<typeof Message>['progress']): void => {
        // Whoever reads slowly hears less, instead of having it all kept for them.
        if (!socket.writableNeedDrain) tell(socket, { progress });
      };
      tell(socket, { answer: await run(operation, { who, onProgress }) });
    } finally {
      clearInterval(beat);
    }
  };

  const converse = async (socket: Socket): Promise<OperatorAnswer | undefined> => {
    const lines = linesOf(socket, LONGEST_REQUEST);
    const next = async (): Promise<unknown> => valueOf((await lines.next()).value ?? '');
    const { hello } = v.parse(Hello, await next());
    // To a command that had found this server before, it is as if none were there.
    if (isStopping) return undefined;
    const challenge = secrets.token();
    tell(socket, { challenge, proof: proofOf(endpoint.token, 'server', name, hello) });
    const line = await next();
    const proven = v.safeParse(v.object({ proof: v.string() }), line);
    if (!proven.success || !isProof(proven.output.proof, proofOf(endpoint.token, 'command', name, challenge)))
      return STRANGER;
    const request = v.safeParse(Request, line);
    if (!request.success) return NOT_UNDERSTOOD;
    if (isStopping) return STOPPING;
    socket.setTimeout(0);
    const work = answer(socket, request.output);
    running.add(work);
    await work.finally(() => running.delete(work));
    return undefined;
  };

  const server = createServer({ allowHalfOpen: false }, (socket) => {
    sockets.add(socket);
    socket.setTimeout(patience, () => socket.destroy());
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    void converse(socket)
      .catch((error: unknown) => {
        if (error instanceof BadLine || error instanceof v.ValiError) return NOT_UNDERSTOOD;
        return undefined;
      })
      .then((problem) => {
        if (problem !== undefined) tell(socket, { answer: problem });
        socket.end();
      });
  });
  server.maxConnections = MOST_COMMANDS;
  server.listen(endpoint.address);
  await once(server, 'listening');
  await writeEndpoint(name, endpoint);

  return {
    stop: async (): Promise<void> => {
      isStopping = true;
      await removeEndpoint(name);
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.allSettled(running);
      for (const socket of sockets) socket.destroySoon();
      await closed;
    },
  };
};
