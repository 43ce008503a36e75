import { ScreenTitle } from './screen-title.tsx';

/** In place of a screen that could not be loaded: the connection is gone, or the product was updated meanwhile. */
export const ScreenFault = () => (
  <div className="page max-w-measure py-24">
    <ScreenTitle page="Something went wrong">Something went wrong</ScreenTitle>
    <p className="mt-2 text-ink-muted">This page could not be loaded. Check your connection and try again.</p>
    <button type="button" className="button-solid mt-6" onClick={() => window.location.reload()}>
      Try again
    </button>
  </div>
);
