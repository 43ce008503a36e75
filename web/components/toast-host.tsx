import { useToasts } from '#web/stores/toasts.ts';

import { FaultBoundary } from './fault-boundary.tsx';
import { later } from './later.tsx';
import { PartFault } from './part-fault.tsx';

const Toaster = later(() => import('./toaster.tsx').then((toaster) => toaster.Toaster));

/**
 * Fetches the toaster while the page is hydrated: the first message may be that the connection is gone. A failure shows when there is
 * something to say.
 */
export const preloadToaster = (): void => void Toaster.fetch().catch(() => undefined);

/** Draws the toaster with the first toast, and keeps it: a live region that is drawn anew is not announced. */
export const ToastHost = () => {
  const wanted = useToasts((state) => state.wanted);
  return wanted ? (
    <FaultBoundary fallback={<PartFault />}>
      <Toaster />
    </FaultBoundary>
  ) : null;
};
