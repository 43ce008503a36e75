import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { ExportProgress } from '#web/components/export-progress.tsx';

afterEach(() => void vi.useRealTimers());

const progress = (count: number) => <ExportProgress count={count} onCancel={() => {}} heir={{ current: null }} />;

test('shows each count, and reads it out every five seconds', () => {
  vi.useFakeTimers();
  const { rerender, container } = render(progress(0));
  const heard = () => container.querySelector('[aria-live="polite"]')?.textContent;
  const shown = () => container.querySelector('[aria-hidden="true"]')?.textContent;
  expect([shown(), heard()]).toEqual(['', '']);
  rerender(progress(1));
  expect([shown(), heard()]).toEqual(['1 lead so far', '']);
  act(() => void vi.advanceTimersByTime(5_000));
  expect(heard()).toBe('1 lead so far');
  rerender(progress(3_200));
  act(() => void vi.advanceTimersByTime(4_999));
  expect([shown(), heard()]).toEqual(['3,200 leads so far', '1 lead so far']);
  act(() => void vi.advanceTimersByTime(1));
  expect(heard()).toBe('3,200 leads so far');
});

test('takes no focus', () => {
  render(progress(1));
  expect(screen.getByRole('button', { name: 'Cancel' })).not.toBe(document.activeElement);
  expect(document.activeElement).toBe(document.body);
});
