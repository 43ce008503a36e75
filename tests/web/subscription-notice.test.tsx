import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { Route } from 'wouter';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { answer, open, signedIn, toasts, unreachable, useAccounts } from '#tests/support/accounts.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { answerVault, ENDED, LEAVING, OVERDUE, SUBSCRIBER, vaultedLead } from '#tests/support/web-vault.ts';
import { LeadVaultDashboard } from '#web/screens/lead-vault-dashboard.tsx';

useWebApi();
useAccounts();

const openDashboard = async (user: UserAnswer) => {
  answer('GET auth/me', signedIn(user));
  answerVault([vaultedLead(1)]);
  open('/lead-vault-dashboard', <Route path="/lead-vault-dashboard" component={LeadVaultDashboard} />);
  return screen.findByRole('heading', { level: 1, name: 'Lead Vault Dashboard' });
};
const notice = () => screen.queryByRole('region', { name: 'Your subscription' });
const press = (name: string) => userEvent.click(within(notice() as HTMLElement).getByRole('button', { name }));

describe('the notice on the dashboard', () => {
  test('is not there while all is well', async () => {
    await openDashboard(SUBSCRIBER);
    expect(notice()).toBeNull();
  });

  test("tells of a payment that failed, with the date, and 'Pay now' opens a new checkout", async () => {
    const leave = vi.spyOn(window.location, 'assign').mockReturnValue();
    answer('POST stripe/subscription/create-checkout-session', () =>
      HttpResponse.json({ id: 'cs_2', url: '/dev/pay' }),
    );
    await openDashboard(OVERDUE);
    expect(notice()?.textContent).toContain(
      'Your last payment failed. Pay again by November 24, 2026, 12:00\u00A0PM to keep your access.',
    );
    await press('Pay now');
    await waitFor(() => expect(leave).toHaveBeenCalledWith(`${location.origin}/dev/pay`));
  });

  test.each([
    [OVERDUE, /^Your last payment failed\. Pay again by /],
    [LEAVING, /^Your subscription ends on December 14, 2026\./],
    [SUBSCRIBER, ''],
  ])('is heard with the title, to which the focus is led past it', async (user, description) => {
    await openDashboard(user);
    expect(screen.getByRole('heading', { level: 1, description }).textContent).toBe('Lead Vault Dashboard');
  });

  test("tells when a subscription ends, and 'Keep my subscription' keeps it; the focus goes to the title", async () => {
    answer('POST stripe/subscription/keep', signedIn(SUBSCRIBER));
    const title = await openDashboard(LEAVING);
    expect(notice()?.textContent).toContain('Your subscription ends on December 14, 2026.');
    await press('Keep my subscription');
    await waitFor(() => expect(notice()).toBeNull());
    expect(toasts()).toEqual(['Success: Your subscription goes on.']);
    expect(document.activeElement).toBe(title);
  });

  test('of what has ended, and is paid, offers nothing to keep: one can subscribe again after that', async () => {
    await openDashboard(ENDED);
    expect(notice()?.textContent).toBe(
      'Your subscription ends on December 14, 2026. After that you can subscribe again.',
    );
  });

  test('loses the button, and not the focus, when keeping comes too late', async () => {
    answer('POST stripe/subscription/keep', () => {
      answer('GET auth/me', signedIn(ENDED));
      return failure(409, 'NOT_SUBSCRIBED', 'No.');
    });
    const title = await openDashboard(LEAVING);
    await press('Keep my subscription');
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(within(notice() as HTMLElement).queryByRole('button')).toBeNull();
  });

  test('stays when keeping fails, with the focus on its button', async () => {
    answer('POST stripe/subscription/keep', unreachable);
    await openDashboard(LEAVING);
    await press('Keep my subscription');
    await waitFor(() => expect(toasts()).toEqual(['Error: Failed to keep your subscription']));
    expect(notice()).not.toBeNull();
    const keep = within(notice() as HTMLElement).getByRole('button', { name: 'Keep my subscription' });
    expect(document.activeElement).toBe(keep);
  });
});
