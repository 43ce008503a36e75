import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay, HttpResponse } from 'msw';
import { describe, expect, onTestFinished, test } from 'vitest';

import { answer, callsOf, here, ok, open, signedIn, unreachable, useAccounts } from '#tests/support/accounts.tsx';
import { comeBack } from '#tests/support/page-back.ts';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { Verify } from '#web/screens/verify.tsx';
import { awaitVisitor, watchVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const verifications = () => callsOf('POST auth/verify');

describe('a verification link', () => {
  test("shows 'Verifying...', then 'Account Verified'", async () => {
    const reply = held();
    answer('POST auth/verify', async () => {
      await reply.released;
      return ok();
    });
    open('/verify?token=t-1', <Verify />);
    await title('Verifying...');
    expect(screen.queryByRole('link', { name: 'Go to Login' })).toBeNull();
    reply.release();
    await title('Account Verified');
    expect(
      screen.getByText('Your email has been successfully verified. You can now log in to your account.'),
    ).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/signin');
  });

  test('says which address one signs in with, and fills it in at the sign-in', async () => {
    answer('POST auth/verify', () => HttpResponse.json({ message: 'Done.', email: 'omar@new.example' }));
    answer('GET auth/me', () => failure(401, 'NOT_SIGNED_IN', 'Sign in.'));
    open('/verify?token=t-7', <Verify />);
    await title('Account Verified');
    expect(screen.getByText(/^You sign in with/).textContent).toBe('You sign in with omar@new.example.');
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Go to Login']);
    await userEvent.click(screen.getByRole('link', { name: 'Go to Login' }));
    expect([here(), history.state]).toEqual(['/signin', { email: 'omar@new.example' }]);
  });

  test('of whoever is signed in leads back to the profile first', async () => {
    const reply = held();
    answer('POST auth/verify', ok);
    answer('GET auth/me', async () => {
      await reply.released;
      return signedIn()();
    });
    open('/verify?token=t-8', <Verify />);
    await waitFor(() => expect(callsOf('GET auth/me')).not.toEqual([]));
    // Not before it is known who looks: a button that comes later would push the others away.
    expect(screen.queryByRole('link')).toBeNull();
    reply.release();
    await title('Account Verified');
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Back to Profile',
      'Go to Login',
    ]);
  });

  test('is told to the other tabs: the address that they show may be another by now', async () => {
    answer('POST auth/verify', () => HttpResponse.json({ message: 'Done.', email: 'omar@new.example' }));
    answer('GET auth/me', signedIn({ email: 'omar@new.example' }));
    onTestFinished(watchVisitor());
    await awaitVisitor();
    const other = new BroadcastChannel('homelead');
    onTestFinished(() => other.close());
    const told = new Promise((resolve) => other.addEventListener('message', () => resolve('told')));
    open('/verify?token=t-10', <Verify />);
    await title('Account Verified');
    expect(await told).toBe('told');
  });

  test('sends its token once and takes it out of the address', async () => {
    answer('POST auth/verify', ok);
    open('/verify?token=a%2Fb%2Bc', <Verify />);
    await title('Account Verified');
    expect(verifications().map(({ call }) => call)).toEqual(['POST auth/verify?token=a%2Fb%2Bc']);
    expect(here()).toBe('/verify');
  });

  test.each([
    ['no address', () => HttpResponse.json({ message: 'Done.' })],
    ['no JSON', () => new HttpResponse('Done.')],
    ['nothing at all', () => new HttpResponse(null, { status: 204 })],
  ])('has worked where the server answers with %s', async (_what, reply) => {
    answer('POST auth/verify', reply);
    open('/verify?token=t-8', <Verify />);
    await title('Account Verified');
    expect(screen.queryByText(/^You sign in with/)).toBeNull();
  });

  test('survives a reload of the page, whose address no longer has the token', async () => {
    answer('POST auth/verify', () => HttpResponse.error());
    const { unmount } = open('/verify?token=t-2', <Verify />);
    await title('Verification Failed');
    const kept: unknown = history.state;
    unmount();
    answer('POST auth/verify', ok);
    open('/verify', <Verify />, kept);
    await title('Account Verified');
    expect(verifications().map(({ call }) => call)).toEqual(Array(2).fill('POST auth/verify?token=t-2'));
  });

  test('that has worked is not asked about again by a reload, which would be told that it works only once', async () => {
    answer('POST auth/verify', () => HttpResponse.json({ message: 'Done.', email: 'omar@new.example' }));
    const { unmount } = open('/verify?token=t-9', <Verify />);
    await title('Account Verified');
    const kept: unknown = history.state;
    unmount();
    open('/verify', <Verify />, kept);
    await title('Account Verified');
    expect(screen.getByText(/^You sign in with/).textContent).toBe('You sign in with omar@new.example.');
    expect(verifications()).toHaveLength(1);
  });

  test.each([
    ['This link has expired.', 'This verification link has expired. Please request a new one.', true],
    [
      'This email address is already confirmed.',
      'Your email has already been verified. You can log in to your account.',
      false,
    ],
    ['This link is not valid.', 'This link is not valid.', false],
  ])("that is refused with %j shows 'Verification Failed': %s", async (told, text, isExpired) => {
    answer('POST auth/verify', () => failure(400, 'TOKEN_INVALID', told));
    open('/verify?token=t-3', <Verify />);
    await title('Verification Failed');
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryAllByText(/^If there is a newer email, its link works\./)).toHaveLength(isExpired ? 1 : 0);
    expect(screen.getByRole('link', { name: 'Go to Login' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test("that is opened twice says that it 'has already been verified'", async () => {
    answer('POST auth/verify', ok, () => failure(409, 'ALREADY_CONFIRMED', 'It is already confirmed.'));
    open('/verify?token=t-4', <Verify />).unmount();
    await waitFor(() => expect(verifications()).toHaveLength(1));
    await delay(20);
    open('/verify?token=t-4', <Verify />);
    expect(await screen.findByText(/^Your email has already been verified/)).toBeDefined();
    expect(verifications()).toHaveLength(2);
  });

  test.each([
    ['t-5', () => new Response('', { status: 400 })],
    ['t-9', () => failure(400, 'TOKEN_INVALID', '')],
  ])("(%s) without words of the server reads 'Verification failed.'", async (token, wordless) => {
    answer('POST auth/verify', wordless);
    open(`/verify?token=${token}`, <Verify />);
    expect(await screen.findByText('Verification failed.')).toBeDefined();
  });

  test("that meets no server reads 'Something went wrong. Please try again.', and can be tried again", async () => {
    answer('POST auth/verify', unreachable, ok);
    open('/verify?token=t-6', <Verify />);
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeDefined();
    const next = [screen.getByRole('button', { name: 'Try again' }), screen.getByRole('link', { name: 'Go to Login' })];
    expect(next.map(({ className }) => className)).toEqual(['button-solid', 'button-line']);
    expect(next[0]?.nextElementSibling).toBe(next[1]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(await title('Account Verified'));
  });

  test('that meets no server is opened once more by itself, when one comes back to the page', async () => {
    answer('POST auth/verify', unreachable, ok);
    open('/verify?token=t-10', <Verify />);
    (await screen.findByRole('button', { name: 'Try again' })).focus();
    act(() => comeBack());
    expect(document.activeElement).toBe(await title('Account Verified'));
    act(() => comeBack());
    expect(verifications()).toHaveLength(2);
  });

  test('that is refused for good is not opened again, whoever comes back to the page', async () => {
    answer('POST auth/verify', () => failure(400, 'TOKEN_INVALID', 'This link is invalid.'));
    open('/verify?token=t-11', <Verify />);
    await title('Verification Failed');
    act(() => comeBack());
    await title('Verification Failed');
    expect(verifications()).toHaveLength(1);
  });

  test("without a token reads 'Token not found in the URL.' and asks nobody", async () => {
    open('/verify', <Verify />);
    await title('Verification Failed');
    expect(screen.getByText('Token not found in the URL.')).toBeDefined();
    expect(verifications()).toEqual([]);
  });
});
