import { afterAll, beforeAll } from 'vitest';

import { startProduct } from './product.ts';
import type { Environment, Product } from './product.ts';

/** One product for all the tests of a file: started before the first of them, discarded after the last. */
export const sharedProduct = (environment: Environment = {}): (() => Product) => {
  let started: Product | undefined;
  beforeAll(async () => {
    started = await startProduct(environment);
  });
  afterAll(() => started?.discard());
  return () => {
    if (started === undefined) throw new Error('the product has not started: ask for it within a test or a hook');
    return started;
  };
};
