import { useToasts } from '#web/stores/toasts.ts';

import { FaultBoundary } from './fault-boundary.tsx';
import { later } from './later.tsx';

const Toaster = later(() => import('./toaster.tsx').then((toaster) => toaster.Toaster));

/** Loads the toaster with the first toast, and keeps it: a live region that comes and goes is not announced. */
export const ToastHost = () => {
  const wanted = useToasts((state) => state.wanted);
  return wanted ? (
    <FaultBoundary fallback={null}>
      <Toaster />
    </FaultBoundary>
  ) : null;
};
