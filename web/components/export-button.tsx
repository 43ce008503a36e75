import { Download } from 'lucide-react';
import { useRef } from 'react';

import { cancelExport, exportVault, fetchExport, useExport } from '#web/stores/export-vault.ts';
import type { VaultFilter } from '#web/vault-address.ts';

import { BusyButton } from './busy-button.tsx';
import { FaultBoundary } from './fault-boundary.tsx';
import { later } from './later.tsx';
import { PartFault } from './part-fault.tsx';
import { usePrefetch } from './use-prefetch.ts';

const ExportProgress = later(() => import('./export-progress.tsx').then((part) => part.ExportProgress));

/** Exports the leads that the present filter finds; meanwhile it shows the progress, and a way to stop. */
export const ExportButton = ({ filter }: { readonly filter: () => VaultFilter }) => {
  const { isBusy, count, isMissing } = useExport();
  const button = useRef<HTMLButtonElement>(null);
  usePrefetch(fetchExport, ExportProgress.fetch);
  return (
    <div className="relative flex shrink-0 items-center gap-3 max-lg:mb-2 max-sm:w-full sm:flex-row-reverse print:hidden">
      <BusyButton
        ref={button}
        className="button-solid max-sm:flex-1"
        busy={isBusy}
        busyText="Exporting..."
        onClick={() => void exportVault(filter())}
      >
        <Download size={18} aria-hidden="true" />
        Export CSV
      </BusyButton>
      {isBusy && (
        <FaultBoundary fallback={null}>
          <ExportProgress count={count} onCancel={cancelExport} heir={button} />
        </FaultBoundary>
      )}
      {isMissing && <PartFault />}
    </div>
  );
};
