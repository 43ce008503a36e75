import { lazy, Suspense } from 'react';

import { useToasts } from '#web/stores/toasts.ts';

import { FaultBoundary } from './fault-boundary.tsx';

const Toaster = lazy(() => import('./toaster.tsx').then((toaster) => ({ default: toaster.Toaster })));

/** Loads the toaster with the first toast, and keeps it: a live region that comes and goes is not announced. */
export const ToastHost = () => {
  const wanted = useToasts((state) => state.wanted);
  return wanted ? (
    <FaultBoundary fallback={null}>
      <Suspense>
        <Toaster />
      </Suspense>
    </FaultBoundary>
  ) : null;
};
