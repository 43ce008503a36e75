import { describe, expect, it } from 'vitest';

import { isSaleNumber, saleNumberIn } from '#domain/sale-number.ts';

describe('the number of a sale', () => {
  it.each(['HL-7K2M-9QXD', 'hl-7k2m-9qxd', 'HL7K2M9QXD', 'hl 7k2m 9qxd', '7K2M-9QXD', ' 7k2m9qxd ', 'HL–7K2M–9QXD'])(
    'is known as a buyer may read it out: %j',
    (text) => {
      expect(saleNumberIn(text)).toBe('HL-7K2M-9QXD');
    },
  );

  it.each(['', 'HL', '7K2M', 'HL-7K2M-9QXD-1', '7K2M.9QXD', '01900000-0000-7000-8000-000000000000'])(
    'is not in %j',
    (text) => {
      expect(saleNumberIn(text)).toBeUndefined();
    },
  );

  it('has dashes and capitals where the web takes it from an address', () => {
    expect(isSaleNumber('HL-7K2M-9QXD')).toBe(true);
    for (const text of ['hl-7k2m-9qxd', 'HL7K2M9QXD', 'xHL-7K2M-9QXD', 'HL-7K2M-9QXDx'])
      expect(isSaleNumber(text)).toBe(false);
  });
});
