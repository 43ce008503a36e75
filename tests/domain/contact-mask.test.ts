import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { maskEmail, maskPhone } from '#domain/contact-mask.ts';
import { holds } from '#tests/support/property.ts';

describe('the contact mask', () => {
  it.each([
    ['john@gmail.com', 'j•••@g•••.com'],
    ['dana.reyes@mail.example.co.uk', 'd•••@m•••.uk'],
    ['x@y.io', 'x•••@y•••.io'],
    ['👩‍💻dev@example.com', '👩•••@e•••.com'],
    ['no-at-sign', 'n•••@n•••'],
    ['a.b@localhost', 'a•••@l•••'],
    ['"odd@name"@example.com', '"•••@e•••.com'],
    ['', 'N/A'],
    [undefined, 'N/A'],
  ])('shows the e-mail %o as %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });

  it.each([
    ['5125550123', '(512) 555-••••'],
    ['(512) 555-0123', '(512) 555-••••'],
    ['+1 512.555.0123', '(512) 555-••••'],
    ['15125550123', '(512) 555-••••'],
    ['001 512 555 0123', '(512) 555-••••'],
    ['+44 20 7946 0958', '442•••'],
    ['+44 (0)20 7946 0958', '442•••'],
    ['(011) 44 (0)20 7946 0958', '442•••'],
    ['555-0123', '555•••'],
    ['555-0123 x123', '555•••'],
    ['(512) 555-0123 ext. 7', '(512) 555-••••'],
    ['50123', '•••'],
    ['0123', '•••'],
    ['call me', '•••'],
    ['', 'N/A'],
    [undefined, 'N/A'],
  ])('shows the phone %o as %s', (phone, masked) => {
    expect(maskPhone(phone)).toBe(masked);
  });

  it('never lets the last four digits of a phone or the rest of a mailbox through', async () => {
    const digits = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 15 })
      .map((each) => each.join(''));
    await holds(
      fc.property(digits, (phone) => {
        const shown = maskPhone(phone).replaceAll(/\D/g, '').length;
        return shown <= Math.max(0, phone.length - 4) && shown <= 6;
      }),
    );
    await holds(
      fc.property(fc.emailAddress(), (email) => {
        const [shown] = maskEmail(email).split('@');
        return shown === `${email[0]}•••`;
      }),
    );
  });
});
