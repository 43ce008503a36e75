import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { answer, callsOf, here, OMAR, ok, open, toasts, unreachable, useAccounts } from '#tests/support/accounts.tsx';
import { useWebApi } from '#tests/support/web-api.ts';
import { Header } from '#web/components/header.tsx';
import { meetVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();

const hidePopover = vi.fn<() => void>();
beforeEach(() => {
  hidePopover.mockReset();
  HTMLElement.prototype.hidePopover = hidePopover;
});

const SUBSCRIBER = { ...OMAR, isSubscribed: true, subscriptionDate: '2026-11-14T12:00:00.000Z' };
const openAs = (user: typeof OMAR | 'nobody', address = '/') => {
  meetVisitor(user);
  open(address, <Header />);
};
const links = () => screen.getAllByRole('link').map((link) => link.textContent);

describe('the header', () => {
  test.each([
    ['to a user everywhere', OMAR, ['/', '/profile', '/lead-vault-dashboard'], true],
    ['to a subscriber', SUBSCRIBER, ['/', '/lead-vault'], true],
    ['not to a subscriber on dashboard and profile', SUBSCRIBER, ['/profile', '/lead-vault-dashboard'], false],
  ] as const)('offers the dashboard %s', (_name, user, addresses, isOffered) => {
    for (const address of addresses) {
      meetVisitor(user);
      const { unmount } = open(address, <Header />);
      expect(screen.queryByRole('link', { name: 'Dashboard' }) !== null).toBe(isOffered);
      unmount();
    }
  });
});

describe('the account menu', () => {
  test.each([
    [OMAR, 'Not Subscribed'],
    [SUBSCRIBER, 'Subscribed November 14, 2026'],
  ])('belongs to a button and shows the e-mail and how the subscription stands', (user, text) => {
    openAs(user);
    const menu = screen.getByText('omar@example.com').closest('[popover]');
    expect(menu?.getAttribute('popover')).toBe('auto');
    const opener = screen.getByRole('button', { name: /^Omar Haddad.*account menu$/ });
    expect(opener.getAttribute('popovertarget')).toBe(menu?.id);
    expect(menu?.textContent).toContain(text);
  });

  test('breaks a long e-mail before its @, not in the middle of a word', () => {
    openAs(OMAR);
    expect(screen.getByText('omar@example.com').innerHTML).toBe('omar<wbr>@example.com');
  });

  test('leads to the profile and closes', async () => {
    openAs(OMAR);
    await userEvent.click(screen.getByRole('link', { name: 'Profile' }));
    expect(here()).toBe('/profile');
    expect(hidePopover).toHaveBeenCalledOnce();
  });

  test('closes when the focus goes elsewhere, and not on the way between its button and itself', async () => {
    openAs(OMAR);
    const user = userEvent.setup();
    screen.getByRole('button', { name: /account menu$/ }).focus();
    for (const name of ['Profile', 'Log out']) {
      await user.tab();
      expect(document.activeElement?.textContent).toContain(name);
    }
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    expect(hidePopover).not.toHaveBeenCalled();
    await user.tab({ shift: true });
    expect(document.activeElement?.textContent).toBe('Dashboard');
    expect(hidePopover).toHaveBeenCalledOnce();
  });

  test("logs out: 'Success' 'Logout successful!', then the sign-in", async () => {
    const reply = held();
    answer('POST auth/logout', async () => {
      await reply.released;
      return ok();
    });
    openAs(OMAR, '/profile');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await user.click(await screen.findByRole('button', { name: 'Logging out...' }));
    reply.release();
    await waitFor(() => expect(here()).toBe('/signin'));
    expect(toasts()).toEqual(['Success: Logout successful!']);
    expect(links()).toEqual(['Homelead', 'Login', 'Sign Up']);
    expect(callsOf('POST auth/logout')).toHaveLength(1);
  });

  test("that cannot log out says 'Error' 'Logout failed. Please try again.', closes so that this is seen, and stays", async () => {
    answer('POST auth/logout', unreachable);
    openAs(OMAR, '/profile');
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(toasts()).toEqual(['Error: Logout failed. Please try again.']));
    expect(here()).toBe('/profile');
    expect(screen.getByRole('button', { name: 'Log out' })).toBeDefined();
    expect(hidePopover).toHaveBeenCalledOnce();
  });
});
