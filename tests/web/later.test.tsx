import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, test, vi } from 'vitest';

import { FaultBoundary } from '#web/components/fault-boundary.tsx';
import { later } from '#web/components/later.tsx';

const Part = () => <p>the part</p>;
const waiting = <p>waiting</p>;

describe('a component that is fetched later', () => {
  test('has its stand-in until it is here, and none once it has been fetched', async () => {
    const load = vi.fn<() => Promise<ComponentType>>(async () => Part);
    const Later = later(load, waiting);
    const first = render(<Later />);
    expect(screen.getByText('waiting')).toBeDefined();
    expect(await screen.findByText('the part')).toBeDefined();
    first.unmount();
    render(<Later />);
    expect(screen.getByText('the part')).toBeDefined();
    expect(load).toHaveBeenCalledOnce();
  });

  test('goes to the fault boundary when it cannot be fetched, and is asked for anew when drawn anew', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const load = vi.fn<() => Promise<ComponentType>>(async () => Part).mockRejectedValueOnce(new Error('offline'));
    const Later = later(load, waiting);
    const parts = (attempt: number) => (
      <FaultBoundary key={attempt} fallback={<p>not here</p>}>
        <Later />
      </FaultBoundary>
    );
    const { rerender } = render(parts(1));
    expect(await screen.findByText('not here')).toBeDefined();
    rerender(parts(2));
    expect(await screen.findByText('the part')).toBeDefined();
  });
});
