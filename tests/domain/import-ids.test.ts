import { describe, expect, it } from 'vitest';

import { idOfHash } from '#domain/hashed-id.ts';
import { leadIdOf } from '#domain/import-ids.ts';

const HASH = '0123456789abcdef'.repeat(4);
const NOW = Date.parse('2026-11-25T12:00:00Z');

describe('the ids of an import', () => {
  // Another id for the same line, and a run that was cut off would be completed by adding its leads once more.
  it('stay what they were for a file and its lines', () => {
    expect(idOfHash(HASH)).toBe('01234567-89ab-8cde-8f01-23456789abcd');
    expect(leadIdOf(NOW, 2, HASH)).toBe('01a21293-b600-7000-8002-0123456789ab');
    expect(leadIdOf(NOW, 70_000, HASH)).toBe('01a21293-b600-7011-8170-0123456789ab');
  });

  it('are UUIDs of their versions, as databases keep them', () => {
    expect(idOfHash(HASH)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(leadIdOf(NOW, 1, HASH)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('of leads sort by the time of their import, and then by their line', () => {
    const ids = [
      leadIdOf(NOW, 2, 'f'.repeat(64)),
      leadIdOf(NOW, 10, '0'.repeat(64)),
      leadIdOf(NOW, 0xfff + 1, '0'.repeat(64)),
      leadIdOf(NOW, 10_000_000, '0'.repeat(64)),
      leadIdOf(NOW + 1, 1, '0'.repeat(64)),
    ];
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
