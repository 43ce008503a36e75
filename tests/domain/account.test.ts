import { describe, expect, it } from 'vitest';

import {
  changePassword,
  editProfile,
  emailChangeState,
  endWarning,
  forgetOtherEmail,
  isVerified,
  moveToPendingEmail,
  verify,
} from '#domain/account.ts';
import type { Account } from '#domain/account.ts';

const NOW = Date.UTC(2026, 10, 18);
const LATER = NOW + 1;

const account: Account = {
  id: 'a',
  email: 'ines@example.com',
  fullName: 'Ines Rossi',
  phone: undefined,
  address: undefined,
  passwordHash: 'old hash',
  verification: { state: 'unverified' },
  pendingEmail: undefined,
  emailToWarn: undefined,
  createdAt: NOW,
};
const edit = { fullName: 'Ines R.', email: account.email, phone: '512-555-0100', address: 'Austin' };

describe('an account', () => {
  it('is verified once its address is proved, and stays so', () => {
    expect(isVerified(account)).toBe(false);
    const verified = verify(account, NOW);
    expect(isVerified(verified)).toBe(true);
    expect(verify(verified, LATER)).toEqual(verified);
  });

  it('takes name, phone and location at once', () => {
    expect(editProfile(account, edit)).toEqual({
      ...account,
      fullName: 'Ines R.',
      phone: '512-555-0100',
      address: 'Austin',
    });
  });

  it('keeps its address until the new one is proved', () => {
    const changed = editProfile(account, { ...edit, email: 'new@example.com' });
    expect([changed.email, changed.pendingEmail]).toEqual(['ines@example.com', 'new@example.com']);
  });

  it('forgets a wish for another address when the old one is saved again', () => {
    const changed = editProfile({ ...account, pendingEmail: 'new@example.com' }, edit);
    expect(changed.pendingEmail).toBeUndefined();
  });

  it('moves to its pending address, which is proved by that', () => {
    const moved = moveToPendingEmail({ ...account, pendingEmail: 'new@example.com' }, 'new@example.com', NOW);
    expect(moved).toEqual({
      ...account,
      email: 'new@example.com',
      pendingEmail: undefined,
      verification: { state: 'verified', verifiedAt: NOW },
    });
  });

  it('has an address to warn from the wish for another one on, the first of several, until the warning has left', () => {
    const wish = (email: string, of: Account) => editProfile(of, { ...edit, email });
    const move = (email: string, of: Account) => moveToPendingEmail(wish(email, of), email, NOW) ?? of;
    expect(wish(account.email, account).emailToWarn).toBeUndefined();
    expect(wish('new@example.com', account).emailToWarn).toBe(account.email);
    const moved = move('newer@example.com', move('new@example.com', account));
    expect([moved.email, moved.emailToWarn]).toEqual(['newer@example.com', account.email]);
    expect(wish('newer@example.com', moved).emailToWarn).toBe(account.email);
    expect(endWarning(moved, 'newer@example.com')).toBeUndefined();
    const warned = endWarning(moved, account.email) ?? moved;
    expect(warned).toEqual({ ...moved, emailToWarn: undefined });
    expect(wish('newest@example.com', warned).emailToWarn).toBe('newer@example.com');
  });

  it.each([
    ['pending', 'waits for', { pendingEmail: 'newer@example.com' }],
    ['confirmed', 'has moved to', { email: 'newer@example.com' }],
    [
      'confirmed',
      'has moved to before it waits for another',
      { email: 'newer@example.com', pendingEmail: 'x@example.com' },
    ],
    ['cancelled', 'no longer wants', {}],
  ])('calls a change %s to an address that it %s', (state, _, left) => {
    expect(emailChangeState({ ...account, ...left }, account.email)).toBe(state);
  });

  it.each([undefined, 'other@example.com'])('moves to no address that is not wanted (any more): %s', (pendingEmail) => {
    expect(moveToPendingEmail({ ...account, pendingEmail }, 'new@example.com', NOW)).toBeUndefined();
  });

  it('forgets an address that it waits for or is to warn, and nothing else', () => {
    const moved = { ...account, pendingEmail: 'newer@example.com', emailToWarn: 'older@example.com' };
    expect(forgetOtherEmail(moved, 'newer@example.com')).toEqual({ ...moved, pendingEmail: undefined });
    expect(forgetOtherEmail(moved, 'older@example.com')).toEqual({ ...moved, emailToWarn: undefined });
    expect(forgetOtherEmail(moved, moved.email)).toBeUndefined();
  });

  it('is verified by a reset of its password: the link came by mail too', () => {
    expect(changePassword(account, 'new hash', NOW)).toMatchObject({
      passwordHash: 'new hash',
      verification: { state: 'verified', verifiedAt: NOW },
    });
  });

  it('waits for no other address once its password is reset, and still warns the one that it was to warn', () => {
    const moving = { ...account, pendingEmail: 'new@example.com', emailToWarn: account.email };
    const { pendingEmail, emailToWarn } = changePassword(moving, 'new hash', NOW);
    expect([pendingEmail, emailToWarn]).toEqual([undefined, account.email]);
  });
});
