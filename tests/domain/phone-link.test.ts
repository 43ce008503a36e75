import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { phoneLink } from '#domain/phone-link.ts';
import { phoneDigits } from '#domain/phone.ts';
import { holds } from '#tests/support/property.ts';

describe('the link that dials a phone number', () => {
  it.each([
    ['(512) 555-0142', 'tel:5125550142'],
    ['+1 512.555.0142', 'tel:+15125550142'],
    [' +1 (512) 555-0142 ', 'tel:+15125550142'],
    ['+011 44 20 7946 0111', 'tel:+442079460111'],
    ['+00 44 20 7946 0111', 'tel:+442079460111'],
    ['512,555,0142', 'tel:5125550142'],
    ['(512) 555-0142 x12', 'tel:5125550142,12'],
    ['512-555-0142, ext. 12', 'tel:5125550142,12'],
    ['512 555 0142 Extension 3', 'tel:5125550142,3'],
    ['512-555-0142 #12', 'tel:5125550142,12'],
    ['+1-512-555-0142;ext=7', 'tel:+15125550142,7'],
  ])('of %j is %s', (phone, link) => {
    expect(phoneLink(phone)).toBe(link);
  });

  it('leaves out the (0) behind a country code and no other one', () => {
    expect(phoneLink('+44 (0)20 7946 0958')).toBe('tel:+442079460958');
    expect(phoneLink('+49(0) 30 1234567')).toBe('tel:+49301234567');
    expect(phoneLink('+ (44) (0)20 7946 0958')).toBe('tel:+442079460958');
    expect(phoneLink('(0)20 7946 0958')).toBe('tel:02079460958');
    expect(phoneLink('(512) (0) 555 0142')).toBe('tel:51205550142');
    expect(phoneLink('+44 (20) 7946 (0)958')).toBe('tel:+442079460958');
  });

  it('begins with + instead of what is dialed to leave one country, and is of no use in another', () => {
    const links = ['00 44 20 7946 0111', '(011) 44 20 7946 0111', '0044 (0)20 7946 0111', '(+44) 20 7946 0111'].map(
      phoneLink,
    );
    expect(new Set(links)).toEqual(new Set(['tel:+442079460111']));
    expect(phoneLink('001 512 555 0142 x12')).toBe('tel:+15125550142,12');
    expect(['0012 3456', '01155 501'].map(phoneLink)).toEqual(['tel:00123456', 'tel:01155501']);
  });

  it('is none for a text without digits', () => {
    expect(['ask for it', '#', ''].map(phoneLink)).toEqual([undefined, undefined, undefined]);
  });

  it('dials the digits by which the number is compared, whatever comes behind them', async () => {
    const parts = fc.record({
      digits: fc.stringMatching(/^[2-9]\d{9}$/),
      mark: fc.constantFrom('', ' ', '-', '.', '·', '–', '_', ' / '),
      extension: fc.constantFrom('', 'x12', ' x. 12', ' #12', '; ext=12', ', extn: 12', 'EXT 12', ' extension12'),
    });
    await holds(
      fc.property(parts, ({ digits, mark, extension }) => {
        const phone = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].join(mark);
        const isNumber = phoneDigits(`${phone}${extension}`) !== undefined;
        const dialled = `tel:${digits}${extension === '' ? '' : ',12'}`;
        return !isNumber || phoneLink(`${phone}${extension}`) === dialled;
      }),
    );
  });
});
