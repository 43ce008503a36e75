import { describe, expect, test } from 'vitest';

import type { Passwords } from '#application/ports/passwords.ts';

export type PasswordsUnderTest = {
  readonly passwords: Passwords;
  /** The same, with the weaker hashes of earlier days. */
  readonly earlier: Passwords;
};

const damaged = (hash: string): readonly string[] => [
  '',
  'x',
  '$',
  '$$$',
  'pass-word',
  hash.slice(0, -1),
  hash.slice(1),
  hash.slice(0, 20),
  `${hash}AAAA`,
  `${hash.slice(0, -8)}AAAAAAAA`,
  hash.replace('$', '$x'),
  hash.replaceAll('$', ' '),
  hash.replaceAll(/\d/g, '0'),
];

export const passwordsContract = (name: string, make: () => Promise<PasswordsUnderTest>): void => {
  describe(`passwords: ${name}`, () => {
    test.for([
      'sample-pass',
      'ünïcödé 密码 🔑',
      ' spaces around ',
      'CASE case',
      'nul\0inside',
      'x'.repeat(128),
      '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA',
    ])('%j is right for its own hash and for no other', async (password) => {
      const { passwords } = await make();
      const hash = await passwords.hash(password);
      expect(await passwords.check(password, hash)).toBe('right');
      for (const other of [`${password} `, password.slice(1), password.slice(0, -1), '', 'sample-past', hash])
        expect(await passwords.check(other, hash)).toBe('wrong');
    });

    test('letters that only look alike, or differ by their case, are different', async () => {
      const { passwords } = await make();
      const hash = await passwords.hash('Café-pass');
      expect(await passwords.check('Cafe\u0301-pass', hash)).toBe('wrong');
      expect(await passwords.check('café-pass', hash)).toBe('wrong');
    });

    test('a hash does not hold its password, and is another one each time', async () => {
      const { passwords } = await make();
      const [one, other] = [await passwords.hash('sample-pass'), await passwords.hash('sample-pass')];
      expect(one).toMatch(/^\$[a-z0-9-]+\$/);
      expect(one).not.toContain('sample-pass');
      expect(one).not.toContain(Buffer.from('sample-pass').toString('base64').slice(0, 12));
      expect(one.split('$').at(-1)).not.toBe(other.split('$').at(-1));
      expect(await passwords.check('sample-pass', other)).toBe('right');
    });

    test('without a hash every password is wrong', async () => {
      const { passwords } = await make();
      for (const password of ['sample-pass', '', 'undefined', 'x'.repeat(1_000)])
        expect(await passwords.check(password, undefined)).toBe('wrong');
    });

    test('for a damaged hash every password is wrong, and that is no error', async () => {
      const { passwords } = await make();
      const hash = await passwords.hash('sample-pass');
      for (const unreadable of damaged(hash)) expect(await passwords.check('sample-pass', unreadable)).toBe('wrong');
    });

    test('a right password whose hash is weaker than those made today is told apart', async () => {
      const { passwords, earlier } = await make();
      const hash = await earlier.hash('sample-pass');
      expect(await earlier.check('sample-pass', hash)).toBe('right');
      expect(await passwords.check('sample-pass', hash)).toBe('outdated');
      expect(await passwords.check('sample-past', hash)).toBe('wrong');
      expect(await passwords.check('sample-pass', await passwords.hash('sample-pass'))).toBe('right');
    });

    test('several are hashed and checked at the same time', async () => {
      const { passwords } = await make();
      const words = Array.from({ length: 8 }, (_, place) => `sample-pass-${place}`);
      const hashes = await Promise.all(words.map(passwords.hash));
      const answers = await Promise.all(words.map((word, place) => passwords.check(word, hashes[place])));
      expect(answers).toEqual(words.map(() => 'right'));
      expect(new Set(hashes).size).toBe(words.length);
    });
  });
};
