import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** What takes longest in a whole run, first, and apart from each other those that mostly wait. */
export const LONGEST = [
  'tests/config/operator.test.ts',
  'tests/config/smtp.test.ts',
  'tests/house/bench.test.ts',
  'tests/adapters/mikro-orm/replicas.test.ts',
  'tests/adapters/mikro-orm/data-folder.test.ts',
  'tests/adapters/mikro-orm/plans.test.ts',
  'tests/adapters/pg-boss/clock-ahead.test.ts',
  'tests/adapters/pg-boss/lost-jobs.test.ts',
  'tests/adapters/mikro-orm/vault-entries.test.ts',
  'tests/adapters/pg-boss/postgres-jobs.test.ts',
  'tests/adapters/mikro-orm/power-cut.test.ts',
  'tests/adapters/pino/standard-output.test.ts',
  'tests/adapters/circuit-breaker/payment-provider.test.ts',
  'tests/adapters/stripe/payment-provider.test.ts',
  'tests/promises/stop.test.ts',
  'tests/race/kill.test.ts',
  'tests/promises/migrations.test.ts',
  'tests/race/heap.test.ts',
  'tests/promises/database.test.ts',
  'tests/promises/coupon.test.ts',
];

/**
 * Where vitest does not know yet how long each file takes, it begins with the largest. Some of the longest are small, and the worker that
 * begins one of these last keeps the others waiting.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = this.ctx.config.root;
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(relative(root, moduleId).replaceAll('\\', '/'));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
