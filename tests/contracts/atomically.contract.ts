import { afterAll, beforeAll, describe } from 'vitest';

import { findsWork } from './atomically-finds.ts';
import { recallsLeads } from './atomically-recalls.ts';
import { standsTogether } from './atomically-together.ts';
import { keepsValues } from './atomically-values.ts';
import { isWhole } from './atomically-whole.ts';
import { storeInUse } from './store-samples.ts';
import type { StoreUnderTest } from './store-samples.ts';

/**
 * What every store promises. `serial`: transactions of this store wait for each other from their first to their last statement, so that
 * two can never meet, and the cases about that are skipped.
 */
export const atomicallyContract = (
  name: string,
  open: () => Promise<StoreUnderTest>,
  { serial = false }: { readonly serial?: boolean } = {},
): void => {
  describe(`the store ${name}`, () => {
    let opened: StoreUnderTest;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const store = storeInUse(() => opened);
    keepsValues(store);
    isWhole(store);
    findsWork(store);
    recallsLeads(store, serial);
    standsTogether(store, serial);
  });
};
