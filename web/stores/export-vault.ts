import { create } from 'zustand';

import type { VaultFilter } from '#web/vault-address.ts';

import { hasLostAccess } from './access.ts';

type Export = {
  readonly isBusy: boolean;
  /** How many leads have come so far. */
  readonly count: number;
  /** The code that writes the file could not be loaded. */
  readonly isMissing: boolean;
};

const IDLE: Export = { isBusy: false, count: 0, isMissing: false };

export const useExport = create<Export>(() => IDLE);

let running = new AbortController();

/** Ends the export: no file is saved. */
export const cancelExport = (): void => running.abort();

/** The code that writes the file. Not part of the dashboard's first load. */
export const fetchExport = () => import('./save-and-tell.ts');

/** Saves every lead that the filter finds as a file, and says how it went. A second call meanwhile is ignored. */
export const exportVault = async (filter: VaultFilter): Promise<void> => {
  if (useExport.getState().isBusy) return;
  useExport.setState({ ...IDLE, isBusy: true });
  running = new AbortController();
  const { signal } = running;
  const part = await fetchExport().catch(() => undefined);
  await part?.saveAndTell(filter, { signal, onProgress: (count) => useExport.setState({ count }) }, hasLostAccess);
  useExport.setState({ ...IDLE, isMissing: part === undefined });
};
