import { create } from 'zustand';

import { ApiFailure } from '#web/api.ts';
import type { VaultFilter } from '#web/vault-address.ts';

import { hasLostAccess } from './access.ts';
import { tellError, untellError } from './tell.ts';
import { dismissToast, toast } from './toasts.ts';

export const useExport = create<{ readonly isBusy: boolean }>(() => ({ isBusy: false }));

const FAILED = 'Failed to export leads.';
const READY = 'Export ready';
const NO_DATA = 'No Data';

const textOf = (fault: unknown): string => {
  if (!(fault instanceof ApiFailure)) return FAILED;
  return fault.code === 'UNREACHABLE' || fault.code === 'UNREADABLE' ? FAILED : fault.message;
};

const tell = (outcome: number | 'unexpected'): void => {
  if (outcome === 'unexpected') return tellError('Unexpected response format.');
  if (outcome === 0)
    return void toast({ title: NO_DATA, description: 'No leads available for export.', tone: 'error' });
  const leads = `${outcome.toLocaleString('en-US')} ${outcome === 1 ? 'lead' : 'leads'}`;
  toast({ title: READY, description: `${leads} exported.`, tone: 'plain' });
};

/** Saves every lead that the filter finds as a file, and tells how it went. A second call meanwhile is ignored. */
export const exportVault = async (filter: VaultFilter): Promise<void> => {
  if (useExport.getState().isBusy) return;
  useExport.setState({ isBusy: true });
  untellError();
  [READY, NO_DATA].forEach(dismissToast);
  try {
    const { saveVault } = await import('#web/vault-file.ts');
    tell(await saveVault(filter));
  } catch (fault) {
    if (!(await hasLostAccess(fault))) tellError(textOf(fault));
  } finally {
    useExport.setState({ isBusy: false });
  }
};
