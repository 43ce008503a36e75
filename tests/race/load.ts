import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** What became of all requests: those that found the door closed have asked for nothing. */
export type Tally = {
  answered: number;
  refused: number;
  /** Requests that were taken and not answered, or answered with a fault. */
  readonly lost: string[];
  /** Answers that told their client that the connection ends. */
  goodbyes: number;
};

type Asked = { readonly path: string; readonly json?: object };

/** Clients who each keep their connection, and together ask about so many times a second until they are told to end. */
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

  const ask = (agent: Agent, { path, json }: Asked): Promise<void> =>
    new Promise((resolve) => {
      const lose = (why: string): void => {
        tally.lost.push(`${path}: ${why}`);
        resolve();
      };
      const asking = request(
        `${address}${path}`,
        { agent, method: json === undefined ? 'GET' : 'POST', headers: { 'content-type': 'application/json' } },
        (response) => {
          response.resume();
          response.once('end', () => {
            if (response.headers.connection === 'close') tally.goodbyes += 1;
            if ((response.statusCode ?? 0) >= 500) return lose(String(response.statusCode));
            tally.answered += 1;
            resolve();
          });
          response.once('error', (error) => lose(`cut off in the middle of the answer: ${error.message}`));
        },
      );
      asking.once('error', (error: Error & { readonly code?: string }) => {
        if (error.code !== 'ECONNREFUSED') return lose(error.code ?? error.message);
        tally.refused += 1;
        resolve();
      });
      asking.end(json === undefined ? undefined : JSON.stringify(json));
    });

  const visit = async (client: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = client; !isOver; turn += 1) {
      const asked = paths[turn % paths.length];
      if (asked !== undefined) await ask(agent, asked);
      await wait(Math.random() * 2_000 * (clients / perSecond));
    }
    agent.destroy();
  };
  const all = Promise.all(Array.from({ length: clients }, (_, client) => visit(client)));
  return {
    tally,
    end: async (): Promise<Tally> => {
      isOver = true;
      await all;
      return tally;
    },
  };
};
