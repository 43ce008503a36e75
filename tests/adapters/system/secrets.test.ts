import { expect, test } from 'vitest';

import { systemSecrets } from '#adapters/system/secrets.ts';
import { secretsContract } from '#tests/contracts/secrets.contract.ts';

secretsContract('the operating system', systemSecrets);

test('two processes make different secrets', () => {
  const [one, other] = [systemSecrets(), systemSecrets()];
  expect(one.id()).not.toBe(other.id());
  expect(one.token()).not.toBe(other.token());
  expect(one.saleNumber()).not.toBe(other.saleNumber());
});

test('sale numbers use every sign about equally often', () => {
  const { saleNumber } = systemSecrets();
  const counts = new Map<string, number>();
  for (const sign of Array.from({ length: 5_000 }, saleNumber).join('').replaceAll(/HL|-/g, ''))
    counts.set(sign, (counts.get(sign) ?? 0) + 1);
  expect(counts.size).toBe(27);
  // 40,000 signs: 1,481 of each, and 38 off is one standard deviation.
  for (const count of counts.values()) expect(Math.abs(count - 1_481)).toBeLessThan(300);
});
