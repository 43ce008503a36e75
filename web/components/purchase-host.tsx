import { useEffect } from 'react';

import { closePurchase, usePurchase } from '#web/stores/purchase.ts';

import { FaultBoundary } from './fault-boundary.tsx';
import { later } from './later.tsx';
import { PartFault } from './part-fault.tsx';
import { usePrefetch } from './use-prefetch.ts';

// A tap is answered at once, even while the dialogs are still loading; the page stays usable meanwhile.
const PurchaseDialogs = later(
  () => import('./purchase-dialogs.tsx').then((dialogs) => dialogs.PurchaseDialogs),
  <div className="dialog-backdrop dialog-viewport fade pointer-events-none">
    <p
      role="status"
      className="fade sheet w-full [animation-delay:300ms] px-6 [animation-fill-mode:backwards] py-8 text-center text-ink-muted max-sm:rounded-b-none sm:w-120"
    >
      Loading...
    </p>
  </div>,
);

/** Fetches the dialogs ahead of the click. A failure shows when they are needed. */
export const preloadPurchaseDialogs = (): void => void PurchaseDialogs.fetch().catch(() => undefined);

/** The purchase dialogs. From the first claim on they stay, so that closing can be animated. */
export const PurchaseHost = () => {
  const visit = usePurchase((purchase) => purchase.visit);
  usePrefetch(PurchaseDialogs.fetch);
  // Leaving home closes them, so that none is open on the way back.
  useEffect(() => closePurchase, []);
  return visit === 0 ? null : (
    <FaultBoundary key={visit} fallback={<PartFault />} onFault={closePurchase}>
      <PurchaseDialogs />
    </FaultBoundary>
  );
};
