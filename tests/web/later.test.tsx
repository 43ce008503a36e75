import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

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

  test('is drawn also when it comes between the drawing of its stand-in and what follows that', async () => {
    const { promise, resolve } = Promise.withResolvers<ComponentType>();
    const Later = later(() => promise, waiting);
    const Coming = () => {
      resolve(Part);
      return null;
    };
    void Later.fetch();
    const place = document.body.appendChild(document.createElement('div'));
    // Without the test's own `act`, which would run the effects before anything can come.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    const root = createRoot(place);
    onTestFinished(() => {
      root.unmount();
      place.remove();
      vi.unstubAllGlobals();
    });
    root.render([<Later key="later" />, <Coming key="coming" />]);
    await vi.waitFor(() => expect(place.textContent).toBe('the part'));
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
