import { describe, expect, it } from 'vitest';

import { accountLetter } from '#application/letters/account-letters.ts';
import { renderLetter } from '#application/letters/letter.ts';
import type { AccountLetter } from '#application/ports/jobs.ts';
import type { Account } from '#domain/account.ts';
import { someAccount } from '#tests/contracts/store-samples.ts';

const SHOP_URL = 'https://shop.example';
const SECRET = 'the-secret-of-the-link';
const SIGN_IN = `${SHOP_URL}/signin`;
const CONTACT = `${SHOP_URL}/contact-us`;
const VERIFY = `${SHOP_URL}/verify?token=${SECRET}`;
const RESET = `${SHOP_URL}/reset-password?token=${SECRET}`;

const ONCE = 'works for 24 hours, once';
const NOTHING_HAPPENS = 'If you did not ask for this, you need to do nothing';

const OLD = 'old@example.com';

const written = (about: AccountLetter, changes: Partial<Account> = {}) =>
  renderLetter(
    accountLetter(about, {
      account: someAccount(changes),
      to: OLD,
      shopUrl: SHOP_URL,
      token: SECRET,
      membership: { is: 'none' },
    }),
  );

const MOVING = { email: OLD, pendingEmail: 'new@example.com' };
const MOVED = { email: 'new@example.com', pendingEmail: undefined };
const TAKEN_BACK = { email: OLD, pendingEmail: undefined };

describe('a letter about an account', () => {
  it.each<[AccountLetter, Partial<Account>, string, readonly string[], readonly string[]]>([
    ['verify-email', {}, 'Verify your email address', ['confirm that this address', ONCE, NOTHING_HAPPENS], [VERIFY]],
    ['reset-password', {}, 'Reset your password', ['asked to reset the password', ONCE, NOTHING_HAPPENS], [RESET]],
    [
      'password-changed',
      {},
      'Your password was changed',
      ['signed out everywhere', 'If that was not you, reset your password'],
      [SIGN_IN, CONTACT],
    ],
    [
      'change-email',
      {},
      'Confirm your new email address',
      ['that account signs in with it from then on', ONCE, NOTHING_HAPPENS],
      [VERIFY],
    ],
    [
      'email-changing',
      MOVING,
      'Your email address is about to change',
      ['It moves once that address is confirmed', 'If that was not you, reset your password'],
      [SIGN_IN, CONTACT],
    ],
    // Whoever reads the old address can reset nothing any more: nothing leads them to try.
    [
      'email-changing',
      MOVED,
      'Your email address was changed',
      ['has changed its email address', 'If that was not you, write to us'],
      [CONTACT],
    ],
    [
      'email-changing',
      TAKEN_BACK,
      'Another email address was asked for',
      ['nothing has moved', 'If that was not you, reset your password'],
      [SIGN_IN, CONTACT],
    ],
    [
      'account-exists',
      {},
      'You already have an account',
      ['tried to use this address for another account. There is one already', 'Forgot the password? Reset it'],
      [SIGN_IN],
    ],
  ])('(%s, %j) says what has happened and what to do', (about, changes, subject, sentences, links) => {
    const letter = written(about, changes);
    expect(letter.subject).toBe(subject);
    for (const sentence of sentences) {
      expect(letter.text).toContain(sentence);
      expect(letter.html).toContain(sentence);
    }
    const tapped = [...letter.html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url);
    expect([...new Set(tapped)]).toEqual(links);
    for (const url of links) expect(letter.text).toContain(url);
    expect(letter.text.includes(SECRET)).toBe(links.some((url) => url.includes(SECRET)));
  });

  it.each(['password-changed', 'account-exists'] as const)('(%s) has signing in as its button', (about) => {
    expect(written(about).text).toContain(`Sign in: ${SIGN_IN}`);
  });
});
