import fc from 'fast-check';
import { expect } from 'vitest';

/** Fails the test with the smallest counterexample that was found, and the seed to find it again. */
export const holds = async <Inputs>(
  property: fc.IRawProperty<Inputs>,
  parameters: fc.Parameters<Inputs> = {},
): Promise<void> => {
  const details = await fc.check(property, parameters);
  expect(details.failed, (await fc.asyncDefaultReportMessage(details)) ?? '').toBe(false);
};
