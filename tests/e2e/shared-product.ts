import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';

import { startProduct } from './product.ts';
import type { Environment, Product } from './product.ts';

/**
 * The data folder of a shop that nobody has visited, copied: a first start takes twice as long as the next one. Once new leads have come
 * since, on a Monday, an empty folder, where a first start makes the leads of this week.
 */
export const copyOfSampleShop = async (): Promise<string> => {
  const shop = inject('sampleShop');
  if ('problem' in shop) throw new Error(shop.problem);
  const folder = await mkdtemp(join(tmpdir(), 'homelead-e2e-'));
  if (Date.now() < shop.until) await cp(shop.folder, folder, { recursive: true });
  return folder;
};

/** One product with the sample data for all the tests of a file: started before the first of them, discarded after the last. */
export const sharedProduct = (environment: Environment = {}): (() => Product) => {
  let started: Product | undefined;
  beforeAll(async () => {
    started = await startProduct({ ...environment, DATA_DIR: await copyOfSampleShop() });
  });
  afterAll(() => started?.discard());
  return () => {
    if (started === undefined) throw new Error('the product has not started: ask for it within a test or a hook');
    return started;
  };
};
