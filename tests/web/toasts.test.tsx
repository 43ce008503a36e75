import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { Toaster } from '#web/components/toaster.tsx';
import { dismissToast, takeToastOrders, toast, useToasts } from '#web/stores/toasts.ts';

const shown = (title: string) => screen.findByRole('dialog', { name: title });
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** The toasts beside a field, which has the focus. */
const renderBesideField = (): HTMLElement => {
  render(
    <>
      <input aria-label="Coupon" />
      <Toaster />
    </>,
  );
  const field = screen.getByLabelText('Coupon');
  field.focus();
  return field;
};

beforeEach(() => useToasts.setState(useToasts.getInitialState(), true));
afterEach(() => vi.useRealTimers());

describe('toasts', () => {
  test('wait for their host, in order, and are shown once', () => {
    expect(useToasts.getState().wanted).toBe(false);
    toast({ title: 'First', tone: 'plain' });
    toast({ title: 'Second', description: 'More.', tone: 'error' });
    expect(useToasts.getState().wanted).toBe(true);
    expect(takeToastOrders().map(({ id }) => id)).toEqual(['First', 'Second']);
    expect(takeToastOrders()).toEqual([]);
  });

  test('show their title and description when the host has loaded', async () => {
    toast({ title: 'Coupon Applied', description: 'New price: $22.50', tone: 'plain' });
    render(<Toaster />);
    expect(within(await shown('Coupon Applied')).getByText('New price: $22.50')).toBeDefined();
  });

  test('are announced by a polite live region that was there a moment before them', async () => {
    vi.useFakeTimers();
    toast({ title: 'Early', tone: 'plain' });
    render(<Toaster />);
    await wait(50);
    const region = screen.getByRole('region', { name: 'Notifications' });
    expect(region.getAttribute('aria-live')).toBe('polite');
    expect(region.textContent).toBe('');
    await wait(100);
    expect(region.contains(screen.getByText('Early'))).toBe(true);
  });

  test('never take the focus, and can be dismissed without losing it', async () => {
    const user = userEvent.setup();
    const field = renderBesideField();
    toast({ title: 'Hello', tone: 'plain' });
    await shown('Hello');
    expect(document.activeElement).toBe(field);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText('Hello')).toBeNull());
    expect(document.activeElement).toBe(field);
  });

  test.for(['{Enter}', '{Escape}'])(
    'that one has come to by Tab give the focus back when the last is dismissed by %s',
    async (key) => {
      const user = userEvent.setup();
      const field = renderBesideField();
      for (const title of ['Hello', 'Again']) {
        toast({ title, tone: 'plain' });
        await shown(title);
      }
      while (document.activeElement?.getAttribute('aria-label') !== 'Dismiss') await user.tab();
      await user.keyboard(key);
      await waitFor(() => expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1));
      expect(document.activeElement).not.toBe(field);
      while (document.activeElement?.getAttribute('aria-label') !== 'Dismiss') await user.tab();
      await user.keyboard(key);
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull());
      expect(document.activeElement).toBe(field);
    },
  );

  test('stay 6 s, errors 10 s', async () => {
    vi.useFakeTimers();
    render(<Toaster />);
    await wait(200);
    act(() => {
      toast({ title: 'Plain', tone: 'plain' });
      toast({ title: 'Wrong', tone: 'error' });
    });
    await wait(5_900);
    expect(screen.queryByText('Plain')).not.toBeNull();
    await wait(200);
    expect(screen.queryByText('Plain')).toBeNull();
    await wait(3_800);
    expect(screen.queryByText('Wrong')).not.toBeNull();
    await wait(200);
    expect(screen.queryByText('Wrong')).toBeNull();
  });

  test('one title is shown once, with its newest text', async () => {
    render(<Toaster />);
    toast({ title: 'Coupon Applied', description: 'New price: $22.50', tone: 'plain' });
    toast({ title: 'Coupon Applied', description: 'New price: $20.00', tone: 'plain' });
    await shown('Coupon Applied');
    expect(screen.getAllByText('Coupon Applied')).toHaveLength(1);
    expect(screen.getByText('New price: $20.00')).toBeDefined();
  });

  test('one that is called back has been seen for a moment', async () => {
    vi.useFakeTimers();
    render(<Toaster />);
    const id = toast({ title: 'Redirecting to payment...', tone: 'plain' });
    dismissToast(id);
    await wait(500);
    expect(screen.queryByText('Redirecting to payment...')).not.toBeNull();
    await wait(1_500);
    expect(screen.queryByText('Redirecting to payment...')).toBeNull();
  });

  test('one that is called back after a moment goes at once: what it said is over', async () => {
    vi.useFakeTimers();
    render(<Toaster />);
    const id = toast({ title: 'Error', description: 'Email not found', tone: 'error' });
    await wait(1_700);
    expect(screen.queryByText('Email not found')).not.toBeNull();
    dismissToast(id);
    await wait(100);
    expect(screen.queryByText('Email not found')).toBeNull();
  });

  test('one that says something new has to be seen again', async () => {
    vi.useFakeTimers();
    render(<Toaster />);
    toast({ title: 'Error', description: 'Email not found', tone: 'error' });
    await wait(5_000);
    dismissToast(toast({ title: 'Error', description: 'Failed to load leads.', tone: 'error' }));
    await wait(1_000);
    expect(screen.queryByText('Failed to load leads.')).not.toBeNull();
    await wait(1_000);
    expect(screen.queryByText('Failed to load leads.')).toBeNull();
  });

  test.each([
    ['what has succeeded', 'plain', 'circle-check'],
    ['what is only told', 'note', 'info'],
    ['what has failed', 'error', 'circle-alert'],
  ] as const)('have a sign of their own for %s', async (_name, tone, sign) => {
    render(<Toaster />);
    toast({ title: 'Hello', tone });
    const icon = (await shown('Hello')).querySelector('svg');
    expect(icon?.classList.contains(`lucide-${sign}`)).toBe(true);
  });

  test('one that is called back twice stays no longer for it', async () => {
    vi.useFakeTimers();
    render(<Toaster />);
    const id = toast({ title: 'Coupon Applied', tone: 'plain' });
    dismissToast(id);
    await wait(1_000);
    dismissToast(id);
    await wait(1_000);
    expect(screen.queryByText('Coupon Applied')).toBeNull();
  });

  test('one that is called back gives way at once to what is said instead', async () => {
    vi.useFakeTimers();
    render(<Toaster />);
    await wait(150);
    const applied = toast({ title: 'Coupon Applied', tone: 'plain' });
    await wait(150);
    expect(screen.getByText('Coupon Applied')).toBeDefined();
    dismissToast(applied);
    toast({ title: 'Invalid Coupon', tone: 'error' });
    await wait(500);
    expect(screen.getByText('Invalid Coupon')).toBeDefined();
    expect(screen.queryByText('Coupon Applied')).toBeNull();
  });

  test('one that comes again stands above a newer one', async () => {
    render(<Toaster />);
    toast({ title: 'Error', description: 'Failed to load leads.', tone: 'error' });
    await shown('Error');
    toast({ title: 'Export ready', tone: 'plain' });
    await shown('Export ready');
    toast({ title: 'Error', description: 'Failed to export leads.', tone: 'error' });
    expect(await screen.findByText('Failed to export leads.')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Failed to load leads.')).toBeNull());
    expect(screen.getAllByRole('dialog')[0]?.textContent).toContain('Failed to export leads.');
  });

  test('of four the newest three are seen', async () => {
    render(<Toaster />);
    for (const title of ['One', 'Two', 'Three', 'Four']) toast({ title, tone: 'plain' });
    await shown('Four');
    const limited = ['Four', 'Three', 'Two', 'One'].map((title) =>
      screen.getByText(title).closest('[role=dialog]')?.hasAttribute('data-limited'),
    );
    expect(limited).toEqual([false, false, false, true]);
  });

  test('calling one back before there were any loads no host', () => {
    dismissToast('Nothing');
    expect(useToasts.getState().wanted).toBe(false);
  });
});
