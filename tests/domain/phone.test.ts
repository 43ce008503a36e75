import { describe, expect, it } from 'vitest';

import { isNoPhone, isPhone, phoneDigits, phoneText } from '#domain/phone.ts';

describe('the digits of a phone number', () => {
  it.each([
    ['(512) 555-0142', '5125550142'],
    ['512.555.0142', '5125550142'],
    ['512-555-0142 x12', '5125550142'],
    ['512-555-0142x12', '5125550142'],
    ['512-555-0142, ext. 12', '5125550142'],
    ['512 555 0142 Extension 3', '5125550142'],
    ['5125550142;ext=12', '5125550142'],
    ['5125550142 #4', '5125550142'],
    ['p:+15125550142', '5125550142'],
    ['tel:+1-512-555-0142', '5125550142'],
    ['001 512 555 0142', '5125550142'],
    ['0044 20 7946 0958', '442079460958'],
    ['011 44 20 7946 0958', '442079460958'],
    ['+44 (0)20 7946 0958', '442079460958'],
    ['0044 (0) 20 7946 0958', '442079460958'],
    ['011 44 (0)20 7946 0958', '442079460958'],
    ['011 123456789012345', '123456789012345'],
    ['011 1 512 555 0142', '5125550142'],
    ['(0)20 7946 0958', '02079460958'],
    ['5125550142.0', '5125550142'],
    ['5125550142,0', '5125550142'],
    ['512‑555–0142', '5125550142'],
    ['\u202A512 555 0142\u202C', '5125550142'],
    ['512·555·0142', '5125550142'],
    ['512_555_0142', '5125550142'],
    ['512\u200b555\u00ad0142', '5125550142'],
    ['512\u00A0555\u00A00142', '5125550142'],
    ['５１２５５５０１４２', '5125550142'],
    ['555-0142', '5550142'],
    ['(512) 555-0142 (cell)', '5125550142'],
    ['(512) 555-0142 (Cell)', '5125550142'],
    ['Mobile: 512-555-0142', '5125550142'],
    ['+44 20 7946 0958', '442079460958'],
    ['123456789012345', '123456789012345'],
  ])('of %j are %s', (text, digits) => {
    expect(phoneDigits(text)).toBe(digits);
  });

  it('leave out the leading 1 of a US number and no other 1', () => {
    expect(phoneDigits('+1 512 555 0142')).toBe('5125550142');
    expect(phoneDigits('1512555')).toBe('1512555');
    expect(phoneDigits('151255501423')).toBe('151255501423');
    expect(phoneDigits('00151255501423')).toBe('151255501423');
  });

  it.each([
    '',
    '  ',
    'N/A',
    '555-014',
    '1234567890123456',
    '001234567890123456',
    'call 512 555 0142',
    '5.12555E+09',
    '1-800-FLOWERS',
    '()',
  ])('are none in %j', (text) => {
    expect(phoneDigits(text)).toBeUndefined();
  });

  it.each(['000-000-0000', '(999) 999-9999', '123-456-7890', '(012) 345-6789', '123-4567'])(
    'are none in %s, which stands for an unknown number',
    (text) => {
      expect([isNoPhone(text), phoneDigits(text)]).toEqual([true, undefined]);
    },
  );

  it.each([
    ['2026-11-02', 'a date'],
    ['11/02/2026', 'a date'],
    ['11.2.2026', 'a date'],
    ['512-55-0142', 'a social security number'],
    ['1,250,000', 'an amount'],
    ['450,000.00', 'an amount'],
    ['78701-1234', 'a ZIP code'],
  ])('are none in %s, which is %s', (text) => {
    expect([isNoPhone(text), phoneDigits(text)]).toEqual([false, undefined]);
  });

  it.each(['06-12-34-56-78', '+33 6-12-34-56-78'])('are there in %s, of which a part alone would be a date', (text) => {
    expect(isPhone(text)).toBe(true);
  });

  it('are written without what programs put around them', () => {
    expect(['p:+15125550142', '5125550142.0', ' (512) 555-0142 x3 ', 'ｐ：＋15125550142'].map(phoneText)).toEqual([
      '+15125550142',
      '5125550142',
      '(512) 555-0142 x3',
      '+15125550142',
    ]);
  });

  it('are looked for in no more than 60 characters', () => {
    expect(phoneDigits('512 555 0142'.padEnd(60))).toBe('5125550142');
    expect(phoneDigits('512 555 0142'.padEnd(61))).toBeUndefined();
  });
});
