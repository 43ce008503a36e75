import { useEffect } from 'react';
import { useLocation } from 'wouter';

import { leaveVault, loadVault, useLastVaultPage, watchVault } from '#web/stores/vault.ts';
import { useQuery } from '#web/use-query.ts';
import { isVaultMangled, resized, vaultAddress, vaultHref } from '#web/vault-address.ts';
import type { PageSize, VaultAddress, VaultFilter } from '#web/vault-address.ts';

/** Another list than the address says, from its first page on. */
export type Refine = (changes: Partial<VaultFilter>, options?: { readonly replace: boolean }) => void;

/** The same list in pages of another size, on the page of one of its leads: which of all, counted from 0. */
export type Resize = (size: PageSize, lead: number) => void;

type Vault = { readonly address: VaultAddress; readonly refine: Refine; readonly resize: Resize };

/** The address as the source of truth for the vault: what it says is mended, then asked for. */
export const useVaultAddress = (): Vault => {
  const query = useQuery();
  const [, navigate] = useLocation();
  const address = vaultAddress(query);
  const { search, state, sorting, size, page } = address;
  const lastPage = useLastVaultPage(address);

  useEffect(() => {
    if (isVaultMangled(query)) navigate(vaultHref({ search, state, sorting, size, page }), { replace: true });
  }, [query, search, state, sorting, size, page, navigate]);

  useEffect(() => {
    void loadVault({ search, state, sorting, size, page });
  }, [search, state, sorting, size, page]);
  useEffect(() => leaveVault, []);
  useEffect(watchVault, []);

  useEffect(() => {
    if (lastPage !== undefined)
      navigate(vaultHref({ search, state, sorting, size, page: lastPage }), { replace: true });
  }, [lastPage, search, state, sorting, size, navigate]);

  // A search that has waited for the typing to rest finds the address as it is by then.
  const refine: Refine = (changes, options) => {
    const before = vaultAddress(window.location.search);
    const href = vaultHref({ ...before, ...changes, page: 1 });
    if (href !== vaultHref(before)) navigate(href, options);
  };

  return { address, refine, resize: (next, lead) => navigate(vaultHref(resized(address, next, lead))) };
};
