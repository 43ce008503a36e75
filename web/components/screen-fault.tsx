import { useEffect } from 'react';

import { reload } from '#web/reload.ts';

import { ScreenTitle } from './screen-title.tsx';

/**
 * In place of a screen that could not be loaded: the connection is gone, or the product was updated meanwhile. It looks like the card of
 * a notice, which itself may not be here; it holds nothing that a reload would lose, and tries again once there is a connection.
 */
export const ScreenFault = () => {
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <div className="page py-10 sm:py-20">
      <div className="card mx-auto w-full max-w-160 px-5 py-8 sm:px-12 sm:py-12">
        <ScreenTitle page="Something went wrong">Something went wrong</ScreenTitle>
        <p className="mt-2 max-w-measure text-lg text-ink-muted">
          This page could not be loaded. Check your connection and try again.
        </p>
        <button type="button" className="button-solid mt-8" onClick={reload}>
          Try again
        </button>
      </div>
    </div>
  );
};
