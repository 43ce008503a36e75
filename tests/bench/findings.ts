import type { EmbeddedReport } from './embedded.ts';
import type { Growth } from './growth.ts';
import type { Report } from './run.ts';

/** All that one run of the benchmark has found. */
export type Findings = {
  /** One for each number of leads, the fewest first. */
  readonly reports: readonly Report[];
  /** From the fewest leads to the most; `undefined` where only one number was wished for. */
  readonly growth?: Growth | undefined;
  readonly embedded?: EmbeddedReport | undefined;
};
