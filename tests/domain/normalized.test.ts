import { describe, expect, it, vi } from 'vitest';

import { emailForms, emailOf } from '#domain/email.ts';
import { lineOf } from '#domain/file-cell.ts';
import { plainHeader } from '#domain/lead-headers.ts';
import { searchable } from '#domain/lead-search.ts';
import { normalized } from '#domain/normalized.ts';
import { phoneText } from '#domain/phone.ts';
import { plainText } from '#domain/plain-text.ts';

describe('a text in a normal form', () => {
  it('is what Unicode says, with as many marks as any language writes', () => {
    expect(normalized('Bjo\u0308rn', 'NFC')).toBe('Björn');
    expect(normalized('Björn', 'NFD')).toBe('Bjo\u0308rn');
    expect(normalized('ｅ', 'NFKC')).toBe('e');
    const marks = '\u0345'.repeat(15) + '\u0334'.repeat(15);
    expect(normalized(`a${marks}`, 'NFD')).toBe(`a${'\u0334'.repeat(15)}${'\u0345'.repeat(15)}`);
  });

  it('stays as it is with endless marks', () => {
    const text = `a${'\u0345'.repeat(16)}${'\u0334'.repeat(15)}`;
    for (const form of ['NFC', 'NFD', 'NFKC'] as const) expect(normalized(text, form)).toBe(text);
  });
});

it.each<readonly [string, (text: string) => unknown]>([
  ['an address', emailOf],
  ['an address in each form', emailForms],
  ['a cell', lineOf],
  ['a header', plainHeader],
  ['a search', searchable],
  ['a phone number', phoneText],
  ['a description', plainText],
])('nobody waits for the order of endless marks, whoever sends them in %s', (_, read) => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  // The second ones are marks in the form NFKC alone.
  for (const marks of ['\u0345\u0334', '\uFF9E\u0334', '\uFF9F\u0334']) read(`a@a${marks.repeat(10_000)}`);
  const longest = Math.max(0, ...normalize.mock.contexts.map((text) => String(text).length));
  expect(longest).toBeLessThan(1_000);
});
