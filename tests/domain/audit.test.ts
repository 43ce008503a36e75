import { describe, expect, it } from 'vitest';

import { auditNote, joinMoves, movedNote } from '#domain/audit.ts';
import type { AuditEntry } from '#domain/audit.ts';

describe('a note of the audit', () => {
  it.each([
    ['Wrong number', 'Wrong number'],
    ['Ｗｒｏｎｇ number', 'Wrong number'],
    ['  two\nlines\u202e and\ttabs ', 'two lines and tabs'],
    ['Sold twice on 2026-11-20, see ticket 4711', 'Sold twice on 2026-11-20, see ticket 4711'],
    ['$1,250.00 too much for HL-7K2M-9QXD', '$1,250.00 too much for HL-7K2M-9QXD'],
    ['asked for it @ noon', 'asked for it @ noon'],
    ['Sold twice on 2026–11–20', 'Sold twice on 2026–11–20'],
    ['', ''],
  ])('is one line: %j', (text, note) => {
    expect(auditNote(text)).toBe(note);
  });

  it.each([
    'ann.lee@example.com asked',
    'call (512) 555-0142',
    'call 512.555.0142',
    '+1 512 555 0142',
    '5550142',
    'ａｎｎ＠example.com',
    '５１２５５５０１４２',
    '512 / 555 / 0142',
    'bad: 512\u200b5550142',
    'moved, asked at 512–888–0101',
    'buyer, call 512·888·0101',
    '512_888_0101',
    '512 • 888 • 0101',
    '888−0101',
    'ann @ example.com asked',
    'ann.lee at example.com',
    'ann at gmail dot com',
    'ann.lee@gmail asked',
    'x@y',
    'code 5552026-11-20',
    'code 2026-11-205550',
  ])('is refused when it may hold an address or a number: %j', (text) => {
    expect(auditNote(text)).toBeUndefined();
  });

  it('is cut after 200 characters', () => {
    expect(auditNote('x'.repeat(500))).toHaveLength(200);
  });
});

describe('the audit as it is told', () => {
  const moves = (at: number, note: string, changes: Partial<AuditEntry> = {}): AuditEntry => ({
    id: `entry-${at}`,
    at,
    who: 'schedule',
    action: 'refresh',
    subject: '2026-11-23',
    note,
    ...changes,
  });

  it('tells what one refresh has moved to one place as one, as old as the last of it', () => {
    const entries = [moves(4, 'vaulted 200'), moves(3, 'expired 7'), moves(2, 'vaulted 500'), moves(1, 'vaulted 500')];
    expect(joinMoves(entries)).toEqual([moves(4, 'vaulted 1200'), moves(3, 'expired 7')]);
  });

  it.each(['vaulted', 'expired', 'erased'] as const)('knows what a refresh notes of leads that are %s', (move) => {
    const entries = [moves(2, movedNote(move, 7)), moves(1, movedNote(move, 500))];
    expect(joinMoves(entries)).toEqual([moves(2, movedNote(move, 507))]);
  });

  it.each<[string, AuditEntry]>([
    ['of another week', moves(1, 'vaulted 500', { subject: '2026-11-16' })],
    ['of somebody else', moves(1, 'vaulted 500', { who: 'olga' })],
    ['that only reads like one', moves(1, 'vaulted 500', { action: 'withdraw' })],
    ['of a refresh that moved nothing', moves(1, 'vaulted by hand')],
    ['without a note', moves(1, '', { note: undefined })],
  ])('tells one %s by itself', (_what, entry) => {
    const entries = [moves(3, 'vaulted 200'), entry];
    expect(joinMoves(entries)).toEqual(entries);
  });
});
