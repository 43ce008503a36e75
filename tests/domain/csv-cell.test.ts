import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { csvCell, uncounted, unguarded } from '#domain/csv-cell.ts';
import { phoneDigits } from '#domain/phone.ts';
import { holds } from '#tests/support/property.ts';

const textIn = (cell: string): string => cell.slice(1, -1).replaceAll('""', '"');

describe('a cell of a CSV file', () => {
  const start = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠');
  const text = fc
    .tuple(start, fc.string({ unit: 'binary', maxLength: 20 }))
    .map((parts) => parts.join(''))
    // What begins like a guarded cell is taken for one.
    .filter((written) => !written.startsWith("'"));

  it('is the same text once it is read again, whatever it starts with', async () => {
    await holds(
      fc.property(text, (written) => {
        expect(unguarded(textIn(csvCell(written)))).toBe(written);
      }),
    );
  });

  it('whose apostrophe guards nothing keeps it when it is read', () => {
    expect(["'tis a home", "'", "'=1"].map(unguarded)).toEqual(["'tis a home", "'", '=1']);
  });

  it.each(['-512-555-0142', '-512+555+0142'])(
    'with a number that begins with a minus would be counted: %s',
    (written) => {
      expect(textIn(csvCell(written))).toBe(`'${written}`);
    },
  );

  it.each(['+1 (512) 555-0142', '512-555-0142', 'Ann = Lee'])('needs no apostrophe for %s', (written) => {
    expect(textIn(csvCell(written))).toBe(written);
  });

  it.each(['+44 (20) 7946-0958', '+1(512)-555-0142', '+(512)555-0142'])(
    'with a number that no spreadsheet computes is left as it is: %s',
    (written) => {
      expect(uncounted(written)).toBe(written);
    },
  );

  it.each([
    ['+1-512-555-0142', '+1 512 555 0142'],
    ['+51/2555 0142', '+51 2555 0142'],
    ['+51 2555/0142', '+51 2555 0142'],
    ['+1-512-555-0142.', '+1 512 555 0142'],
  ])('with a number that a spreadsheet computes has spaces in it instead: %s, %s', (written, shown) => {
    expect(uncounted(written)).toBe(shown);
  });

  it.each(['+1-512-555-0142- x12', '+1-512-555-0142-, ext. 12'])(
    'with an extension behind a sign, however far, could name a cell: %s',
    (written) => {
      expect(phoneDigits(written)).toBe('5125550142');
      expect(textIn(csvCell(written))).toBe(`'${written}`);
    },
  );

  const number = fc.constantFrom(
    '1',
    '512',
    '555',
    '0142',
    '5125550142',
    '(512)',
    'x12',
    'ext. 12',
    'ext=7',
    '#4',
    '１',
  );
  const sign = fc.constantFrom('', ' ', '+', '-', '/', '.', ',', ';', '(', ')', '[', ']', '\n');
  const likeNumber = fc
    .array(fc.tuple(sign, number), { minLength: 1, maxLength: 8 })
    .map((parts) => `+${parts.flat().join('')}`);

  /** Few of these are phone numbers: so many runs, as of fewer there may be none. */
  const RARE = 1_000;

  it('without an apostrophe counts with no other cell, however much like a phone number it looks', async () => {
    let left = 0;
    await holds(
      fc.property(likeNumber, (written) => {
        const shown = textIn(csvCell(written));
        if (shown.startsWith("'")) return;
        left += 1;
        expect(phoneDigits(shown)).toBeDefined();
        expect(shown).not.toMatch(/[-+/.()[\]]\s*(?:x|ext)/);
      }),
      { numRuns: RARE },
    );
    expect(left).toBeGreaterThan(0);
  });

  /** Figures with a sign, or several, between each of them: a spreadsheet counts with these, or takes them for one figure. */
  const COUNTED =
    /^[+＋]?\s*[([]*[\d.,]+[)\]]*(?:[-+/.,－＋\s]*[-+/.,－＋][-+/.,－＋\s]*[([]*[\d.,]+[)\]]*)+(?:\s*(?:x|ext|#).*)?$/;

  it('is no sum where it is to be uncounted, and the same number still', async () => {
    let [left, changed] = [0, 0];
    await holds(
      fc.property(likeNumber, (written) => {
        const shown = textIn(csvCell(uncounted(written)));
        if (shown.startsWith("'")) return;
        left += 1;
        if (shown !== written) changed += 1;
        expect(shown).not.toMatch(COUNTED);
        expect(phoneDigits(shown)).toBe(phoneDigits(written));
      }),
      { numRuns: RARE },
    );
    expect(Math.min(left, changed)).toBeGreaterThan(0);
  });
});
