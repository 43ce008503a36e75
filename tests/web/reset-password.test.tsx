import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay, HttpResponse } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { OMAR, answer, callsOf, here, ok, open, toasts, unreachable, useAccounts } from '#tests/support/accounts.tsx';
import { comeBack } from '#tests/support/page-back.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { ResetPassword } from '#web/screens/reset-password.tsx';
import { meetVisitor, useVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();
afterEach(() => vi.useRealTimers());

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const invalid = () => failure(400, 'TOKEN_INVALID', 'This link is invalid or expired.');
const INVALID = 'This reset link is invalid or expired.';
const CHECK_FAILED = 'Something went wrong validating the token.';

const told = () => HttpResponse.json({ message: 'The link works.', email: 'dana@example.com' });

const openForm = async () => {
  answer('POST auth/verify-token', ok);
  open('/reset-password?token=t-1', <ResetPassword />);
  await screen.findByLabelText('New Password');
};
const choose = async (password: string, confirmed = password) => {
  const user = userEvent.setup();
  await user.type(field('New Password'), password);
  await user.type(field('Confirm Password'), confirmed);
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
};

describe('a reset link', () => {
  test("is checked once on load, out of the address; when valid, 'Reset Your Password' has two fields", async () => {
    await openForm();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reset Your Password');
    expect([field('New Password'), field('Confirm Password')].map(({ autocomplete }) => autocomplete)).toEqual([
      'new-password',
      'new-password',
    ]);
    expect(callsOf('POST auth/verify-token').map(({ call }) => call)).toEqual([
      'POST auth/verify-token?token=t-1&tokenType=PASSWORD_RESET',
    ]);
    expect(here()).toBe('/reset-password');
  });

  test('that turns out to be invalid is not told of to whoever has left meanwhile', async () => {
    const reply = held();
    answer('POST auth/verify-token', async () => {
      await reply.released;
      return invalid();
    });
    const { unmount } = open('/reset-password?token=t-6', <ResetPassword />);
    await waitFor(() => expect(callsOf('POST auth/verify-token')).toHaveLength(1));
    unmount();
    reply.release();
    await delay(100);
    expect(toasts()).toEqual([]);
  });

  test('says whose password it sets, to the visitor and to the browser that keeps it, and never in the address', async () => {
    answer('POST auth/verify-token', told);
    answer('POST auth/reset-password/confirm', ok);
    open('/reset-password?token=t-4', <ResetPassword />);
    await screen.findByLabelText('New Password');
    const { value, readOnly, autocomplete } = field('Email');
    expect({ value, readOnly, autocomplete }).toEqual({
      value: 'dana@example.com',
      readOnly: true,
      autocomplete: 'username',
    });
    await choose('new-sample');
    await userEvent.click(await screen.findByRole('link', { name: 'Go to Login' }));
    expect([here(), history.state]).toEqual(['/signin', { email: 'dana@example.com' }]);
  });

  test("that is invalid shows no form, and the toast 'Invalid Token'", async () => {
    answer('POST auth/verify-token', invalid);
    open('/reset-password?token=t-2', <ResetPassword />);
    expect(await screen.findByText(INVALID)).toBeDefined();
    expect(toasts()).toEqual(['Invalid Token: This reset token is invalid or expired.']);
    expect(screen.queryByLabelText('New Password')).toBeNull();
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/signin');
  });

  test("without a token shows no form, and the toast 'Missing reset token.'", async () => {
    open('/reset-password', <ResetPassword />);
    expect(await screen.findByText(INVALID)).toBeDefined();
    expect(new Set(toasts())).toEqual(new Set(['Error: Missing reset token.']));
    expect(callsOf('POST')).toEqual([]);
  });

  test.each([
    ['no server', unreachable, CHECK_FAILED],
    ['a faulty server', () => failure(500, 'UNEXPECTED', 'Ours.'), CHECK_FAILED],
    ['a gateway without words', () => new Response('<h1>', { status: 503 }), CHECK_FAILED],
    ['one that is briefly unavailable', () => failure(503, 'STORE_UNAVAILABLE', 'Wait a moment.'), 'Wait a moment.'],
    ['one that asks to wait', () => failure(429, 'TOO_MANY_TRIES', 'Wait 9 minutes.'), 'Wait 9 minutes.'],
  ])('that meets %s is not called invalid, and can be tried again', async (_name, reply, text) => {
    answer('POST auth/verify-token', reply, ok);
    open('/reset-password?token=t-3', <ResetPassword />);
    expect(await screen.findByText(text)).toBeDefined();
    expect(toasts()).toEqual([`Error: ${text}`]);
    expect(screen.queryByText(INVALID)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('New Password')).toBeDefined();
  });
});

test('a reset link that could not be checked is, when one comes back to the page', async () => {
  answer('POST auth/verify-token', unreachable, ok);
  open('/reset-password?token=t-12', <ResetPassword />);
  await screen.findByText(CHECK_FAILED);
  act(() => comeBack('connection'));
  expect(await screen.findByLabelText('New Password')).toBeDefined();
});

describe('a new password', () => {
  test('is sent as a form with the token, and leads to the sign-in after 1.5 s', async () => {
    answer('POST auth/reset-password/confirm', ok);
    await openForm();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // Straight, because userEvent waits for timers.
    for (const label of ['New Password', 'Confirm Password'])
      fireEvent.change(field(label), { target: { value: 'new sample' } });
    fireEvent.click(screen.getByRole('button', { name: 'Reset Password' }));
    // Each look lets some of the time pass.
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Password Reset'), {
      ...PATIENCE,
      interval: 10,
    });
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(callsOf('POST auth/reset-password/confirm')).toEqual([
      {
        call: 'POST auth/reset-password/confirm',
        type: 'application/x-www-form-urlencoded',
        body: 'token=t-1&newPassword=new+sample',
      },
    ]);
    expect(toasts()).toEqual(['Success: Your password has been reset.']);
    await act(() => vi.advanceTimersByTimeAsync(1_300));
    expect(here()).toBe('/reset-password');
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(here()).toBe('/signin');
  });

  test('signs its user out at once, however long the server takes to say so', async () => {
    answer('POST auth/reset-password/confirm', ok);
    answer('GET auth/me', () => held().released.then(ok));
    meetVisitor(OMAR);
    const visitor = renderHook(useVisitor).result;
    await openForm();
    await choose('new sample');
    await screen.findByText('Password Reset');
    expect(visitor.current.standing).toBe('checking');
  });

  test.each([
    ['short', 'short', 'Password must be at least 6 characters', 'New Password'],
    ['long enough', 'long enougj', 'Passwords do not match', 'Confirm Password'],
  ])('%j, confirmed as %j, reads %j under its field', async (password, confirmed, text, label) => {
    await openForm();
    await choose(password, confirmed);
    await screen.findByText(text);
    expect(document.activeElement).toBe(field(label));
    expect(callsOf('POST auth/reset-password/confirm')).toEqual([]);
  });

  test('how long a password must be is said once', async () => {
    await openForm();
    await choose('short');
    await screen.findByText('Password must be at least 6 characters');
    expect(screen.queryByText('At least 6 characters')).toBeNull();
  });

  test.each([
    ['the server is at fault', () => failure(500, 'UNEXPECTED', 'Ours.'), 'Password reset failed'],
    ['there is no server', unreachable, 'We could not reach the server. Check your connection and try again.'],
  ])("reads 'Password reset failed' when %s, and stays in its field", async (_name, reply, text) => {
    answer('POST auth/reset-password/confirm', reply);
    await openForm();
    await choose('new-sample');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(toasts()).toEqual(['Error: Password reset failed']);
    expect(field('New Password').value).toBe('new-sample');
  });

  test('whose link has stopped working meanwhile may be set already: the sign-in is offered beside another link', async () => {
    answer('POST auth/verify-token', told);
    answer('POST auth/reset-password/confirm', invalid);
    open('/reset-password?token=t-5', <ResetPassword />);
    await screen.findByLabelText('New Password');
    await choose('new-sample');
    expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
      'This link is invalid or expired.',
      'Your new password may be set already. If you cannot sign in with it, request a new link.',
    ]);
    expect(toasts()).toEqual(['Error: Password reset failed']);
    await userEvent.click(screen.getByRole('link', { name: 'Request a new link' }));
    expect([here(), history.state]).toEqual(['/signin', { step: 'forgot', email: 'dana@example.com' }]);
  });

  test.each([
    ['by nobody', unreachable],
    ['by the shop', () => new HttpResponse('<h1>Bad Gateway</h1>', { status: 502 })],
  ])(
    'whose first try was not answered %s leads to the sign-in once the link is found to be used',
    async (_by, none) => {
      answer('POST auth/verify-token', told);
      answer('POST auth/reset-password/confirm', none, invalid);
      open('/reset-password?token=t-7', <ResetPassword />);
      await screen.findByLabelText('New Password');
      await choose('new-sample');
      await screen.findByRole('alert');
      expect(screen.queryByRole('link')).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Reset Password' }));
      await userEvent.click(await screen.findByRole('link', { name: 'Go to Login' }));
      expect([here(), history.state]).toEqual(['/signin', { email: 'dana@example.com' }]);
    },
  );

  test("says 'Resetting...' while busy", async () => {
    const reply = held();
    answer('POST auth/reset-password/confirm', async () => {
      await reply.released;
      return invalid();
    });
    await openForm();
    await choose('new-sample');
    expect(await screen.findByRole('button', { name: 'Resetting...' })).toBeDefined();
    reply.release();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Reset Password' })).toBeDefined());
  });
});
