import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { toasts } from '#tests/support/accounts.tsx';
import { PATIENCE } from '#tests/support/patience.ts';
import { vaultedLead } from '#tests/support/web-vault.ts';
import { VaultCards } from '#web/components/vault-cards.tsx';
import { VaultTable } from '#web/components/vault-table.tsx';
import { useToasts } from '#web/stores/toasts.ts';

const LEADS = [vaultedLead(1), vaultedLead(2, { email: null, phoneNumber: 'ask for it' })];

beforeEach(() => useToasts.setState(useToasts.getInitialState(), true));

const inTable = () => render(<VaultTable leads={LEADS} sorting={undefined} stale={false} />);
const inCards = () => render(<VaultCards leads={LEADS} stale={false} />);

describe('a contact', () => {
  test.each([
    ['table', inTable, 'elena1@example.com'],
    ['table', inTable, '(512) 555-0100'],
    ['card', inCards, 'elena1@example.com'],
    ['card', inCards, '(512) 555-0100'],
  ])('in the %s is copied by its button, by the keyboard too, and that is said', async (_place, draw, text) => {
    const user = userEvent.setup();
    draw();
    const button = screen.getByRole('button', { name: `Copy ${text}` });
    button.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(toasts()).toEqual([`Copied: ${text}`]));
    expect(await navigator.clipboard.readText()).toBe(text);
    expect(button.querySelector('svg')?.classList.contains('lucide-check')).toBe(true);
    expect(document.activeElement).toBe(button);
  });

  test('that was copied can be seen to be so for two seconds', async () => {
    userEvent.setup();
    inTable();
    const button = screen.getByRole('button', { name: 'Copy elena1@example.com' });
    const isMarked = () => button.querySelector('svg')?.classList.contains('lucide-check');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.click(button);
    await vi.waitFor(() => expect(isMarked()).toBe(true), PATIENCE);
    await act(() => vi.advanceTimersByTimeAsync(1_900));
    expect(isMarked()).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(isMarked()).toBe(false);
  });

  test('that the browser does not copy is left to its user, in words', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No.', 'NotAllowedError'));
    inTable();
    const button = screen.getByRole('button', { name: 'Copy elena1@example.com' });
    await user.click(button);
    await waitFor(() =>
      expect(toasts()).toEqual(['Error: This browser does not let us copy. Select the text to copy it yourself.']),
    );
    expect(button.querySelector('svg')?.classList.contains('lucide-check')).toBe(false);
  });

  test('that is missing is not copied', () => {
    inTable();
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Copy elena1@example.com',
      'Copy (512) 555-0100',
      'Copy ask for it',
    ]);
  });
});
