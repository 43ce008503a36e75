import { describe, expect, it } from 'vitest';

import { auditNote } from '#domain/audit.ts';

describe('a note of the audit', () => {
  it.each([
    ['Wrong number', 'Wrong number'],
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
  ])('is refused when it may hold an address or a number: %j', (text) => {
    expect(auditNote(text)).toBeUndefined();
  });

  it('is cut after 200 characters', () => {
    expect(auditNote('x'.repeat(500))).toHaveLength(200);
  });
});
