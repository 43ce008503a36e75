import { expect, test } from 'vitest';

import { memorySecrets } from '#adapters/memory/secrets.ts';
import { secretsContract } from '#tests/contracts/secrets.contract.ts';

secretsContract('memory', memorySecrets);

test('secrets in memory are the same in every run', () => {
  const [one, other] = [memorySecrets(), memorySecrets()];
  expect([one.id(), one.token(), one.saleNumber()]).toEqual([other.id(), other.token(), other.saleNumber()]);
});
