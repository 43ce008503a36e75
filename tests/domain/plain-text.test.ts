import { describe, expect, it } from 'vitest';

import { plainText } from '#domain/plain-text.ts';

describe('a text as a plain keyboard writes it', () => {
  it.each([
    ['Three bedrooms, $420,000.', 'Three bedrooms, $420,000.'],
    ['５１２–５５５—０１４２', '512-555-0142'],
    ['512‑555−0142', '512-555-0142'],
    ['512·555•0142', '512.555.0142'],
    ['ann＠example。com', 'ann@example.com'],
    ['5\u200b1\u00ad2\u202e', '512'],
    ['5\ufe0f\u20e31\ufe0f\u20e3', '51'],
    ['Núñez', 'Núñez'],
  ])('%j is %j', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});
