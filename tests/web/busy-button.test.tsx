import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { BusyButton } from '#web/components/busy-button.tsx';

test('a busy button says what it does, keeps the focus and ignores clicks', async () => {
  const onClick = vi.fn<() => void>();
  const button = (busy: boolean) => (
    <BusyButton busy={busy} busyText="Sending..." onClick={onClick}>
      Send
    </BusyButton>
  );
  const { rerender } = render(button(false));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  rerender(button(true));
  const busy = screen.getByRole('button', { name: 'Sending...' });
  expect(document.activeElement).toBe(busy);
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(busy);
  expect(onClick).toHaveBeenCalledOnce();
  rerender(button(false));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onClick).toHaveBeenCalledTimes(2);
});
