import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** What became of all requests. Refused are those that found the door closed, or closing: they came in after it was asked to stop. */
export type Tally = {
  answered: number;
  refused: number;
  /** Requests that were taken and not answered, or answered with a fault. */
  readonly lost: string[];
  /** Answers that told their client that the connection ends. */
  goodbyes: number;
};

type Asked = { readonly path: string; readonly json?: object };

/** Clients of whom every other one keeps its connection, and who together ask about so many times a second until they are told to end. */
export const loadOn = (
  address: string,
  {
    clients,
    perSecond,
    paths,
  }: { readonly clients: number; readonly perSecond: number; readonly paths: readonly Asked[] },
) => {
  const tally: Tally = { answered: 0, refused: 0, lost: [], goodbyes: 0 };
  let isOver = false;
  let stopAskedAt = Infinity;

  const ask = (agent: Agent, keepsAlive: boolean, { path, json }: Asked): Promise<void> =>
    new Promise((resolve) => {
      const lose = (why: string): void => {
        tally.lost.push(`${path}: ${why}`);
        resolve();
      };
      const begunAt = performance.now();
      const asking = request(
        `${address}${path}`,
        { agent, method: json === undefined ? 'GET' : 'POST', headers: { 'content-type': 'application/json' } },
        (response) => {
          response.resume();
          response.once('end', () => {
            if (keepsAlive && response.headers.connection === 'close') tally.goodbyes += 1;
            if ((response.statusCode ?? 0) >= 500) return lose(String(response.statusCode));
            tally.answered += 1;
            resolve();
          });
          response.once('error', (error) => lose(`cut off in the middle of the answer: ${error.message}`));
        },
      );
      asking.once('error', (error: Error & { readonly code?: string }) => {
        // The system turns away whoever stands before a door that closes.
        const isAtTheDoor = error.code === 'ECONNRESET' && !asking.reusedSocket && begunAt > stopAskedAt;
        if (error.code !== 'ECONNREFUSED' && !isAtTheDoor) return lose(error.code ?? error.message);
        tally.refused += 1;
        resolve();
      });
      asking.end(json === undefined ? undefined : JSON.stringify(json));
    });

  const visit = async (client: number): Promise<void> => {
    const keepsAlive = client % 2 === 0;
    const agent = new Agent({ keepAlive: keepsAlive, maxSockets: 1 });
    for (let turn = client; !isOver; turn += 1) {
      const asked = paths[turn % paths.length];
      if (asked !== undefined) await ask(agent, keepsAlive, asked);
      await wait(Math.random() * 2_000 * (clients / perSecond));
    }
    agent.destroy();
  };
  const all = Promise.all(Array.from({ length: clients }, (_, client) => visit(client)));
  return {
    /** Says that the process is about to be asked to stop. */
    askToStop: (): void => {
      stopAskedAt = performance.now();
    },
    end: async (): Promise<Tally> => {
      isOver = true;
      await all;
      return tally;
    },
  };
};
