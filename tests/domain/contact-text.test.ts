import { describe, expect, it } from 'vitest';

import { digitsTogether, holdsEmail, holdsPhone } from '#domain/contact-text.ts';

const PIECES = [
  ' ',
  '.',
  'a',
  '1',
  'a@',
  'a .',
  ' at ',
  'a1 at ',
  'a1.',
  'at a dot ',
  'at a.',
  '(at)',
  'a1 at a . ',
  '@a. ',
  '512 ',
  '512-',
  '(512)',
  '+1',
  '+1(',
  '1.',
  '-',
  'call me ',
  'call 512',
];

describe('a text', () => {
  it('of 10,000 characters is looked through at once, whatever it is made of', () => {
    const start = process.cpuUsage();
    for (const begin of ['', 'a1', 'a1 at ', 'x@', '512', '+1'])
      for (const piece of PIECES) {
        const text = `${begin}${piece.repeat(10_000 / piece.length)}!`;
        for (const look of [holdsEmail, holdsPhone, digitsTogether]) look(text);
      }
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000);
  });

  it('has what stands between digits taken out, and nothing else', () => {
    expect(digitsTogether('Call (512) 555 - 01*42, x 3 or 5 [or] 6.')).toBe('Call (5125550142, x 3 or 5 [or] 6.');
  });
});
