import { useEffect } from 'react';

import { closeUnsubscribe, confirmUnsubscribe, useUnsubscribing } from '#web/stores/unsubscribe.ts';

import { FaultBoundary } from './fault-boundary.tsx';
import { later } from './later.tsx';
import { PartFault } from './part-fault.tsx';
import { usePrefetch } from './use-prefetch.ts';

const UnsubscribeDialog = later(() => import('./unsubscribe-dialog.tsx').then((dialog) => dialog.UnsubscribeDialog));

/** Fetches the dialog ahead of the click. A failure shows when it is needed. */
export const preloadUnsubscribe = (): void => void UnsubscribeDialog.fetch().catch(() => undefined);

/** The dialog. From the first press on it stays, so that closing can be animated. */
export const UnsubscribeHost = () => {
  const unsubscribing = useUnsubscribing();
  const { visit } = unsubscribing;
  // Even while the answer is awaited: a visitor who has left the screen reads only the toast.
  useEffect(() => () => useUnsubscribing.setState({ isOpen: false }), []);
  usePrefetch(UnsubscribeDialog.fetch);
  return visit === 0 ? null : (
    <FaultBoundary key={visit} fallback={<PartFault />} onFault={closeUnsubscribe}>
      <UnsubscribeDialog {...unsubscribing} onConfirm={() => void confirmUnsubscribe()} onCancel={closeUnsubscribe} />
    </FaultBoundary>
  );
};
