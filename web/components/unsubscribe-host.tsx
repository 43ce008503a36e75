import { useEffect } from 'react';

import { closeUnsubscribe, confirmUnsubscribe, useUnsubscribing } from '#web/stores/unsubscribe.ts';

import { FaultBoundary } from './fault-boundary.tsx';
import { later } from './later.tsx';
import { PartFault } from './part-fault.tsx';
import { usePrefetch } from './use-prefetch.ts';

const UnsubscribeDialog = later(() => import('./unsubscribe-dialog.tsx').then((dialog) => dialog.UnsubscribeDialog));

/** Fetches the dialog ahead of the click. A failure shows when it is needed. */
export const preloadUnsubscribe = (): void => void UnsubscribeDialog.fetch().catch(() => undefined);

/** The dialog, from the first press on: it stays, so that closing can be seen. */
export const UnsubscribeHost = () => {
  const unsubscribing = useUnsubscribing();
  const { visit } = unsubscribing;
  // Also while the answer is awaited: whoever has left is told by the toast alone.
  useEffect(() => () => useUnsubscribing.setState({ isOpen: false }), []);
  usePrefetch(UnsubscribeDialog.fetch);
  return visit === 0 ? null : (
    <FaultBoundary key={visit} fallback={<PartFault />} onFault={closeUnsubscribe}>
      <UnsubscribeDialog {...unsubscribing} onConfirm={() => void confirmUnsubscribe()} onCancel={closeUnsubscribe} />
    </FaultBoundary>
  );
};
