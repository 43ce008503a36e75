import { useEffect } from 'react';

import { tellError } from '#web/stores/tell.ts';
import { closeUnsubscribe, confirmUnsubscribe, useUnsubscribing } from '#web/stores/unsubscribe.ts';

import { FaultBoundary } from './fault-boundary.tsx';
import { later } from './later.tsx';

const load = () => import('./unsubscribe-dialog.tsx');
const UnsubscribeDialog = later(() => load().then((dialog) => dialog.UnsubscribeDialog));

/** Fetches the dialog ahead of the click. A failure shows when it is needed. */
export const preloadUnsubscribe = (): void => void load().catch(() => undefined);

const onFault = (): void => {
  closeUnsubscribe();
  tellError('The question could not be loaded. Reload the page and try again.');
};

/** The dialog, from the first press on: it stays, so that closing can be seen. */
export const UnsubscribeHost = () => {
  const unsubscribing = useUnsubscribing();
  const { visit } = unsubscribing;
  useEffect(() => closeUnsubscribe, []);
  return visit === 0 ? null : (
    <FaultBoundary key={visit} fallback={null} onFault={onFault}>
      <UnsubscribeDialog {...unsubscribing} onConfirm={() => void confirmUnsubscribe()} onCancel={closeUnsubscribe} />
    </FaultBoundary>
  );
};
