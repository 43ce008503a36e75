import { describe, expect, it } from 'vitest';

import { personKeyTexts, personKeyTextsIn, personKeyTextsOf } from '#domain/person.ts';

describe('by what a person is known again', () => {
  it('is the e-mail address in its normal form and the digits of the phone number', () => {
    expect(personKeyTexts({ email: ' Ann.Lee@Example.com', phone: '+1 (512) 555-0142 x3' })).toEqual([
      'email:ann.lee@example.com',
      'phone:5125550142',
    ]);
  });

  it('is only what is there', () => {
    expect(personKeyTexts({ email: 'ann@example.com', phone: undefined })).toEqual(['email:ann@example.com']);
    expect(personKeyTexts({ email: undefined, phone: '512 555 0142' })).toEqual(['phone:5125550142']);
    expect(personKeyTexts({ email: undefined, phone: undefined })).toEqual([]);
  });

  it('is the same however an operator types it', () => {
    expect(personKeyTextsOf('ANN@example.com ')).toEqual(['email:ann@example.com']);
    expect(personKeyTextsOf('1-512-555-0142')).toEqual(['phone:5125550142']);
  });

  it('is the same wherever its accents are typed', () => {
    const composed = ['email:jos\u00E9@example.com'];
    for (const email of ['jos\u00E9@example.com', 'JOSE\u0301@example.com', 'Jose\u0301@example.com']) {
      expect(personKeyTextsOf(email)).toEqual(composed);
      expect(personKeyTexts({ email, phone: undefined })).toEqual(composed);
    }
  });

  it('is a number without its area code within a state alone, and in all of them for an operator', () => {
    expect(personKeyTextsIn('TX', '555-0142')).toEqual(['phone:5550142@TX']);
    expect(personKeyTextsIn('TX', '512 555-0142')).toEqual(['phone:5125550142']);
    expect(personKeyTextsIn('TX', 'x@ab.co')).toEqual(['email:x@ab.co']);
    const typed = personKeyTextsOf('555.0142');
    expect(typed).toHaveLength(52);
    expect(typed).toEqual(expect.arrayContaining(['phone:5550142', 'phone:5550142@TX', 'phone:5550142@DC']));
    expect(personKeyTextsOf('512 555-0142')).toHaveLength(1);
  });

  it('is nothing when neither is typed', () => {
    expect(personKeyTextsOf('Ann Lee')).toEqual([]);
  });
});
