import type { VaultAnswer } from '#adapters/http/contract/vault-contract.ts';
import { isSameList } from '#web/vault-address.ts';
import type { VaultAddress } from '#web/vault-address.ts';
import { vaultedLeads } from '#web/vault-api.ts';

import { hasLostAccess } from './access.ts';
import { remote } from './remote.ts';
import { renewal } from './renewal.ts';
import { tellError, untellError } from './tell.ts';

/** Every list request waits 150 ms, so that quick paging asks once. */
const FETCH_DELAY = 150;

const ask = (address: VaultAddress, signal: AbortSignal): Promise<VaultAnswer> =>
  vaultedLeads(address, signal).catch(async (fault: unknown) => {
    // Whoever has lost access has another screen by the time that is known, and this question is off.
    if (!signal.aborted) await hasLostAccess(fault);
    throw fault;
  });

/** The vaulted leads that the address asks for. */
const vault = remote<VaultAddress, VaultAnswer>(ask, {
  wait: FETCH_DELAY,
  onFailure: () => tellError('Failed to fetch leads.'),
  onRecovery: untellError,
  // A page past the end was answered with the last one: when the address is mended to that, its rows are here already.
  known: (address, { phase, request, answer }) =>
    phase === 'ready' &&
    request !== undefined &&
    request.page !== address.page &&
    isSameList(request, address) &&
    answer?.currentPage === address.page,
});

export const { useRemote: useVault, load: loadVault } = vault;

export const { watch: watchVault } = renewal(vault, ask);

/** Drops the list when its screen is left: it holds contacts, which are for who is subscribed at that moment. */
export const leaveVault = (): void => {
  vault.stop();
  useVault.setState(useVault.getInitialState(), true);
};
