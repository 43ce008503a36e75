import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

import { LongestFirst } from './tests/support/longest-first.ts';
import { PATIENCE } from './tests/support/patience.ts';
import { QUICKLY_COMPILED } from './tests/support/quickly-compiled.ts';

/** Rules that are walked through in every order, or stopped at every step: they touch nothing either, but take their time. */
const EXHAUSTIVE = [
  'tests/application/{crash,subscription-crash,any-order,refund-any-order,refresh-week,import-leads,undo-import}.test.ts',
  'tests/domain/lead-import-any-cells.test.ts',
];

/** How long something takes is a part of what these find out: they have the machine to themselves. */
const TIMED = ['tests/race/{roles,stop}.test.ts', 'tests/promises/overload.test.ts'];

/** Workers where many tests wait: for the second try of a provider's library, for the poll of the queue, or for other processes. */
const WAITING = availableParallelism() + 2;

/** `--mode long`: the promises at their whole reach. */
const isLong = process.argv.includes('long');

/** Workers of races and promises, which count, and measure no time. */
const COUNTING = isLong ? 1 : Math.min(2, availableParallelism());

// Wherever they run, the tests are in one time zone; those about others name them.
process.env['TZ'] = 'UTC';

// Each project says what its tests may touch; `npm run test:unit` and `npm run test:exhaustive` touch nothing. Lower groups run first, so
// that the slow journeys and races never share the machine with the quick ones, and nothing shares it with what is timed.
export default defineConfig({
  test: {
    expect: { requireAssertions: true, poll: PATIENCE },
    // vitest's own choice on two cores is a single worker; most tests that take long are waiting.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{domain,application}/**/*.test.ts'],
          exclude: EXHAUSTIVE,
          pool: 'threads',
          isolate: false,
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'exhaustive',
          include: EXHAUSTIVE,
          pool: 'threads',
          isolate: false,
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'http',
          include: ['tests/adapters/http/**/*.test.ts', 'tests/config/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['tests/support/web.ts'],
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/adapters/**/*.test.ts'],
          exclude: ['tests/adapters/http/**'],
          globalSetup: ['tests/support/postgres-server.ts'],
          pool: 'forks',
          execArgv: [QUICKLY_COMPILED],
          isolate: false,
          maxWorkers: WAITING,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'house',
          include: ['tests/house/**/*.test.ts'],
          maxWorkers: WAITING,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: [
            'tests/support/browser-server.ts',
            'tests/support/postgres-server.ts',
            'tests/e2e/sample-shop.ts',
          ],
          // While one looks at a page, another waits for its product to start.
          maxWorkers: Math.min(2, availableParallelism()),
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'timed',
          include: TIMED,
          globalSetup: ['tests/support/postgres-server.ts'],
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          name: 'race',
          include: ['tests/race/**/*.test.ts'],
          exclude: TIMED,
          globalSetup: ['tests/support/postgres-server.ts'],
          maxWorkers: COUNTING,
          testTimeout: 180_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          name: 'promises',
          include: ['tests/promises/**/*.test.ts'],
          exclude: TIMED,
          globalSetup: ['tests/support/postgres-server.ts'],
          maxWorkers: COUNTING,
          isolate: false,
          testTimeout: isLong ? 6 * 3_600_000 : 300_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
