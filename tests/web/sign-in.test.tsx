import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay } from 'msw';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Link, Route } from 'wouter';

import {
  answer,
  calls,
  callsOf,
  here,
  ok,
  OMAR,
  open,
  signedIn,
  toasts,
  unreachable,
  useAccounts,
} from '#tests/support/accounts.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { SignIn } from '#web/screens/sign-in.tsx';
import { tellSessionEnded } from '#web/stores/tell.ts';
import { useToasts } from '#web/stores/toasts.ts';
import { awaitVisitor, watchVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole('button', { name });
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

const signIn = async (email = 'omar@example.com', password = 'sample-pass', address = '/signin') => {
  const user = userEvent.setup();
  // Once it leads away, another screen takes its place.
  open(
    address,
    <>
      <Route path="/signin">
        <SignIn />
      </Route>
      <Link href="/">Home</Link>
    </>,
  );
  if (email !== '') await user.type(field('Email'), email);
  if (password !== '') await user.type(field('Password'), password);
  await user.click(button('Sign In'));
  return user;
};

describe('the sign-in', () => {
  test("is titled 'Welcome Back', with an e-mail, a password and what browsers fill them with", async () => {
    open('/signin', <SignIn />);
    await title('Welcome Back');
    expect(document.title).toBe('Sign In | Homelead');
    expect(field('Email').autocomplete).toBe('username');
    expect(field('Password').autocomplete).toBe('current-password');
    expect(field('Password').form?.method).toBe('post');
  });

  test('sends both as a form and goes to the dashboard', async () => {
    answer('POST auth/login', ok);
    answer('GET auth/me', signedIn());
    await signIn(' Omar@Example.com');
    await waitFor(() => expect(here()).toBe('/lead-vault-dashboard'));
    expect(callsOf('POST auth/login')).toEqual([
      {
        call: 'POST auth/login',
        type: 'application/x-www-form-urlencoded',
        body: 'username=omar%40example.com&password=sample-pass',
      },
    ]);
    expect(toasts()).toEqual(['Success: Login successful!']);
    await waitFor(() => expect(callsOf('GET auth/me')).toHaveLength(1));
  });

  test('is asked for no more once somebody whose session had ended has signed in again', async () => {
    answer('POST auth/login', ok);
    answer('GET auth/me', signedIn());
    tellSessionEnded();
    await signIn();
    await waitFor(() => expect(toasts().at(-1)).toBe('Success: Login successful!'));
    expect(useToasts.getState().orders).toContainEqual({ do: 'dismiss', id: 'Your session has ended' });
  });

  test('is said to have succeeded no more once the session has ended, as by signing out in another tab', async () => {
    answer('POST auth/login', ok);
    answer('GET auth/me', signedIn());
    await signIn();
    await waitFor(() => expect(toasts()).toEqual(['Success: Login successful!']));
    tellSessionEnded();
    expect(useToasts.getState().orders.slice(-2)).toMatchObject([
      { do: 'dismiss', id: 'Success' },
      { id: 'Your session has ended' },
    ]);
  });

  test('of a browser that keeps no cookie is told so, in place of the success', async () => {
    answer('POST auth/login', ok);
    answer('GET auth/me', () => failure(401, 'NOT_SIGNED_IN', 'Sign in first.'));
    await signIn();
    const text = 'Your browser did not keep you signed in. Allow cookies for this site, and sign in again.';
    await waitFor(() => expect(toasts()).toEqual(['Success: Login successful!', `Error: ${text}`]));
    expect(useToasts.getState().orders).toContainEqual({ do: 'dismiss', id: 'Success' });
  });

  test('is told to the other tabs', async () => {
    answer('GET auth/me', () => failure(401, 'NOT_SIGNED_IN', 'Sign in first.'), signedIn());
    onTestFinished(watchVisitor());
    await awaitVisitor();
    const other = new BroadcastChannel('homelead');
    onTestFinished(() => other.close());
    const told = new Promise((resolve) => other.addEventListener('message', () => resolve('told')));
    answer('POST auth/login', ok);
    await signIn();
    expect(await told).toBe('told');
  });

  test('goes back to the guarded page that sent the visitor', async () => {
    answer('POST auth/login', ok);
    answer('GET auth/me', signedIn());
    await signIn('omar@example.com', 'sample-pass', '/signin?next=%2Fprofile');
    await waitFor(() => expect(here()).toBe('/profile'));
  });

  test('goes back to that very list, whatever signs were searched for in it', async () => {
    answer('POST auth/login', ok);
    answer('GET auth/me', signedIn());
    const list = '/lead-vault-dashboard?search=a%2Bb%26c%23d%2525';
    await signIn('omar@example.com', 'sample-pass', `/signin?${new URLSearchParams({ next: list })}`);
    await waitFor(() => expect(here()).toBe(list));
  });

  test('says under each field what is wrong, keeps what was typed and puts the focus on the first', async () => {
    const user = await signIn('dana@', 'short');
    expect(await screen.findByText('Invalid email address')).toBeDefined();
    expect(screen.getByText('Password must be at least 6 characters')).toBeDefined();
    expect(document.activeElement).toBe(field('Email'));
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
    const described = field('Email').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Invalid email address');
    expect(field('Password').value).toBe('short');
    expect(calls).toEqual([]);
    await user.type(field('Email'), 'x.io');
    await waitFor(() => expect(screen.queryByText('Invalid email address')).toBeNull());
  });

  test("a wrong pair reads 'Invalid credentials', as a toast and in place", async () => {
    answer('POST auth/login', () => failure(401, 'INVALID_CREDENTIALS', 'Invalid credentials'));
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid credentials');
    expect(toasts()).toEqual(['Error: Invalid credentials']);
    expect(field('Email').value).toBe('omar@example.com');
    expect(here()).toBe('/signin');
  });

  test('what was refused stays in its place until the next answer, which is heard even in the same words', async () => {
    const reply = held();
    const refusal = () => failure(401, 'INVALID_CREDENTIALS', 'Invalid credentials');
    answer('POST auth/login', refusal, async () => {
      await reply.released;
      return refusal();
    });
    const user = await signIn();
    await screen.findByRole('alert');
    await user.click(button('Sign In'));
    await screen.findByRole('button', { name: 'Signing In...' });
    expect(useToasts.getState().orders.at(-1)).toEqual({ do: 'dismiss', id: 'Error' });
    const before = screen.getByText('Invalid credentials');
    expect(screen.queryByRole('alert')).toBeNull();
    reply.release();
    const now = await screen.findByRole('alert');
    expect(now.textContent).toBe('Invalid credentials');
    expect(now).not.toBe(before);
    await user.clear(field('Password'));
    await user.click(button('Sign In'));
    await screen.findByText('Password must be at least 6 characters');
    expect(screen.queryByText('Invalid credentials')).toBeNull();
  });

  test.each([
    ['the link to the sign-up', 'Create an account', '/signup'],
    ["'Forgot your password?'", 'Forgot your password?', '/signin'],
  ])('%s takes back what the toast says', async (_name, link, path) => {
    answer('POST auth/login', () => failure(401, 'INVALID_CREDENTIALS', 'Invalid credentials'));
    const user = await signIn();
    await screen.findByRole('alert');
    await user.click(screen.getByRole('link', { name: link }));
    expect(here()).toBe(path);
    expect(useToasts.getState().orders.at(-1)).toEqual({ do: 'dismiss', id: 'Error' });
  });

  test('so does Back', async () => {
    answer('POST auth/login', () => failure(401, 'INVALID_CREDENTIALS', 'Invalid credentials'));
    await signIn();
    await screen.findByRole('alert');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(useToasts.getState().orders.at(-1)).toEqual({ do: 'dismiss', id: 'Error' });
  });

  test.each([
    ['a fault of the server', () => failure(500, 'UNEXPECTED', 'Oops.'), 'Login failed'],
    ['no answer', unreachable, 'We could not reach the server. Check your connection and try again.'],
    ['too many tries', () => failure(429, 'TOO_MANY_TRIES', 'Wait a little.'), 'Wait a little.'],
  ])("%s reads 'Login failed', and in place what to do", async (_name, reply, text) => {
    answer('POST auth/login', reply);
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(toasts()).toEqual(['Error: Login failed']);
  });

  test("says 'Signing In...' while busy, keeps the focus and ignores a second submit", async () => {
    const reply = held();
    answer('GET auth/me', signedIn());
    answer('POST auth/login', async () => {
      await reply.released;
      return ok();
    });
    const user = await signIn();
    const busy = await screen.findByRole('button', { name: 'Signing In...' });
    expect(document.activeElement).toBe(busy);
    await user.click(busy);
    await user.type(field('Password'), '{Enter}');
    reply.release();
    await waitFor(() => expect(here()).toBe('/lead-vault-dashboard'));
    expect(callsOf('POST auth/login')).toHaveLength(1);
  });

  test('leads nobody away who has turned away meanwhile, and signs in all the same', async () => {
    const reply = held();
    answer('GET auth/me', signedIn());
    answer('POST auth/login', () => reply.released.then(ok));
    const user = await signIn();
    await user.click(screen.getByRole('link', { name: 'Home' }));
    reply.release();
    await waitFor(() => expect(toasts()).toEqual(['Success: Login successful!']));
    expect(await awaitVisitor()).toEqual({ standing: 'signed-in', user: OMAR });
    expect(here()).toBe('/');
  });

  test('that fails is not told to whoever has turned away meanwhile', async () => {
    const reply = held();
    answer('POST auth/login', () =>
      reply.released.then(() => failure(401, 'INVALID_CREDENTIALS', 'Invalid credentials')),
    );
    const user = await signIn();
    await user.click(screen.getByRole('link', { name: 'Home' }));
    reply.release();
    await delay(100);
    expect(callsOf('POST auth/login')).toHaveLength(1);
    expect(toasts()).toEqual([]);
  });

  test('shows and hides the password', async () => {
    open('/signin', <SignIn />);
    expect(field('Password').type).toBe('password');
    await userEvent.click(button('Show password'));
    expect(field('Password').type).toBe('text');
    await userEvent.click(button('Hide password'));
    expect(field('Password').type).toBe('password');
  });
});

describe('an address that is not verified', () => {
  const unverified = () => failure(403, 'EMAIL_NOT_VERIFIED', 'Please verify your email address first.');

  test("reads 'Login failed', and the form sends the verification e-mail again", async () => {
    answer('POST auth/login', unverified);
    answer('POST auth/verify/resend', ok);
    const user = await signIn('New@Example.com');
    expect((await screen.findByRole('alert')).textContent).toBe('Please verify your email address first.');
    expect(toasts()).toEqual(['Error: Login failed']);
    await user.click(button('Send the verification e-mail again'));
    expect(await screen.findByText('Done.')).toBeDefined();
    expect(callsOf('POST auth/verify/resend')[0]?.body).toBe('{"email":"new@example.com"}');
  });

  test('whose mail is sent again reads so as good news, beside no toast of the failure', async () => {
    answer('POST auth/login', unverified);
    answer('POST auth/verify/resend', ok);
    const user = await signIn();
    await user.click(await screen.findByRole('button', { name: 'Send the verification e-mail again' }));
    expect((await screen.findByText('Done.')).className).toContain('bg-brand-soft');
    expect(useToasts.getState().orders.at(-1)).toEqual({ do: 'dismiss', id: 'Error' });
  });

  test.each([
    ['there were too many', () => failure(429, 'TOO_MANY_TRIES', 'Wait a little.'), 'Wait a little.'],
    ['it could not be sent', unreachable, 'The verification e-mail could not be sent. Please try again.'],
  ])('says so when %s', async (_name, reply, text) => {
    answer('POST auth/login', unverified);
    answer('POST auth/verify/resend', reply);
    const user = await signIn();
    await user.click(await screen.findByRole('button', { name: 'Send the verification e-mail again' }));
    expect((await screen.findByText(text)).className).not.toContain('bg-brand-soft');
  });
});

describe('a forgotten password', () => {
  const forget = async (email: string) => {
    const user = userEvent.setup();
    open('/signin', <SignIn />);
    await user.type(field('Email'), email);
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await title('Reset Password');
    return user;
  };

  test('switches the same screen, which keeps the address that was typed; Back to Login switches back', async () => {
    const user = await forget('omar@example.com');
    expect(here()).toBe('/signin');
    expect(field('Email').value).toBe('omar@example.com');
    expect(document.activeElement).toBe(await title('Reset Password'));
    await user.click(screen.getByRole('link', { name: 'Back to Login' }));
    await title('Welcome Back');
  });

  test('keeps the page that sent the visitor', async () => {
    const NEXT = `/signin?${new URLSearchParams({ next: '/lead-vault-dashboard?search=a%2Bb' })}`;
    answer('POST auth/reset-password/request', ok);
    open(NEXT, <SignIn />);
    await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await title('Reset Password');
    expect(here()).toBe(NEXT);
    expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe(NEXT);
    await userEvent.type(field('Email'), 'omar@example.com');
    await userEvent.click(button('Send Reset Link'));
    await title('Check Your Email');
    expect(here()).toBe(NEXT);
  });

  test("sends the address as a form and shows 'Check Your Email'", async () => {
    answer('POST auth/reset-password/request', ok);
    const user = await forget('omar@example.com');
    await user.click(button('Send Reset Link'));
    await title('Check Your Email');
    expect(calls).toEqual([
      {
        call: 'POST auth/reset-password/request',
        type: 'application/x-www-form-urlencoded',
        body: 'email=omar%40example.com',
      },
    ]);
    expect(screen.getByText(/expires in 24 hours/)).toBeDefined();
    expect(screen.getByText(/spam/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    await user.click(screen.getByRole('link', { name: 'Back to Login' }));
    await title('Welcome Back');
  });

  test("'Check Your Email' names the address, leads from a wrong one back to the form, and fills it in at the sign-in", async () => {
    answer('POST auth/reset-password/request', ok);
    const user = await forget('omar@exmaple.com');
    await user.click(button('Send Reset Link'));
    await title('Check Your Email');
    expect(screen.getByText(/^They go to/).textContent).toContain('They go to omar@exmaple.com.');
    expect(location.href).not.toContain('omar');
    await user.click(screen.getByRole('link', { name: 'Send them to the right one.' }));
    await title('Reset Password');
    expect(field('Email').value).toBe('omar@exmaple.com');
    await user.clear(field('Email'));
    await user.type(field('Email'), 'omar@example.com');
    await user.click(button('Send Reset Link'));
    await title('Check Your Email');
    await user.click(screen.getByRole('link', { name: 'Back to Login' }));
    await title('Welcome Back');
    expect(field('Email').value).toBe('omar@example.com');
  });

  test('checks the address first', async () => {
    const user = await forget('dana');
    await user.click(button('Send Reset Link'));
    expect(await screen.findByText('Invalid email address')).toBeDefined();
    expect(calls).toEqual([]);
  });

  test.each([
    ['Email not found', () => failure(404, 'EMAIL_UNKNOWN', 'Email not found')],
    ['Failed to send reset password email', () => failure(500, 'UNEXPECTED', 'Oops.')],
    ['Something went wrong. Try again later.', unreachable],
  ])('a failure reads %j', async (text, reply) => {
    answer('POST auth/reset-password/request', reply);
    const user = await forget('dana@example.com');
    await user.click(button('Send Reset Link'));
    await waitFor(() => expect(toasts()).toEqual([`Error: ${text}`]));
    expect(field('Email').value).toBe('dana@example.com');
  });

  test('an unknown address is also told under the field', async () => {
    answer('POST auth/reset-password/request', () => failure(404, 'EMAIL_UNKNOWN', 'Email not found'));
    const user = await forget('dana@example.com');
    await user.click(button('Send Reset Link'));
    expect(await screen.findByText('Email not found')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field('Email')));
  });

  test.each([
    ['a success', ok],
    ['a failure', unreachable],
  ])(
    "%s that comes after 'Back to Login' leaves the visitor at the sign-in, with what is typed there",
    async (_, outcome) => {
      const reply = held();
      answer('POST auth/reset-password/request', () => reply.released.then(outcome));
      const user = await forget('omar@example.com');
      await user.click(button('Send Reset Link'));
      await user.click(screen.getByRole('link', { name: 'Back to Login' }));
      await user.type(field('Password'), 'sample-pass');
      reply.release();
      await delay(100);
      expect(callsOf('POST auth/reset-password/request')).toHaveLength(1);
      expect(field('Password').value).toBe('sample-pass');
      expect(toasts()).toEqual([]);
    },
  );

  test("says 'Sending...' while busy", async () => {
    const reply = held();
    answer('POST auth/reset-password/request', () => reply.released.then(ok));
    const user = await forget('dana@example.com');
    await user.click(button('Send Reset Link'));
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDefined();
    reply.release();
    await title('Check Your Email');
  });
});
