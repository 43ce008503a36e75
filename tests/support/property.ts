import fc from 'fast-check';
import { TestRunner, expect } from 'vitest';

/** The part of a test's time for its property: the rest is for the report. */
const PART = 0.8;

/**
 * Fails the test with a small counterexample and the seed to find it again: with the smallest, if the test's time allows to
 * look for it. A property that is not through by then fails, too.
 */
export const holds = async <Inputs>(
  property: fc.IRawProperty<Inputs>,
  parameters: fc.Parameters<Inputs> = {},
): Promise<void> => {
  const timeout = TestRunner.getCurrentTest()?.timeout ?? 0;
  const details = await fc.check(property, {
    interruptAfterTimeLimit: PART * timeout,
    markInterruptAsFailure: true,
    ...parameters,
  });
  expect(details.failed, (await fc.asyncDefaultReportMessage(details)) ?? '').toBe(false);
};
