import { closePurchase, usePurchase } from '#web/stores/purchase.ts';
import { toast } from '#web/stores/toasts.ts';

import { FaultBoundary } from './fault-boundary.tsx';
import { later } from './later.tsx';

const load = () => import('./purchase-dialogs.tsx');
const PurchaseDialogs = later(() => load().then((dialogs) => dialogs.PurchaseDialogs));

/** Fetches the dialogs ahead of the click. A failure shows when they are needed. */
export const preloadPurchaseDialogs = (): void => void load().catch(() => undefined);

const onFault = (): void => {
  closePurchase();
  toast({
    title: 'Error',
    description: 'The checkout could not be loaded. Reload the page and try again.',
    tone: 'error',
  });
};

/** The purchase dialogs, from the first claim on: they stay, so that closing can be seen. */
export const PurchaseHost = () => {
  const visit = usePurchase((purchase) => purchase.visit);
  return visit === 0 ? null : (
    <FaultBoundary key={visit} fallback={null} onFault={onFault}>
      <PurchaseDialogs />
    </FaultBoundary>
  );
};
