import { describe, expect, it } from 'vitest';

import { memoryLeadChanges } from '#adapters/memory/lead-changes.ts';
import { readAhead } from '#adapters/mikro-orm/lists/read-ahead.ts';
import type { Query } from '#adapters/mikro-orm/connection/query.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';

/** Reads one number after the other; a read fails if it is told to. */
const numbers = () => {
  let begun = 0;
  const fails = new Set<number>();
  const read = async (): Promise<number> => {
    begun += 1;
    if (fails.has(begun)) throw new Error(`read ${begun} failed`);
    return begun;
  };
  return { read, begun: () => begun, fails };
};

describe('what is read ahead', () => {
  it('is taken where no lead has changed meanwhile', async () => {
    const { read, begun } = numbers();
    const ahead = readAhead<number>(memoryLeadChanges());
    ahead.begin(read);
    expect(begun()).toBe(1);
    expect(await ahead.take(read)).toBe(1);
    expect(await ahead.take(read)).toBe(2);
  });

  it('is read once more where one has, and then nothing further is read ahead', async () => {
    const { read, begun } = numbers();
    const changes = memoryLeadChanges();
    const ahead = readAhead<number>(changes);
    ahead.begin(read);
    changes.tell();
    expect(await ahead.take(read)).toBe(2);
    ahead.begin(read);
    expect(begun()).toBe(2);
    expect(await ahead.take(read)).toBe(3);
  });

  it('is read once more where one changes while it is awaited', async () => {
    const changes = memoryLeadChanges();
    const ahead = readAhead<string>(changes);
    const early = Promise.withResolvers<string>();
    ahead.begin(() => early.promise);
    const taken = ahead.take(async () => 'late');
    changes.tell();
    early.resolve('early');
    expect(await taken).toBe('late');
  });

  it('is not begun while nobody can know of changes', async () => {
    const { read, begun } = numbers();
    const changes = memoryLeadChanges();
    changes.hear(false);
    const ahead = readAhead<number>(changes);
    ahead.begin(read);
    expect(begun()).toBe(0);
    expect(await ahead.take(read)).toBe(1);
  });

  it('is read once more if it failed, and fails only if that does', async () => {
    const { read, fails } = numbers();
    fails.add(1).add(3);
    const ahead = readAhead<number>(memoryLeadChanges());
    ahead.begin(read);
    expect(await ahead.take(read)).toBe(2);
    await expect(ahead.take(read)).rejects.toThrow('read 3 failed');
  });
});

describe('an export', () => {
  const row = (each: number) => ({
    id: `${each}`,
    email: null,
    phone: null,
    address1: null,
    vaultedAt: each,
    price: 1,
  });
  const asked = {
    search: '',
    state: undefined,
    order: { by: 'date', direction: 'desc' },
    vaultedAfter: 0,
    until: 1,
    atMost: 600,
  } as const;

  /** A vault without end, and how many times it was read. */
  const endless = () => {
    let reads = 0;
    const query = (async (_: unknown, values: readonly unknown[]) => {
      reads += 1;
      return Array.from({ length: Number(values.at(-1)) }, (__, each) => row(each));
    }) as Query;
    return { reading: () => query, reads: () => reads };
  };

  it('reads the next leads while those before are on their way, and none after the last', async () => {
    const { reading, reads } = endless();
    const seen: [leads: number, reads: number][] = [];
    for await (const some of databaseVault({ reading }, { changes: memoryLeadChanges() }).all(asked))
      seen.push([some.length, reads()]);
    expect(seen).toEqual([
      [100, 2],
      [250, 3],
      [250, 3],
    ]);
  });

  it('reads them when they are needed where nobody knows of changes', async () => {
    const { reading, reads } = endless();
    const seen: number[] = [];
    for await (const _ of databaseVault({ reading }).all(asked)) seen.push(reads());
    expect(seen).toEqual([1, 2, 3]);
  });
});
