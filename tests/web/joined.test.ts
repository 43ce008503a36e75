import { describe, expect, test, vi } from 'vitest';

import { joined } from '#web/stores/joined.ts';

describe('a question that is asked once at a time', () => {
  test('is shared by those who ask meanwhile, and asked again after its answer', async () => {
    const ask = vi.fn<(key: string) => Promise<string>>().mockImplementation(async (key) => `${key}!`);
    const once = joined(ask);
    expect(await Promise.all([once('a'), once('a'), once('b')])).toEqual(['a!', 'a!', 'b!']);
    expect(ask).toHaveBeenCalledTimes(2);
    await once('a');
    expect(ask).toHaveBeenCalledTimes(3);
  });

  test('is asked again after a failure too', async () => {
    const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('down')).mockResolvedValue('up');
    const once = joined(ask);
    await expect(once('a')).rejects.toThrow('down');
    await expect(once('a')).resolves.toBe('up');
  });
});
