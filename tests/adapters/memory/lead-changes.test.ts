import { expect, it } from 'vitest';

import { memoryLeadChanges } from '#adapters/memory/lead-changes.ts';
import { memoryStore } from '#adapters/memory/store.ts';
import { leadChangesContract } from '#tests/contracts/lead-changes.contract.ts';

leadChangesContract('in memory', async () => {
  const store = memoryStore();
  return { ...store, changes: store.leadChanges, close: async () => {} };
});

it('what was known before the line broke is not believed once it is there again', () => {
  const changes = memoryLeadChanges();
  const before = changes.current();
  changes.hear(false);
  expect(changes.current()).toBeUndefined();
  changes.hear(true);
  expect([before, undefined]).not.toContain(changes.current());
});
