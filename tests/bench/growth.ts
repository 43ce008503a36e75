import { lastPageAt } from './answers.ts';
import { EIGHT_PAGES, casesOf } from './cases.ts';
import type { Case } from './cases.ts';
import { startProductToMeasure } from './contender.ts';
import type { Contender } from './contender.ts';
import { withLeads } from './own-database.ts';
import { requestsOf } from './requests.ts';
import { inTurns, waitsOf, warmUpOne } from './rounds.ts';
import type { Pace, Pair, Waits } from './rounds.ts';

/** One kind of request, round by round: `product` has many leads, and its `floor` is the product with few. */
export type Grown = { readonly name: string; readonly rounds: readonly Pair<Waits>[] };

/** How much longer whoever asks has to wait when there are many leads. */
export type Growth = { readonly few: number; readonly many: number; readonly cases: readonly Grown[] };

type Wish = Pace & { readonly few: number; readonly many: number; readonly say: (line: string) => void };

/** Whoever asks alone asks for the first of eight pages only, which is among them without. */
const casesAt = async ({ address }: Contender): Promise<readonly Case[]> =>
  casesOf(await lastPageAt(address)).filter(({ name }) => name !== EIGHT_PAGES[0]?.name);

const compare = async ({ product, floor }: Pair<Contender>, pace: Pace): Promise<readonly Grown[]> => {
  const { rounds, seconds, warmUp } = pace;
  const ofFew = new Map((await casesAt(floor)).map((one) => [one.name, requestsOf(one)]));
  const grown: Grown[] = [];
  for (const one of await casesAt(product)) {
    const few = ofFew.get(one.name);
    if (few === undefined) throw new Error(`with few leads there is no ${one.name}`);
    const sides = { product: { shop: product, asked: requestsOf(one) }, floor: { shop: floor, asked: few } };
    for (const { shop, asked } of Object.values(sides)) await warmUpOne(shop, asked, warmUp);
    const waits = (who: keyof typeof sides) => waitsOf(sides[who].shop, sides[who].asked, seconds);
    grown.push({ name: one.name, rounds: await inTurns(rounds, waits) });
  }
  return grown;
};

/**
 * Measures the product with few leads and with many, each in a database of its own, in turn: what was measured half an hour
 * apart would tell of the machine as well.
 */
export const measureGrowth = (serverUrl: string, { few, many, say, ...pace }: Wish): Promise<Growth> =>
  withLeads(serverUrl, few, (urlOfFew) =>
    withLeads(serverUrl, many, async (urlOfMany) => {
      const floor = await startProductToMeasure(urlOfFew);
      try {
        const product = await startProductToMeasure(urlOfMany);
        try {
          const cases = await compare({ product, floor }, pace);
          say(`  measured: growth from ${few.toLocaleString('en-US')} to ${many.toLocaleString('en-US')} leads`);
          return { few, many, cases };
        } finally {
          await product.stop();
        }
      } finally {
        await floor.stop();
      }
    }),
  );
