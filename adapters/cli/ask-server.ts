import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import * as v from 'valibot';

import { refused } from './answer.ts';
import type { OnProgress, OperatorAnswer } from './answer.ts';
import { BadLine, lineOf, linesOf, valueOf } from './lines.ts';
import type { Operation } from './operation.ts';
import { readEndpoint, trueName } from './operator-file.ts';
import { Challenge, LONGEST_MESSAGE, Message, isProof, proofOf } from './wire.ts';

export type Hearing = {
  readonly onProgress: OnProgress;
  /** The running server is asked now: from here on it does the work, whatever becomes of the command. */
  readonly onAsked: () => void;
};

type Question = Hearing & {
  readonly folder: string;
  readonly operation: Operation;
  readonly who: string;
  /** How long the server may take to say that it is there, in milliseconds: it has nothing to do for that. */
  readonly firstPatience?: number;
  /** How long it may be silent once it was asked, in milliseconds. */
  readonly patience?: number;
};

const LOST = refused(
  'server-lost',
  'The server went away before it answered. The audit tells whether it has done it: npm run leads -- audit',
);

/** The server takes connections, and says nothing. */
export const SILENT = refused(
  'server-silent',
  'The server has the data folder and does not answer. If its /healthz does not answer either, restart it. Nothing was asked of it.',
);

const connected = async (address: string): Promise<Socket | undefined> => {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    return socket.on('error', () => {});
  } catch {
    socket.destroy();
    return undefined;
  }
};

const answerIn = async (lines: AsyncIterable<string>, onProgress: OnProgress): Promise<OperatorAnswer | undefined> => {
  for await (const line of lines) {
    const { progress, answer } = v.parse(Message, valueOf(line));
    if (progress !== undefined) onProgress(progress);
    if (answer !== undefined) return answer;
  }
  return undefined;
};

/**
 * Has an operation done by the server that has the folder open. `undefined` when none is there, `SILENT` when one is that says
 * nothing: either way nothing was asked of anybody.
 */
export const askServer = async ({
  folder,
  operation,
  who,
  onProgress,
  onAsked,
  firstPatience = 5_000,
  patience = 60_000,
}: Question): Promise<OperatorAnswer | undefined> => {
  const name = await trueName(folder);
  const endpoint = name === undefined ? undefined : await readEndpoint(name);
  const socket = endpoint && (await connected(endpoint.address));
  if (name === undefined || endpoint === undefined || socket === undefined) return undefined;
  let isAsked = false;
  let isSilent = false;
  socket.setTimeout(firstPatience, () => {
    isSilent = true;
    socket.destroy();
  });
  const unasked = () => (isSilent ? SILENT : undefined);
  try {
    const lines = linesOf(socket, LONGEST_MESSAGE);
    const hello = randomBytes(16).toString('base64url');
    socket.write(lineOf({ hello }));
    const first = await lines.next();
    if (first.done === true) return unasked();
    const { challenge, proof } = v.parse(Challenge, valueOf(first.value));
    if (!isProof(proof, proofOf(endpoint.token, 'server', name, hello))) return undefined;
    isAsked = true;
    onAsked();
    socket.setTimeout(patience);
    socket.write(lineOf({ proof: proofOf(endpoint.token, 'command', name, challenge), who, operation }));
    return (await answerIn(lines, onProgress)) ?? LOST;
  } catch (error) {
    if (!isAsked) return unasked();
    if (error instanceof BadLine || error instanceof v.ValiError)
      return refused('not-understood', 'The server answered in words that this command does not know: restart it.');
    return LOST;
  } finally {
    socket.destroy();
  }
};
