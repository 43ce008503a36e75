import { describe, expect, it } from 'vitest';

import { emailLink } from '#domain/email-link.ts';

describe('the link that writes to an address', () => {
  it.each([
    ['elena@example.com', 'mailto:elena@example.com'],
    ['elena+leads@example.com', 'mailto:elena%2Bleads@example.com'],
    ['a?bcc=b&c@example.com', 'mailto:a%3Fbcc%3Db%26c@example.com'],
    ['"a,b"@example.com', 'mailto:%22a%2Cb%22@example.com'],
  ])('of %j is %s: no second receiver and no words', (email, link) => {
    expect(emailLink(email)).toBe(link);
  });
});
