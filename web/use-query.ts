import { useRouter } from 'wouter';

/**
 * The query of the address, unchanged. The router's own `useSearch` undoes escapes that `URLSearchParams` would undo once more, and
 * drops a second `?`, which belongs to the first name.
 */
export const useQuery = (): string => {
  const router = useRouter();
  return router.searchHook(router).replace(/^\?/, '').replace(/^\?/, '%3F');
};
