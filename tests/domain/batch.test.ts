import { expect, it } from 'vitest';

import { grow, isUndone, newBatch, undo } from '#domain/batch.ts';
import { MINUTE } from '#domain/instant.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');

it('a batch counts the leads of every run that adds to it, also once it is undone', () => {
  const grown = grow(newBatch('batch', 'hash', 500, NOW), 20);
  expect([grown.created, isUndone(grown)]).toEqual([520, false]);

  const undone = undo(grown, NOW + MINUTE);
  expect(isUndone(undone)).toBe(true);
  expect(undone).toEqual({ ...grown, end: { is: 'undone', undoneAt: NOW + MINUTE } });
});
