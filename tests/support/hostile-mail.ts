import { domainToASCII, domainToUnicode } from 'node:url';

import fc from 'fast-check';

const HOSTILE = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\t',
  '\v',
  '\f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u200b',
  '\ufeff',
  '\ud800',
  '\u202e',
  ',',
  ';',
  ':',
  '<',
  '>',
  '"',
  '\\',
  '(',
  ')',
  '[',
  ']',
  '@',
  '＠',
  '．',
  '℀',
  '%',
  '!',
  '..',
  ' ',
  '.',
  '=',
  '?',

  'evil@evil.example',
  'Bcc: evil@evil.example',
  '\r\nBcc: evil@evil.example',
  '\r\n.\r\nRCPT TO:<evil@evil.example>',

  '=?utf-8?q?=0D=0ABcc:_evil@evil.example?=',
  '=?utf-8?b?DQpCY2M6IGV2aWxAZXZpbC5leGFtcGxl?=',
  'team: evil@evil.example;',
  '<evil@evil.example>',
  '> NOTIFY=SUCCESS',
  '@relay.example:',
  'xn--',
  '\r\n\r\nbody',
  '--',
  'a',
  'é',
  '漢',
  '🏡',
] as const;

const aText = (): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 6 })
    .map((parts) => parts.join(''));

/** Mostly texts that are almost an address: what is refused at once tests little. */
const anAddress = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant('dana.reyes@example.com') },
    { weight: 1, arbitrary: aText() },
    { weight: 2, arbitrary: aText().map((text) => `${text}@example.com`) },
    { weight: 2, arbitrary: aText().map((text) => `dana@${text}.example`) },
    { weight: 1, arbitrary: aText().map((text) => `dana@example.com${text}`) },
  );

const orPlain = (plain: string, arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(plain) }, { weight: 1, arbitrary });

/** A mail of an attacker who wants more receivers, or lines in its header. */
export const aHostileMail = () =>
  fc.record({
    id: orPlain('lead-0199', aText()),
    to: anAddress(),
    replyTo: fc.option(anAddress(), { nil: undefined }),
    subject: orPlain('Your lead', aText()),
    text: aText(),
    html: aText(),
  });

/**
 * One writing for an address, whichever way its domain is written; without a domain that none can be. Of a part in `xn--` that stands
 * for no letters the tests' mail server makes characters that no domain has, while Node leaves it as it is.
 */
export const written = (address: string): string => {
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1));
  return `${address.slice(0, at)}@${/(?:^|\.)xn--/.test(domainToUnicode(domain)) ? '' : domain}`;
};
