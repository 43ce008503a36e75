import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Route } from 'wouter';

import { OMAR, answer, here, ok, open, signedIn, unreachable, useAccounts } from '#tests/support/accounts.tsx';
import { load, useWaking } from '#tests/support/drawn-page.ts';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { Header } from '#web/components/header.tsx';
import { lastArrival } from '#web/navigation.ts';
import { SignIn } from '#web/screens/sign-in.tsx';
import { SignUp } from '#web/screens/sign-up.tsx';
import { tellSessionEnded } from '#web/stores/tell.ts';
import { useToasts } from '#web/stores/toasts.ts';
import { checkVisitor, meetVisitor, watchVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();
const wake = useWaking();

const DASHBOARD = '/lead-vault-dashboard';

const openForms = (address: string, state: unknown = null) =>
  open(
    address,
    <>
      <Header />
      <Route path="/signin">
        <SignIn />
      </Route>
      <Route path="/signup">
        <SignUp />
      </Route>
    </>,
    state,
  );

const email = () => screen.queryByLabelText<HTMLInputElement>('Email');
const nobody = () => failure(401, 'NOT_SIGNED_IN', 'Sign in first.');

/** Begins a visit whose first check is answered as told, once it is released. */
const visit = (reply: () => Response) => {
  const check = held();
  answer('GET auth/me', async () => {
    await check.released;
    return reply();
  });
  onTestFinished(watchVisitor());
  return check;
};

describe('a user who comes to a form for those who are not signed in', () => {
  test.each([
    ['/signin', DASHBOARD],
    ['/signup', DASHBOARD],
    ['/signin?next=%2Fprofile', '/profile'],
    ['/signin?next=%2Fsignin%3Fnext%3D%252Fsignin', DASHBOARD],
    ['/signup?next=%2Fsignup', DASHBOARD],
    ['/signin?next=https%3A%2F%2Felsewhere.example', DASHBOARD],
  ])('%s is led to %s, where a sign-in leads, as by a link that leaves no step behind', async (address, next) => {
    meetVisitor(OMAR);
    const before = history.length;
    openForms(address);
    expect(email()).toBeNull();
    await waitFor(() => expect(here()).toBe(next));
    expect([history.length, lastArrival()]).toEqual([before, 'link']);
  });

  test('does not see the form before the server has said who is there', async () => {
    const check = visit(signedIn());
    openForms('/signin');
    expect(email()).toBeNull();
    check.release();
    await waitFor(() => expect(here()).toBe(DASHBOARD));
  });

  test('is led on from a form that was on show, when the sign-in was done in another tab; nothing is said of a sign-out any more', async () => {
    openForms('/signin?next=%2Fprofile');
    expect(email()).not.toBeNull();
    tellSessionEnded();
    act(() => meetVisitor(OMAR));
    await waitFor(() => expect(here()).toBe('/profile'));
    for (const id of ['Your session has ended', 'Success'])
      expect(useToasts.getState().orders).toContainEqual({ do: 'dismiss', id });
  });

  test('may sign in to the account whose link has led there', async () => {
    meetVisitor(OMAR);
    openForms('/signin', { email: 'dana@example.com' });
    expect(email()?.value).toBe('dana@example.com');
    expect(here()).toBe('/signin');
  });

  test('may ask for a new password', () => {
    meetVisitor(OMAR);
    openForms('/signin', { step: 'forgot' });
    expect(screen.getByRole('heading', { level: 1, name: 'Reset Password' })).toBeDefined();
  });

  test('and logs out finds the form, and is led nowhere else', async () => {
    meetVisitor(OMAR);
    answer('POST auth/logout', ok);
    openForms('/');
    const replaced = vi.spyOn(history, 'replaceState');
    await userEvent.click(screen.getByRole('button', { name: 'Log out', hidden: true }));
    await waitFor(() => expect(email()).not.toBeNull());
    expect([here(), replaced.mock.calls]).toEqual(['/signin', []]);
  });
});

describe('a visitor who is not signed in', () => {
  test.each([
    ['nobody', nobody],
    ['not known, as the server cannot say', unreachable],
  ])('is shown the form once that is known: %s', async (_who, reply) => {
    const check = visit(reply);
    openForms('/signin');
    expect(email()).toBeNull();
    check.release();
    await waitFor(() => expect(email()).not.toBeNull());
  });

  test('keeps what was typed while the server is asked again', async () => {
    openForms('/signin');
    await userEvent.type(email() as HTMLElement, 'dana@');
    const check = held();
    answer('GET auth/me', async () => {
      await check.released;
      return nobody();
    });
    await act(async () => {
      const asked = checkVisitor();
      check.release();
      await asked;
    });
    expect(email()?.value).toBe('dana@');
  });

  test.each(['/signin', '/signup'])('has the form of %s from the server, at once', async (address) => {
    const check = visit(nobody);
    const root = load(address);
    const drawn = email();
    expect(drawn).not.toBeNull();
    await wake(root);
    expect(email()).toBe(drawn);
    check.release();
  });
});

describe('the way back to the page that asked for a sign-in is kept', () => {
  const BACK = `next=${encodeURIComponent('/lead-vault-dashboard?state=TX&page=2')}`;
  const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }));

  test("by 'Login' and 'Sign Up', and by the links from form to form", async () => {
    openForms(`/signin?${BACK}`);
    for (const [name, form] of [
      ['Login', '/signin'],
      ['Create an account', '/signup'],
      ['Sign Up', '/signup'],
      ['Sign in', '/signin'],
    ] as const) {
      await follow(name);
      expect([name, here()]).toEqual([name, `${form}?${BACK}`]);
    }
  });

  test.each([
    ['/signin', 'Create an account', '/signup'],
    ['/signup', 'Sign in', '/signin'],
  ])('on %s as the server has drawn it, too', async (address, name, form) => {
    const root = load(`${address}?${BACK}`);
    await wake(root);
    await waitFor(() => expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`${form}?${BACK}`));
  });

  test.each(['Go to Login', 'Sign up again with the right one.'])("over a registration, by '%s'", async (name) => {
    openForms(`/signup?${BACK}`);
    answer('POST auth/register', ok);
    await userEvent.type(screen.getByLabelText('Full Name'), 'Omar Haddad');
    await userEvent.type(email() as HTMLElement, 'omar@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'sample-pass');
    await userEvent.type(screen.getByLabelText('Confirm Password'), 'sample-pass');
    await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
    await screen.findByRole('heading', { name: 'Registration Successful!' });
    await follow(name);
    expect(here()).toBe(`${name === 'Go to Login' ? '/signin' : '/signup'}?${BACK}`);
  });

  test.each(['Back to Login', 'Send them to the right one.'])(
    "over the mail for a new password, by '%s'",
    async (name) => {
      openForms(`/signin?${BACK}`, { step: 'sent', email: 'omar@example.com' });
      await follow(name);
      expect(here()).toBe(`/signin?${BACK}`);
    },
  );
});
