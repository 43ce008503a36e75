import { useToasts } from '#web/stores/toasts.ts';

import { FaultBoundary } from './fault-boundary.tsx';
import { later } from './later.tsx';
import { PartFault } from './part-fault.tsx';
import { useAtLeisure } from './use-at-leisure.ts';

const Toaster = later(() => import('./toaster.tsx').then((toaster) => toaster.Toaster));

/** Draws the toaster with the first toast, and keeps it: a live region that comes and goes is not announced. */
export const ToastHost = () => {
  const wanted = useToasts((state) => state.wanted);
  useAtLeisure(Toaster.fetch);
  return wanted ? (
    <FaultBoundary fallback={<PartFault />}>
      <Toaster />
    </FaultBoundary>
  ) : null;
};
