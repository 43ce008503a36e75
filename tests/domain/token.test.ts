import { describe, expect, it } from 'vitest';

import { DAY } from '#domain/instant.ts';
import { replaceToken, validityOf, tokensForgottenBy, spendToken } from '#domain/token.ts';
import type { Token, TokenPurpose } from '#domain/token.ts';

const NOW = Date.UTC(2026, 10, 18);
const PURPOSES: readonly TokenPurpose[] = ['VERIFY_EMAIL', 'PASSWORD_RESET', 'CHANGE_EMAIL'];

const token = (purpose: TokenPurpose = 'PASSWORD_RESET'): Token => ({
  hash: 'h',
  accountId: 'a',
  purpose,
  email: 'ines@example.com',
  createdAt: NOW,
  end: { is: 'none' },
});

describe('a token', () => {
  it.each([
    [0, 'usable'],
    [DAY - 1, 'usable'],
    [DAY, 'expired'],
    [DAY + 1, 'expired'],
  ])('works for 24 hours: %d ms after it was made it is %s', (age, validity) => {
    expect(validityOf(token(), ['PASSWORD_RESET'], NOW + age)).toBe(validity);
  });

  it.each(PURPOSES.flatMap((made) => PURPOSES.map((wanted) => [made, wanted] as const)))(
    'made for %s and used for %s works only when both are one',
    (made, wanted) => {
      expect(validityOf(token(made), [wanted], NOW)).toBe(made === wanted ? 'usable' : 'wrong-purpose');
    },
  );

  it('works once', () => {
    expect(validityOf(spendToken(token(), NOW), ['PASSWORD_RESET'], NOW)).toBe('used');
  });

  it('is remembered for a week after its 24 hours: whoever opens it late reads why it does not work', () => {
    expect(tokensForgottenBy(NOW + 8 * DAY)).toBe(NOW);
  });

  it('is ended by a newer one, but what was used stays used', () => {
    expect(validityOf(replaceToken(token(), NOW), ['PASSWORD_RESET'], NOW)).toBe('replaced');
    expect(validityOf(replaceToken(spendToken(token(), NOW), NOW), ['PASSWORD_RESET'], NOW)).toBe('used');
  });
});
