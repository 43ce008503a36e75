import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay } from 'msw';
import { describe, expect, test } from 'vitest';
import { Route } from 'wouter';

import { answer, calls, here, ok, open, toasts, unreachable, useAccounts } from '#tests/support/accounts.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { SignIn } from '#web/screens/sign-in.tsx';
import { SignUp } from '#web/screens/sign-up.tsx';
import { held } from './held.ts';

useWebApi();
useAccounts();

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole('button', { name });

const GOOD = {
  'Full Name': 'Omar Haddad',
  Email: 'Omar@Example.com',
  Password: 'sample-pass',
  'Confirm Password': 'sample-pass',
};

const signUp = async (differences: Partial<Record<keyof typeof GOOD, string>> = {}) => {
  const user = userEvent.setup();
  open('/signup', <Route path="/signup" component={SignUp} />);
  for (const [label, text] of Object.entries({ ...GOOD, ...differences }))
    if (text !== '') await user.type(field(label), text);
  await user.click(button('Sign Up'));
  return user;
};

describe('the sign-up', () => {
  test("is titled 'Create Account', with what browsers fill the fields with", () => {
    open('/signup', <SignUp />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create Account');
    expect(screen.getByText('Sign up to access premium real estate leads')).toBeDefined();
    expect(document.title).toBe('Create Account | Homelead');
    expect(Object.keys(GOOD).map((label) => field(label).autocomplete)).toEqual([
      'name',
      'email',
      'new-password',
      'new-password',
    ]);
  });

  test("sends name, e-mail and password as JSON and shows 'Registration Successful!'", async () => {
    answer('POST auth/register', ok);
    await signUp();
    const heading = await screen.findByRole('heading', { level: 1, name: 'Registration Successful!' });
    expect(document.activeElement).toBe(heading);
    expect(calls.map(({ call, type, body }) => ({ call, type, body: JSON.parse(body) as unknown }))).toEqual([
      {
        call: 'POST auth/register',
        type: 'application/json',
        body: { fullName: 'Omar Haddad', email: 'omar@example.com', password: 'sample-pass' },
      },
    ]);
    expect(
      screen.getByText('Your account has been created successfully. Please check your email to verify your account.'),
    ).toBeDefined();
    expect(screen.getByText(/sent you a verification email/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/signin');
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  });

  test('names the address that the mail goes to, also after a reload, and leads from a wrong one to a form in which it can be mended', async () => {
    answer('POST auth/register', ok);
    const user = await signUp();
    expect((await screen.findByText(/sent you a verification email/)).textContent).toContain('to omar@example.com.');
    expect(location.href).not.toContain('omar');
    const kept: unknown = history.state;
    cleanup();
    open('/signup', <SignUp />, kept);
    expect(screen.getByText('omar@example.com')).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Sign up again with the right one.' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBe(document.activeElement);
    expect(['Full Name', 'Email', 'Password'].map((label) => field(label).value)).toEqual([
      'Omar Haddad',
      'omar@example.com',
      '',
    ]);
    await user.clear(field('Email'));
    await user.type(field('Email'), 'omar@example.org');
    for (const label of ['Password', 'Confirm Password']) await user.type(field(label), 'sample-pass');
    await user.click(button('Sign Up'));
    expect((await screen.findByText(/sent you a verification email/)).textContent).toContain('to omar@example.org.');
  });

  test('fills the address in at the sign-in', async () => {
    answer('POST auth/register', ok);
    const user = await signUp();
    await user.click(await screen.findByRole('link', { name: 'Go to Login' }));
    const kept: unknown = history.state;
    cleanup();
    open('/signin', <SignIn />, kept);
    expect(field('Email').value).toBe('omar@example.com');
  });

  test('says under each field what is wrong, all at once', async () => {
    await signUp({ 'Full Name': ' ', Email: 'omar', 'Confirm Password': 'another' });
    expect(await screen.findByText('Full name is required')).toBeDefined();
    expect(screen.getByText('Invalid email address')).toBeDefined();
    expect(screen.getByText('Passwords do not match')).toBeDefined();
    expect(document.activeElement).toBe(field('Full Name'));
    expect(calls).toEqual([]);
  });

  test("'Passwords do not match' does not wait until the rest is right", async () => {
    await signUp({ 'Full Name': ' ', Email: 'omar', Password: 'short', 'Confirm Password': 'shirt' });
    expect(await screen.findByText('Passwords do not match')).toBeDefined();
    for (const text of ['Full name is required', 'Invalid email address', 'Password must be at least 6 characters'])
      expect(screen.getByText(text)).toBeDefined();
  });

  test.each(['short', '🏡🏡🏡🏡🏡'])('wants a password of at least 6 characters: %s is none', async (password) => {
    await signUp({ Password: password, 'Confirm Password': password });
    expect(await screen.findByText('Password must be at least 6 characters')).toBeDefined();
    expect(document.activeElement).toBe(field('Password'));
  });

  test('says once how long a password must be, and how strong one is while it is too short', async () => {
    const user = await signUp({ Password: '' });
    await screen.findByText('Password must be at least 6 characters');
    expect(screen.queryByText('At least 6 characters')).toBeNull();
    await user.type(field('Password'), 'short');
    expect(screen.getByText(/Password Strength/)).toBeDefined();
  });

  test("'Passwords do not match' stands under the confirm field, and leaves when either is mended", async () => {
    const user = await signUp({ 'Confirm Password': 'sample-pas' });
    await screen.findByText('Passwords do not match');
    expect(document.activeElement).toBe(field('Confirm Password'));
    expect(field('Password').getAttribute('aria-invalid')).toBe('false');
    await user.type(field('Password'), '{Backspace}');
    await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull());
  });

  test.each([
    ['the text of the server', () => failure(409, 'EMAIL_TAKEN', 'It is taken.'), 'It is taken.'],
    ["'Failed to create account' without one", unreachable, 'Failed to create account'],
    [
      "'Failed to create account' for an error page",
      () => new Response('<h1>', { status: 502 }),
      'Failed to create account',
    ],
  ])('a failure reads %s', async (_name, reply, text) => {
    answer('POST auth/register', reply);
    await signUp();
    await waitFor(() => expect(toasts()).toEqual([`Error: ${text}`]));
    expect(field('Full Name').value).toBe('Omar Haddad');
  });

  test('an address that is taken is told under the field', async () => {
    answer('POST auth/register', () => failure(409, 'EMAIL_TAKEN', 'It is taken.'));
    await signUp();
    await screen.findByText('It is taken.');
    await waitFor(() => expect(document.activeElement).toBe(field('Email')));
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  });

  test('what the server has against a field is told under it, and stays while it is sent again', async () => {
    const reply = held();
    const fields = { password: 'Choose another password' };
    answer(
      'POST auth/register',
      () => failure(400, 'INVALID_INPUT', 'Not valid.', { fields }),
      async () => {
        await reply.released;
        return failure(503, 'BUSY', 'Later.');
      },
    );
    const user = await signUp();
    await screen.findByText('Choose another password');
    await waitFor(() => expect(document.activeElement).toBe(field('Password')));
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await screen.findByRole('button', { name: 'Creating Account...' });
    expect(screen.getByText('Choose another password')).toBeDefined();
    reply.release();
    await screen.findByRole('alert');
    expect(screen.queryByText('Choose another password')).toBeNull();
  });

  test("says 'Creating Account...' while busy and registers once", async () => {
    const reply = held();
    answer('POST auth/register', async () => {
      await reply.released;
      return ok();
    });
    const user = await signUp();
    await user.click(await screen.findByRole('button', { name: 'Creating Account...' }));
    reply.release();
    await screen.findByRole('heading', { name: 'Registration Successful!' });
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['a success', ok],
    ['a failure', unreachable],
  ])('leaves who has turned away meanwhile where they are, and tells them of nothing: %s', async (_name, outcome) => {
    const reply = held();
    answer('POST auth/register', () => reply.released.then(outcome));
    const user = await signUp();
    await user.click(screen.getByRole('link', { name: 'Sign in' }));
    reply.release();
    await delay(100);
    expect(calls).toHaveLength(1);
    expect([here(), toasts()]).toEqual(['/signin', []]);
  });
});

describe('the password', () => {
  test.each([
    ['abcdef', 'Weak', 'text-danger'],
    ['abcde1', 'Medium', 'text-sun-ink'],
    ['Abcdefg1', 'Strong', 'text-brand-ink'],
  ])('%j shows its strength live: %s', async (password, strength, colour) => {
    open('/signup', <SignUp />);
    expect(screen.getByText('At least 6 characters')).toBeDefined();
    expect(screen.queryByText(/Password Strength/)).toBeNull();
    await userEvent.type(field('Password'), password);
    const text = await screen.findByText(/Password Strength/);
    expect(screen.queryByText('At least 6 characters')).toBeNull();
    expect(text.textContent).toBe(`Password Strength: ${strength}`);
    expect(screen.getByText(strength).className).toContain(colour);
  });

  test('that everybody takes, or that is the address above it, shows as Weak and is taken all the same', async () => {
    answer('POST auth/register', ok);
    open('/signup', <SignUp />);
    await userEvent.type(field('Password'), 'Password1');
    expect((await screen.findByText(/Password Strength/)).textContent).toBe('Password Strength: Weak');
    for (const label of ['Email', 'Password', 'Confirm Password']) {
      await userEvent.clear(field(label));
      await userEvent.type(field(label), 'Dana.W7@example.com');
    }
    expect(screen.getByText(/Password Strength/).textContent).toBe('Password Strength: Weak');
    await userEvent.type(field('Full Name'), 'Dana');
    await userEvent.click(button('Sign Up'));
    await screen.findByRole('heading', { name: 'Registration Successful!' });
  });

  test('and its confirmation are shown and hidden each by itself', async () => {
    open('/signup', <SignUp />);
    await userEvent.click(button('Show password'));
    expect([field('Password').type, field('Confirm Password').type]).toEqual(['text', 'password']);
    await userEvent.click(button('Show confirm password'));
    await userEvent.click(button('Hide password'));
    expect([field('Password').type, field('Confirm Password').type]).toEqual(['password', 'text']);
  });
});
