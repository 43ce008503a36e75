import { describe, expect, it } from 'vitest';

import { positionsOf } from '#adapters/mikro-orm/connection/positions.ts';

const at = (bytes: number, history = 'cluster/1') => ({ history, bytes: BigInt(bytes) });

describe('the positions of a primary', () => {
  it('say of which instant a replica knows everything: the newest whose position it has reached', () => {
    const { note, knownBy } = positionsOf(5_000);
    for (const [instant, bytes] of [1_000, 2_000, 3_000, 4_000].entries()) note(instant, at(bytes));
    expect([999, 1_000, 2_500, 3_000, 9_000].map((bytes) => knownBy(at(bytes)))).toEqual([undefined, 0, 1, 2, 3]);
  });

  it('say the newest instant also of one where nothing changes', () => {
    const { note, knownBy } = positionsOf(5_000);
    for (const instant of [0, 1_000, 2_000]) note(instant, at(70));
    expect(knownBy(at(70))).toBe(2_000);
  });

  it('say nothing of a replica that follows another cluster, or a primary that has been replaced', () => {
    const { note, knownBy } = positionsOf(5_000);
    note(0, at(1_000));
    expect(knownBy(at(1_000, 'other/1'))).toBeUndefined();
    note(1, at(900, 'cluster/2'));
    expect(knownBy(at(1_000))).toBeUndefined();
    expect(knownBy(at(1_000, 'cluster/2'))).toBe(1);
  });

  it('are kept no longer than they matter', () => {
    const { note, knownBy } = positionsOf(5_000);
    note(0, at(1));
    note(5_000, at(2));
    expect(knownBy(at(1))).toBe(0);
    note(5_001, at(3));
    expect(knownBy(at(1))).toBeUndefined();
  });
});
