import { useEffect, useState } from 'react';

import { useHydrated } from './use-hydrated.ts';

const addressToken = (): string | null => new URLSearchParams(window.location.search).get('token');

const keptToken = (): unknown => (window.history.state as { readonly token?: unknown } | null)?.token;

const linkToken = (): string => {
  // The server draws the page for every link.
  if (typeof window === 'undefined') return '';
  const token = addressToken() ?? keptToken();
  return typeof token === 'string' ? token : '';
};

/**
 * The token of the mailed link that led here; empty without one, and `undefined` until the page is hydrated. It is removed from the
 * address bar at once, where it could be read or copied, and kept in this history entry: phones reload a page that they had put aside.
 */
export const useLinkToken = (): string | undefined => {
  const [token] = useState(linkToken);
  useEffect(() => {
    if (addressToken() !== null) window.history.replaceState({ token }, '', window.location.pathname);
  }, [token]);
  return useHydrated() ? token : undefined;
};
