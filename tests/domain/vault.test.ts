import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isInVaultSearch, vaultSearchText, vaultSearchable } from '#domain/vault.ts';
import { holds } from '#tests/support/property.ts';

const LEAD = { city: 'San Antonio', firstName: 'Sofía', lastName: "O'Brien-Lee", email: 'Sofia.OBL@example.com' };

const finds = (typed: string, lead = LEAD): boolean => isInVaultSearch(vaultSearchText(lead), vaultSearchable(typed));

describe('a search of the vault', () => {
  it.each(['ANTONIO', 'sofi', 'sofía', "o'brien", "Sofia O'Brien Lee", 'brien-lee', 'obl@EXAMPLE', '  san   antonio '])(
    'finds a lead by %j: any part of city, first name, last name, "first last" or e-mail',
    (typed) => {
      expect(finds(typed)).toBe(true);
    },
  );

  it.each(['lee sofia', 'antonio sofia', 'lee sofia.obl', 'tx', '%', '_', 'sof%a'])(
    'does not find it by %j',
    (typed) => {
      expect(finds(typed)).toBe(false);
    },
  );

  it.each([
    ['Bjørn', 'Wałęsa', ['bjorn walesa', 'BJØRN', 'wałęsa', 'Wale']],
    ['Þóra', 'Guðmundsdóttir', ['thora', 'Þora', 'gudmund', 'GUÐMUND']],
    ['Ægir', 'Strauß', ['aegir', 'ægir', 'strauss', 'STRAUẞ']],
    ['Đorđe', 'Ħamallı', ['dorde', 'hamalli', 'ĦAMALLI']],
    ['Cœur', 'Ǿ', ['coeur', 'CŒUR', 'o']],
  ])('finds %s %s by plain letters, and the other way round: %j', (firstName, lastName, all) => {
    expect(all.filter((typed) => !finds(typed, { city: '', firstName, lastName, email: '' }))).toEqual([]);
    const plain = { city: '', firstName: vaultSearchable(firstName), lastName: vaultSearchable(lastName), email: '' };
    expect(finds(`${firstName} ${lastName}`, plain)).toBe(true);
  });

  it.each(["'", '.', '@'])('takes %j alone as a part of the text like any other', (typed) => {
    const other = { city: 'Austin', firstName: 'Ann', lastName: 'Ray', email: '' };
    expect([finds(typed), finds(typed, other)]).toEqual([true, false]);
  });

  it.each(['-', ' – ', '- -'])(
    'takes %j for the space that a hyphen is between words: alone it finds what an empty one does',
    (typed) => {
      expect([vaultSearchable(typed), finds(typed)]).toEqual(['', true]);
    },
  );

  it('that is empty finds every lead, one of which nothing is known too', () => {
    expect(finds('', { city: '', firstName: '', lastName: '', email: '' })).toBe(true);
  });

  it('finds a lead by any whole part of it, whatever the part is', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    await holds(
      fc.property(fc.record({ city: text, firstName: text, lastName: text, email: text }), (lead) =>
        [lead.city, lead.firstName, lead.lastName, lead.email].every((part) => finds(part, lead)),
      ),
    );
  });
});
