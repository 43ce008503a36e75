import { useEffect } from 'react';
import { useLocation } from 'wouter';

import { leaveVault, loadVault, useLastVaultPage, watchVault } from '#web/stores/vault.ts';
import { useQuery } from '#web/use-query.ts';
import { isVaultMangled, resized, vaultAddress, vaultHref } from '#web/vault-address.ts';
import type { PageSize, VaultAddress, VaultFilter } from '#web/vault-address.ts';

/** Changes the filter, and begins at the first page of that list. */
export type Refine = (changes: Partial<VaultFilter>, options?: { readonly replace: boolean }) => void;

/** Changes the page size, and shows the page of one lead, which is given by its index in the whole list, from 0. */
export type Resize = (size: PageSize, lead: number) => void;

type Vault = { readonly address: VaultAddress; readonly refine: Refine; readonly resize: Resize };

/** The address as the source of truth for the vault: it is put into its canonical form, then fetched. */
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

  // A search that waits for a pause in the typing has to use the address as it is when it begins.
  const refine: Refine = (changes, options) => {
    const before = vaultAddress(window.location.search);
    const href = vaultHref({ ...before, ...changes, page: 1 });
    if (href !== vaultHref(before)) navigate(href, options);
  };

  return { address, refine, resize: (next, lead) => navigate(vaultHref(resized(address, next, lead))) };
};
