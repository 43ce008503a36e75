import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from 'wouter';

import {
  answer,
  callsOf,
  here,
  OMAR,
  open,
  signedIn,
  toasts,
  unreachable,
  useAccounts,
} from '#tests/support/accounts.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { LeadVaultDashboard } from '#web/screens/lead-vault-dashboard.tsx';
import { checkVisitor, meetVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const openDashboard = () =>
  open('/lead-vault-dashboard', <Route path="/lead-vault-dashboard" component={LeadVaultDashboard} />);

describe('the dashboard', () => {
  test("checks first, once: 'Checking subscription...'", async () => {
    const reply = held();
    answer('GET auth/me', async () => {
      await reply.released;
      return signedIn()();
    });
    openDashboard();
    await title('Checking subscription...');
    expect(screen.getByText('Please wait while we verify your subscription status.')).toBeDefined();
    reply.release();
    await title("You're not subscribed");
    expect(callsOf('GET auth/me')).toHaveLength(1);
  });

  test('sends who is not signed in to the sign-in', async () => {
    openDashboard();
    await waitFor(() => expect(here()).toBe('/signin'));
  });

  test("tells who is not subscribed so, with 'Go to Profile' and 'Subscribe Now'", async () => {
    answer('GET auth/me', signedIn());
    openDashboard();
    await title("You're not subscribed");
    expect(
      screen.getByText('Subscribe now to unlock access to the Lead Vault Dashboard and premium leads.'),
    ).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Profile' }).getAttribute('href')).toBe('/profile');
    expect(screen.getByRole('button', { name: 'Subscribe Now' })).toBeDefined();
  });

  test('takes nobody at his earlier word: a failed check of who was signed in proves nothing either', async () => {
    answer('GET auth/me', unreachable);
    meetVisitor(OMAR);
    openDashboard();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });

  test.each([
    ['nobody was known', 'nobody' as const],
    ['somebody was', OMAR],
  ])(
    "shows what a later check has found, without being asked, where %s; its title takes the focus over from 'Try again'",
    async (_who, known) => {
      answer('GET auth/me', unreachable, signedIn());
      meetVisitor(known);
      openDashboard();
      (await screen.findByRole('button', { name: 'Try again' })).focus();
      await act(checkVisitor);
      expect(document.activeElement).toBe(await title("You're not subscribed"));
    },
  );

  test('that shows what a later check has found takes the focus from nowhere else', async () => {
    answer('GET auth/me', unreachable, signedIn());
    openDashboard();
    await screen.findByRole('button', { name: 'Try again' });
    await act(checkVisitor);
    await title("You're not subscribed");
    expect(document.activeElement).toBe(document.body);
  });

  test.each([
    ['network', unreachable, 'We could not reach the server. Check your connection and try again.'],
    ['server', () => failure(503, 'STORE_UNAVAILABLE', 'Later.'), 'Later.'],
  ])(
    "a failed check (%s) proves nothing and says why: 'Try again', and nobody is sent away",
    async (_name, reply, why) => {
      answer('GET auth/me', reply, signedIn());
      openDashboard();
      const again = await screen.findByRole('button', { name: 'Try again' });
      expect(here()).toBe('/lead-vault-dashboard');
      expect(screen.getByText(`Your subscription is safe. ${why}`)).toBeDefined();
      expect(screen.queryByText("You're not subscribed")).toBeNull();
      expect(toasts()).toEqual([]);
      await userEvent.click(again);
      expect(document.activeElement).toBe(await title("You're not subscribed"));
    },
  );
});
