import { create } from 'zustand';

import { ApiFailure } from '#web/api.ts';
import type { VaultFilter } from '#web/vault-address.ts';

import { hasLostAccess } from './access.ts';
import { tellError } from './tell.ts';

/** `count` is how many leads have come so far. */
type Export = { readonly isBusy: boolean; readonly count: number };

const IDLE: Export = { isBusy: false, count: 0 };

export const useExport = create<Export>(() => IDLE);

let running = new AbortController();

/** Ends the export: no file is saved. */
export const cancelExport = (): void => running.abort();

const textOf = (fault: unknown): string =>
  !(fault instanceof ApiFailure) || fault.code === 'UNREACHABLE' || fault.code === 'UNREADABLE'
    ? 'Failed to export leads.'
    : fault.message;

/** Saves every lead that the filter finds as a file, and tells how it went. A second call meanwhile is ignored. */
export const exportVault = async (filter: VaultFilter): Promise<void> => {
  if (useExport.getState().isBusy) return;
  useExport.setState({ isBusy: true });
  running = new AbortController();
  try {
    const { saveAndTell } = await import('./save-and-tell.ts');
    await saveAndTell(filter, { signal: running.signal, onProgress: (count) => useExport.setState({ count }) });
  } catch (fault) {
    if (!(await hasLostAccess(fault))) tellError(textOf(fault));
  } finally {
    useExport.setState(IDLE);
  }
};
