import { reload } from '#web/reload.ts';

/**
 * In place of a part that could not be loaded: the connection was gone, or the product was updated meanwhile. It is part of the first
 * load, and offers a reload, as a browser may remember the failure for the life of the page.
 */
export const PartFault = () => (
  <div
    role="alert"
    className="sheet fixed inset-x-3 bottom-3 z-50 mx-auto flex max-w-measure flex-wrap items-center justify-between gap-3 border border-line px-5 py-3 print:hidden"
  >
    Part of this page could not be loaded.
    <button type="button" className="button-solid" onClick={reload}>
      Reload
    </button>
  </div>
);
