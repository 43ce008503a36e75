import { useRouter } from 'wouter';

import { useHydrated } from './use-hydrated.ts';

/**
 * The query of the address, unchanged. The router's own `useSearch` undoes escapes that `URLSearchParams` would undo once more, and
 * drops a second `?`, which belongs to the first name.
 */
export const useQuery = (): string => {
  const router = useRouter();
  return router.searchHook(router).replace(/^\?/, '').replace(/^\?/, '%3F');
};

/**
 * The query of a link from one form for visitors to another: it keeps the page that the present address leads back to, if there is one.
 * `next-address.ts` judges that page once it is followed. Empty until the page is hydrated, as on the server: React would leave the
 * drawn link as it is.
 */
export const useKeptNext = (): string => {
  const isHydrated = useHydrated();
  const next = new URLSearchParams(useQuery()).get('next');
  return next === null || !isHydrated ? '' : `?${new URLSearchParams({ next })}`;
};
