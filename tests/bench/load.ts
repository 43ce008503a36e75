import { NOT_MODIFIED, openLine } from './line.ts';

export type Load = {
  readonly requests: number;
  readonly seconds: number;
  /** Of each request, in milliseconds, the shortest first. */
  readonly latencies: readonly number[];
};

/** Asks over so many connections at once, each again and again, for so many seconds. Throws on any answer but 200 and 304. */
export const load = async (
  address: string,
  {
    requests,
    connections,
    seconds,
  }: { readonly requests: readonly Buffer[]; readonly connections: number; readonly seconds: number },
): Promise<Load> => {
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(address)));
  const latencies: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1_000;
  try {
    await Promise.all(
      lines.map(async ({ ask }, place) => {
        const request = requests[place % requests.length] ?? Buffer.alloc(0);
        for (let now = performance.now(); now < end;) {
          const status = await ask(request);
          if (status !== 200 && status !== NOT_MODIFIED)
            throw new Error(`a request was answered with ${status} under load`);
          const answered = performance.now();
          latencies.push(answered - now);
          now = answered;
        }
      }),
    );
  } finally {
    for (const { close } of lines) close();
  }
  const taken = (performance.now() - started) / 1_000;
  return { requests: latencies.length, seconds: taken, latencies: latencies.toSorted((a, b) => a - b) };
};
