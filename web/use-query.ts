import { useRouter } from 'wouter';

/**
 * What follows the `?` of the address, to the letter. The router's own `useSearch` undoes escapes that `URLSearchParams` then undoes
 * once more, which would also take away a second `?`: that is of the first name.
 */
export const useQuery = (): string => {
  const router = useRouter();
  return router.searchHook(router).replace(/^\?/, '').replace(/^\?/, '%3F');
};
