import { expect, it } from 'vitest';

import { passwordStrength } from '#domain/password.ts';

it.each([
  ['', 'Weak'],
  ['abcde', 'Weak'],
  ['Ab1!x', 'Weak'],
  ['abcdef', 'Weak'],
  ['abcdefghijkl', 'Weak'],
  ['12345678', 'Weak'],
  ['abcde1', 'Medium'],
  ['ABCDEf', 'Medium'],
  ['Abc12!', 'Medium'],
  ['abcdefg1', 'Medium'],
  ['Abcdef1', 'Medium'],
  ['Abcdefg1', 'Strong'],
  ['abcdef1!', 'Strong'],
  ['ABCDEF1!', 'Strong'],
  ['Überla1g', 'Strong'],
  ['a1🏡🏡', 'Weak'],
  ['Ab1🏡🏡🏡🏡', 'Medium'],
  ['        ', 'Weak'],
])('the strength of %j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
