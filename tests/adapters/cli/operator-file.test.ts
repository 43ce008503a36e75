import { describe, expect, test } from 'vitest';

import { newAddress } from '#adapters/cli/operator-file.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';

describe('the address at which a server listens for commands', () => {
  test('has 103 bytes at most, also in the folder that a Mac gives: a longer one it does not listen at', () => {
    const folder = `/var/folders/zz/${'x'.repeat(30)}/T/`;
    expect(folder).toHaveLength(49);
    const address = newAddress(systemSecrets().token(), 'darwin', folder);
    expect(address.startsWith(folder)).toBe(true);
    expect(Buffer.byteLength(address)).toBeLessThanOrEqual(103);
  });

  test.each(['darwin', 'linux', 'win32'] as const)('holds what nobody guesses of the token: %s', (platform) => {
    const token = systemSecrets().token();
    expect(newAddress(token, platform, '/tmp')).toContain(token.slice(0, 22));
  });
});
