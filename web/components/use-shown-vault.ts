import { useState } from 'react';

import type { VaultAnswer } from '#adapters/http/contract/vault-contract.ts';
import { useVault } from '#web/stores/vault.ts';
import type { VaultAddress } from '#web/vault-address.ts';

/** An answer, and what it answers. */
export type ShownVault = { readonly request: VaultAddress; readonly answer: VaultAnswer };

/** What is on screen: while a newer answer is awaited, that is not what the address says. */
export const useShownVault = (): ShownVault | undefined => {
  const { phase, request, answer } = useVault();
  const [shown, setShown] = useState<ShownVault>();
  if (request === undefined || answer === undefined) return undefined;
  if (phase !== 'ready' || (shown?.request === request && shown.answer === answer)) return shown;
  const next = { request, answer };
  setShown(next);
  return next;
};
