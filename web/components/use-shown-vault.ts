import { useState } from 'react';

import type { VaultAnswer } from '#adapters/http/contract/vault-contract.ts';
import { useVault } from '#web/stores/vault.ts';
import type { VaultAddress } from '#web/vault-address.ts';

/** An answer with its request. */
export type ShownVault = { readonly request: VaultAddress; readonly answer: VaultAnswer };

/** The list on screen: while a newer answer is awaited, it is not the one that the address names. */
export const useShownVault = (): ShownVault | undefined => {
  const { phase, request, answer } = useVault();
  const [shown, setShown] = useState<ShownVault>();
  if (request === undefined || answer === undefined) return undefined;
  if (shown?.answer === answer && (phase !== 'ready' || shown.request === request)) return shown;
  const next = { request, answer };
  setShown(next);
  return next;
};
