import { describe, expect, test } from 'vitest';

import { emailContact, leadName, leadPlace, phoneContact, vaultedDay } from '#web/vault-lead.ts';

describe('a vaulted lead in words', () => {
  test.each([
    ['Elena', 'Okafor', 'Elena Okafor'],
    ['Elena', '', 'Elena'],
    ['', 'Okafor', 'Okafor'],
    ['', '', 'No name'],
    ['  ', ' Okafor ', 'Okafor'],
  ])('the name of %j %j is %j', (firstName, lastName, name) => {
    expect(leadName({ firstName, lastName })).toBe(name);
  });

  test.each([
    ['Austin', 'TX', 'Austin, TX'],
    ['', 'TX', 'TX'],
    ['', '', 'No location'],
    [' Austin ', '  ', 'Austin'],
  ])('the location of %j %j is %j', (city, state, place) => {
    expect(leadPlace({ city, state })).toBe(place);
  });

  test('the date is the local one, and one that cannot be read is none', () => {
    const at = new Date(2026, 10, 14, 0, 30);
    expect(vaultedDay(at.toISOString())).toBe('Nov 14, 2026');
    expect(vaultedDay('soon')).toBe('No date');
  });

  test.each([
    ['(512) 555-0100', 'tel:5125550100'],
    ['+1 512 555 0100', 'tel:+15125550100'],
    ['512-555-0100 ext. 12', 'tel:5125550100,12'],
    ['512-555-0100 #12', 'tel:5125550100,12'],
    ['ask for it', undefined],
  ])('%j is called at %j', (phone, href) => {
    expect(phoneContact(phone)).toEqual({ text: phone, href });
  });

  test('an address cannot smuggle anything into the letter', () => {
    expect(emailContact('elena@example.com')?.href).toBe('mailto:elena@example.com');
    expect(emailContact('a?bcc=b&c@example.com')?.href).toBe('mailto:a%3Fbcc%3Db%26c@example.com');
  });

  test('what stands around an address or a number is neither shown nor pressed', () => {
    expect(emailContact(' elena@example.com ')).toEqual({
      text: 'elena@example.com',
      href: 'mailto:elena@example.com',
    });
    expect(phoneContact(' (512) 555-0100 ')).toEqual({ text: '(512) 555-0100', href: 'tel:5125550100' });
  });

  test.each([null, '', '  '])('%j is no contact', (text) => {
    expect([emailContact(text), phoneContact(text)]).toEqual([undefined, undefined]);
  });
});
