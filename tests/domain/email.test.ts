import { domainToASCII } from 'node:url';
import { describe, expect, it } from 'vitest';

import { emailForNetwork, emailOf, isEmail, isNoEmail } from '#domain/email.ts';

const long = (length: number): string => 'a'.repeat(length);

describe('an e-mail address', () => {
  it.each([
    'dana@example.com',
    'dana.reyes+leads@mail.example.co.uk',
    "o'brien@example.com",
    'dana@münchen.example',
    '用户@例え.jp',
    'd@x.io',
    'd@4u.io',
    'd@mail-2.x--y.io',
    'd@xn--mnchen-3ya.xn--p1ai',
    'd#/$~@x.io',
    'dana_reyes%x@example.com',
    `${long(64)}@example.com`,
    `${long(64)}@${`${long(60)}.`.repeat(3)}${long(6)}`,
  ])('may be %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    '',
    'dana',
    'dana@',
    '@example.com',
    'dana@example',
    'dana@example.c',
    'dana@example.123',
    'dana@@example.com',
    'dana@exam_ple.com',
    'dana@.example.com',
    'dana@example.io#.com',
    'dana@example.io/.com',
    'dana@exam~ple.com',
    'dana@exam`ple.com',
    'dana@exam+ple.com',
    "dana@exam'ple.com",
    'dana@exam|ple.com',
    'dana@example.co{',
    'dana@example.c?m',
    'dana@-b.co',
    'dana@b-.co',
    'dana@mail.-b.co',
    'dana@mail.b-.co',
    'dana@b.-co',
    'dana@b.co-',
    'dana@example.com.',
    'dana@example..com',
    '.dana@example.com',
    'dana.@example.com',
    'da..na@example.com',
    'da na@example.com',
    ' dana@example.com',
    'dana@example.com ',
    'dana@example.com, eve@example.com',
    'Dana <dana@example.com>',
    'dana@example.com\nBcc: eve@example.com',
    'dana\0@example.com',
    'dana\u007F@example.com',
    'dana\u200B@example.com',
    'dana\uD800@example.com',
    '"dana"@example.com',
    'dana@[127.0.0.1]',
    `${long(65)}@example.com`,
    `${long(64)}@${`${long(60)}.`.repeat(3)}${long(7)}`,
  ])('is not %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it('is kept trimmed and in lower case', () => {
    expect(emailOf('  Dana.Reyes@Example.COM ')).toBe('dana.reyes@example.com');
    expect(emailOf('nobody')).toBeUndefined();
  });

  it.each(['\u202Adana@example.com\u202C', 'dana@example.com\u200B', ' \uFEFFdana@\u00ADexample.com'])(
    'is kept without what nobody sees, as it was copied: %j',
    (text) => {
      expect(emailOf(text)).toBe('dana@example.com');
    },
  );

  it.each([
    'dana@ｅxample.com',
    'dana@ℯxample.com',
    'dana@EXAMPLE。com',
    'dana@example．ⓒom',
    'dana@exam\uFE0Fple.com',
  ])('is kept with its domain as the network has it: %j', (text) => {
    expect(emailOf(text)).toBe('dana@example.com');
  });

  it('has one form for each domain, however a character of it is written', () => {
    const others: string[] = [];
    for (let code = 0x80; code < 0x20000; code += 1) {
      const domain = `a${String.fromCodePoint(code)}b.com`;
      const network = domainToASCII(domain);
      const form = emailOf(`dana@${domain}`)?.slice('dana@'.length);
      // What is no address has no form, and of what is no domain the network knows none.
      if (form === undefined || network === '') continue;
      if (network !== (network.startsWith('xn--') ? domainToASCII(form) : form)) others.push(domain);
    }
    // A final sigma in mathematical letters: the network takes it for one that is not final.
    expect(new Set(others.map((domain) => domain.normalize('NFKC')))).toEqual(new Set(['aςb.com']));
  });

  it('keeps a fullwidth character before the @: that is another mailbox', () => {
    expect(emailOf('ｄana@example.com')).toBe('ｄana@example.com');
  });

  it('is none where the domain has a look-alike of @, or is a number', () => {
    expect(emailOf('dana@exa＠mple.com')).toBeUndefined();
    expect(emailOf('dana@１.２.３.４')).toBeUndefined();
  });

  it('is none of what nobody sees', () => {
    expect(emailOf('\u200B@example.com')).toBeUndefined();
  });

  it.each([
    ['NOEMAIL@EXAMPLE.COM', true],
    ['Test@Test.com', true],
    ['ann.none@example.com', false],
  ])('stands for none where people have none: %s, %s', (text, isNone) => {
    expect(isNoEmail(text)).toBe(isNone);
  });

  it('is told apart from a hostile text in no time', () => {
    expect(isEmail(`a@${'a.'.repeat(120)}`)).toBe(false);
    expect(isEmail(`${'a@'.repeat(100_000)}b`)).toBe(false);
  });
});

describe('an e-mail address for the network', () => {
  const toAscii = (domain: string): string =>
    ({ 'münchen.example': 'xn--mnchen-3ya.example', 'exa＠mple.com': '', '１.２.３.４': '1.2.3.4' })[domain] ??
    'none.example';

  it.each([
    ['dana@example.com', 'dana@example.com'],
    ['dana@münchen.example', 'dana@xn--mnchen-3ya.example'],
    ['zoë@example.com', 'zoë@example.com'],
  ])('has its domain in ASCII, and the part before it as it is: %s', (email, written) => {
    expect(emailForNetwork(email, toAscii)).toBe(written);
  });

  it.each(['dana@exa＠mple.com', 'dana@１.２.３.４'])('is none where its domain only looks like one: %s', (email) => {
    expect(emailForNetwork(email, toAscii)).toBeUndefined();
  });
});
