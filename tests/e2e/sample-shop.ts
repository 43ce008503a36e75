// vitest's global set-up of the journeys: the data of one first start, with its sample leads, for each product to begin with a copy of.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

import { nextWeekStart } from '#domain/week.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a shop that nobody has visited, and when its leads are no longer this week's; or why there is none. */
    sampleShop: { readonly folder: string; readonly until: number } | { readonly problem: string };
  }
}

export const setup = async (project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'homelead-sample-'));
  const until = nextWeekStart(Date.now());
  try {
    await (await startProduct({ DATA_DIR: folder })).finish();
    project.provide('sampleShop', { folder, until });
  } catch (error) {
    // Thrown here, it would stop every test of the run, not only those that need the shop.
    project.provide('sampleShop', { problem: String(error) });
  }
  return () => rm(folder, { recursive: true, force: true });
};
