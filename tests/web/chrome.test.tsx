import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { PAGES } from '#adapters/http/contract/contract.ts';
import { OMAR } from '#tests/support/accounts.tsx';
import { failure, useWebApi, webApi } from '#tests/support/web-api.ts';
import { App } from '#web/app.tsx';
import { watchNavigation } from '#web/navigation.ts';
import { checkVisitor } from '#web/stores/visitor.ts';

useWebApi();

let stopWatching = (): void => undefined;
beforeEach(() => {
  history.pushState(null, '', '/');
  stopWatching = watchNavigation();
});
afterEach(() => stopWatching());

const open = (address: string): void => {
  history.replaceState(null, '', address);
  render(<App />);
};

describe('the header', () => {
  test("says 'Checking...' while the login check runs", async () => {
    const checked = checkVisitor();
    open('/');
    expect(screen.getByText('Checking...')).toBeDefined();
    await checked;
    await waitFor(() => expect(screen.queryByText('Checking...')).toBeNull());
  });

  test('offers the Lead Vault at $39/mo to a visitor on the home page', async () => {
    open('/');
    await checkVisitor();
    expect((await screen.findByRole('link', { name: 'Lead Vault - $39/mo' })).getAttribute('href')).toBe('/lead-vault');
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Sign Up' })).toBeNull();
  });

  test('offers Login and Sign Up to a visitor elsewhere', async () => {
    open('/nowhere');
    await checkVisitor();
    expect((await screen.findByRole('link', { name: 'Login' })).getAttribute('href')).toBe('/signin');
    expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/signup');
    expect(screen.queryByRole('link', { name: 'Lead Vault - $39/mo' })).toBeNull();
  });
});

describe('the Lead Vault promo', () => {
  const promo = () => screen.queryByRole('heading', { name: 'Every unsold lead from the past 90 days' });

  test('appears once the check says that nobody is logged in', async () => {
    const checked = checkVisitor();
    open('/');
    expect(promo()).toBeNull();
    // It comes first in its column: what is below waits with it, and nothing moves.
    expect(screen.queryByRole('heading', { name: 'Be first on Monday' })).toBeNull();
    await checked;
    await waitFor(() => expect(promo()).not.toBeNull());
    // Whoever has subscribed already, and is signed out, finds no other way in on this page.
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
  });

  test('stays away from whoever is logged in', async () => {
    webApi.use(http.get('*/api/auth/me', () => HttpResponse.json(OMAR)));
    open('/');
    expect((await checkVisitor()).standing).toBe('signed-in');
    await screen.findByRole('heading', { name: 'Be first on Monday' });
    expect(promo()).toBeNull();
  });

  test('stays away when the check fails: that proves nothing', async () => {
    webApi.use(http.get('*/api/auth/me', () => failure(503, 'STORE_UNAVAILABLE', 'Later.')));
    open('/');
    await checkVisitor();
    await screen.findByRole('heading', { name: 'Be first on Monday' });
    expect(promo()).toBeNull();
  });
});

describe('the footer', () => {
  test('leads to Contact Us and names the owner of the copyright', () => {
    open('/');
    expect(screen.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact-us');
    expect(screen.getByText(/^© \d{4} Homelead\. All rights reserved\.$/)).toBeDefined();
  });
});

describe('every page that the server knows', () => {
  test.each(PAGES)('%s has a screen', async (page) => {
    await checkVisitor();
    open(page);
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).not.toContain('Page not found');
  });
});

describe('an unknown page', () => {
  test("says 'Oops! Page not found', in its title too, with a link home", async () => {
    open('/no/such/page');
    expect(await screen.findByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeDefined();
    expect(document.title).toBe('Page not found | Homelead');
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  });
});

describe('an address that names a page in another spelling', () => {
  test.each(['/Signin', '/signin/', '/%73ignin', '/SIGNIN'])('%s is an unknown page', async (address) => {
    open(address);
    expect(await screen.findByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeDefined();
  });
});

describe('going from screen to screen', () => {
  test('a first load leaves the focus where it is', async () => {
    open('/nowhere');
    await screen.findByRole('heading', { level: 1 });
    expect(document.activeElement).toBe(document.body);
  });

  test('a link moves the focus to the new h1, the view to the top and changes the title', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo');
    open('/nowhere');
    await userEvent.click(await screen.findByRole('link', { name: 'Back to Home' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Home buyers who want a call back.' });
    expect(document.activeElement).toBe(heading);
    expect(document.title).toBe('Homelead: exclusive home buyer leads');
    expect(scrolled.mock.calls).toEqual([[0, 0]]);
  });
});
