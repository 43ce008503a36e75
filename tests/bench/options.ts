import { parseArgs } from 'node:util';

/** What is measured, and how long. */
export type Options = {
  /** How many leads there are, the fewest first. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly isSaved: boolean;
};

const QUICK = { sizes: [10_000, 100_000], rounds: 3, seconds: 0.5 };
const FULL = { sizes: [10_000, 100_000, 1_000_000], rounds: 5, seconds: 5 };

/** In seconds, however short the rounds are: the product has more to compile than its floor, which soon makes no difference any more. */
const SHORTEST_WARM_UP = 1;

const numberOf = (name: string, text: string): number => {
  const number = Number(text);
  if (!Number.isFinite(number) || number <= 0) throw new Error(`--${name} must be a number above 0`);
  return number;
};

/** The options that were typed: `--quick`, `--leads 2000` (also several, with commas), `--rounds`, `--seconds`, `--save`. */
export const optionsOf = (words: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      quick: { type: 'boolean' },
      save: { type: 'boolean' },
      leads: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
    },
  });
  const usual = values.quick === true ? QUICK : FULL;
  const { leads, rounds } = values;
  const seconds = values.seconds === undefined ? usual.seconds : numberOf('seconds', values.seconds);
  return {
    sizes: leads === undefined ? usual.sizes : leads.split(',').map((size) => Math.round(numberOf('leads', size))),
    rounds: rounds === undefined ? usual.rounds : Math.round(numberOf('rounds', rounds)),
    seconds,
    warmUp: Math.max(SHORTEST_WARM_UP, seconds / 2),
    isSaved: values.save === true,
  };
};
