import { describe, expect, it } from 'vitest';

import { auditNote } from '#domain/audit.ts';
import { cutText } from '#domain/cut-text.ts';
import { shown } from '#domain/file-cell.ts';
import { findColumns } from '#domain/lead-columns.ts';

describe('a text that is cut', () => {
  it.each([
    ['ab🏠', 4, 'ab🏠'],
    ['ab🏠', 3, 'ab'],
    ['ab🏠c', 4, 'ab🏠'],
    ['ab', 3, 'ab'],
    ['🏠', 0, ''],
  ])('never ends in half a character: %s after %d', (text, longest, cut) => {
    expect(cutText(text, longest)).toBe(cut);
  });

  it('is so in a reason, in the name of a column and in a note of the audit', () => {
    expect(shown(`${'x'.repeat(39)}🏠🏠`)).toBe(`"${'x'.repeat(39)}…"`);
    const columns = findColumns([`${'x'.repeat(59)}🏠`], {});
    expect('message' in columns && columns.message).toContain(`The file has "${'x'.repeat(59)}".`);
    // Eighteen letters for one sign: a note may be longer in its normal form.
    expect(auditNote(`${'\uFDFA'.repeat(11)}x🏠`)).toBe(`${'\uFDFA'.repeat(11).normalize('NFKC')}x`);
  });
});
