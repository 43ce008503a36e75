import { describe, expect, it } from 'vitest';

import { isCommonPassword, shownStrength } from '#domain/common-password.ts';
import { passwordStrength } from '#domain/password.ts';

describe('the strength that is shown', () => {
  it.each([
    'password1',
    'Password1',
    'PASSWORD123',
    'passw0rd',
    'qwerty123',
    'Qwerty12345',
    'abc123',
    'Abc123456',
    '1q2w3e4r',
    '1qaz2wsx',
    'Welcome1',
    'letmein1',
    'Monkey123',
    'Dragon2024',
    'iloveyou2',
    'trustno1',
    'Admin123',
    'P4ssw0rd',
    'a123456',
    '123qwe',
    'qwe123qwe123',
    'Summer2026',
    'Michael1',
    'superman01',
    '1password',
    '2024dragon',
    'abc123abc123',
  ])('of the common password %s is Weak, whatever its characters', (password) => {
    expect(passwordStrength(password)).not.toBe('Weak');
    expect(shownStrength(password, '')).toBe('Weak');
  });

  it.each([
    'Dana.Whitmore1@example.com',
    'dana.whitmore1@EXAMPLE.com',
    'dana.whitmore1',
    'Dana.Whitmore1',
    ' Dana.Whitmore1@example.com ',
  ])('of the owner’s own address is Weak: %s', (password) => {
    expect(shownStrength(password, ' Dana.Whitmore1@Example.com ')).toBe('Weak');
    expect(shownStrength(password, 'somebody@example.com')).toBe('Strong');
  });

  it.each([
    '',
    'abcde',
    'abcdefghijkl',
    '12345678',
    'abcde1',
    'Abc12!',
    'Abcdefg1',
    'abcdef1!',
    'Überla1g',
    'correct horse',
    'Password1!',
    'plover-42-heath',
    'Tr0ub4dor&3',
    'mortgage77',
    'Xk9vQ2pL',
    'dra1gon',
    '12345dragon',
    'plover7plover7',
    '漢字漢字漢字1',
  ])('of any other password is that of its length and its kinds of characters: %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
    expect(shownStrength(password, 'dana@example.com')).toBe(passwordStrength(password));
  });

  it('of no password is that of its own, and an address that is not there hides nothing', () => {
    expect(shownStrength('', '')).toBe('Weak');
    expect(shownStrength('Xk9vQ2pL', '')).toBe('Strong');
  });
});
