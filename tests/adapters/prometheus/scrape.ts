import type { Metrics } from '#adapters/prometheus/metrics.ts';

/** The lines of a scrape whose metric's name begins like this. */
export const linesOf = async (metrics: Metrics, name: string): Promise<readonly string[]> =>
  (await metrics.read()).text.split('\n').filter((line) => line.startsWith(name));

/** The value of the only line of that name. */
export const sampleOf = async (metrics: Metrics, name: string): Promise<number | undefined> => {
  const [line, ...more] = await linesOf(metrics, name);
  return line === undefined || more.length > 0 ? undefined : Number(line.split(' ').at(-1));
};
