import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, describe, test } from 'vitest';
import { Link, Route } from 'wouter';

import { answer, calls, ok, OMAR, open, signedIn, useAccounts } from '#tests/support/accounts.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { ContactUs } from '#web/screens/contact-us.tsx';
import { SignIn } from '#web/screens/sign-in.tsx';
import { SignUp } from '#web/screens/sign-up.tsx';
import { checkVisitor, meetVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();

const SCREENS = { '/signin': SignIn, '/signup': SignUp, '/contact-us': ContactUs };

const field = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(label);
const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const arrive = (address: keyof typeof SCREENS) =>
  open(
    address,
    <>
      {Object.entries(SCREENS).map(([path, Screen]) => (
        <Route key={path} path={path} component={Screen} />
      ))}
      <Link href="/contact-us">Contact Us</Link>
      <Link href="/">Home</Link>
      <Link href="/signin">Login</Link>
      <Link href="/signin" state={{ email: 'jo@brokers.example' }}>
        Go to Login
      </Link>
    </>,
  );

describe('what was typed and not sent', () => {
  test('stands there again: the address in each form about an account, the name in its own, a password nowhere', async () => {
    arrive('/signup');
    await userEvent.type(field('Full Name'), 'Jo Agent');
    await userEvent.type(field('Email'), 'jo@agents.example');
    await userEvent.type(field('Password'), 'Secret-123');
    await follow('Sign in');
    expect([field('Email').value, field('Password').value]).toEqual(['jo@agents.example', '']);
    await userEvent.type(field('Email'), '.org');
    await follow('Create an account');
    const filled = ['Full Name', 'Email', 'Password', 'Confirm Password'].map((label) => field(label).value);
    expect(filled).toEqual(['Jo Agent', 'jo@agents.example.org', '', '']);
  });

  test('gives way to an address that is known: one that has just been registered, or proved', async () => {
    arrive('/signin');
    await userEvent.type(field('Email'), 'jo@agents.example');
    await follow('Home');
    await follow('Go to Login');
    expect(field('Email').value).toBe('jo@brokers.example');
  });

  test('of a message stands there again, until it is sent', async () => {
    answer('POST contact', () => failure(500, 'UNEXPECTED', 'Sorry.'), ok);
    arrive('/contact-us');
    for (const [label, text] of Object.entries({ Name: 'Jo', Email: 'jo@agents.example', Subject: 'A lead' }))
      await userEvent.type(field(label), text);
    await userEvent.type(field('Message'), 'The mail never came.');
    await press('Send Message');
    await waitFor(() => expect(calls).toHaveLength(1));
    await follow('Home');
    await follow('Contact Us');
    expect(field('Message').value).toBe('The mail never came.');
    for (const [label, text] of Object.entries({ Name: 'Jo', Email: 'jo@agents.example', Subject: 'A lead' }))
      await userEvent.type(field(label), text);
    await press('Send Message');
    await screen.findByText(/^Message sent\./);
    await follow('Home');
    await follow('Contact Us');
    expect(field('Message').value).toBe('');
  });

  test('stands there for nobody else: it goes with the user who was signed in', async () => {
    meetVisitor(OMAR);
    arrive('/contact-us');
    await userEvent.type(field('Message'), 'About my invoice');
    await follow('Home');
    act(() => meetVisitor('nobody'));
    await follow('Contact Us');
    expect(field('Message').value).toBe('');
  });

  test('stays when a link that is opened in another tab gives its user another address', async () => {
    meetVisitor({ ...OMAR, pendingEmail: 'new@example.com' });
    arrive('/contact-us');
    await userEvent.type(field('Message'), 'About my invoice');
    await follow('Home');
    act(() => meetVisitor({ ...OMAR, email: 'new@example.com' }));
    await follow('Contact Us');
    expect(field('Message').value).toBe('About my invoice');
    await follow('Home');
    act(() => meetVisitor('nobody'));
    await follow('Contact Us');
    expect(field('Message').value).toBe('');
  });

  test('stays when its guest signs in', async () => {
    arrive('/contact-us');
    await userEvent.type(field('Message'), 'About my invoice');
    await follow('Home');
    act(() => meetVisitor(OMAR));
    await follow('Contact Us');
    expect(field('Message').value).toBe('About my invoice');
  });

  test('goes with its guest, who has signed in since and leaves', async () => {
    arrive('/contact-us');
    await userEvent.type(field('Message'), 'About my invoice');
    await follow('Home');
    act(() => meetVisitor(OMAR));
    act(() => meetVisitor('nobody'));
    await follow('Contact Us');
    expect(field('Message').value).toBe('');
  });

  test('goes with the user who typed it before it was known who that is', async () => {
    const reply = held();
    answer('GET auth/me', () => reply.released.then(signedIn()));
    const check = checkVisitor();
    arrive('/contact-us');
    await userEvent.type(field('Message'), 'About my invoice');
    await follow('Home');
    reply.release();
    await act(() => check);
    act(() => meetVisitor('nobody'));
    await follow('Contact Us');
    expect(field('Message').value).toBe('');
  });

  test('is no address that somebody has signed in with', async () => {
    answer('POST auth/login', ok);
    answer('GET auth/me', signedIn());
    arrive('/signin');
    await userEvent.type(field('Email'), 'omar@example.com');
    await userEvent.type(field('Password'), 'sample-pass');
    await press('Sign In');
    await waitFor(() => expect(location.pathname).not.toBe('/signin'));
    act(() => meetVisitor('nobody'));
    await follow('Login');
    expect(field('Email').value).toBe('');
  });
});
