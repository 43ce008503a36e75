import type { VaultAnswer } from '#adapters/http/contract/vault-contract.ts';
import { isSameList } from '#web/vault-address.ts';
import type { VaultAddress } from '#web/vault-address.ts';
import { vaultedLeads } from '#web/vault-api.ts';

import { hasLostAccess } from './access.ts';
import { list } from './list.ts';

const ask = (address: VaultAddress, signal: AbortSignal): Promise<VaultAnswer> =>
  vaultedLeads(address, signal).catch(async (fault: unknown) => {
    // A user who has lost access sees another screen when this is known, which aborts this request.
    if (!signal.aborted) await hasLostAccess(fault);
    throw fault;
  });

/** The vaulted leads that the address asks for. */
const vault = list(ask, { isSame: isSameList, failed: 'Failed to fetch leads.' });

export const { useRemote: useVault, load: loadVault, watch: watchVault, useLastPage: useLastVaultPage } = vault;

/** Drops the list when its screen is left: it holds contacts, which only a present subscriber may see. */
export const leaveVault = (): void => {
  vault.stop();
  useVault.setState(useVault.getInitialState(), true);
};
