import { SearchX } from 'lucide-react';

import { useVault } from '#web/stores/vault.ts';
import type { VaultAddress } from '#web/vault-address.ts';

import { FailedNotice } from './failed-notice.tsx';
import { ListNotice } from './list-notice.tsx';
import { useWide } from './use-wide.ts';
import { VaultCards, VaultCardsSkeleton } from './vault-cards.tsx';
import { VaultTable, VaultTableSkeleton } from './vault-table.tsx';

type Props = { readonly address: VaultAddress; readonly onRetry: () => void; readonly onReset: () => void };

/** The rows, or what stands in their place. */
export const VaultRows = ({ address, onRetry, onReset }: Props) => {
  const { phase, answer, fault } = useVault();
  const isWide = useWide();
  if (phase === 'failed') return <FailedNotice title="Failed to fetch leads" fault={fault} onRetry={onRetry} />;
  if (answer === undefined) return isWide ? <VaultTableSkeleton /> : <VaultCardsSkeleton />;
  const stale = phase === 'loading';
  if (answer.data.length > 0)
    return isWide ? (
      <VaultTable leads={answer.data} sorting={address.sorting} stale={stale} />
    ) : (
      <VaultCards leads={answer.data} stale={stale} />
    );
  return answer.totalAll === 0 ? (
    <ListNotice icon={SearchX} title="No archived leads right now" text="Unsold leads join the Vault every Monday." />
  ) : (
    <ListNotice
      icon={SearchX}
      title="No leads match your filters"
      text="Try another spelling, a nearby city or every state."
    >
      <button type="button" className="button-line" onClick={onReset}>
        Reset Filters
      </button>
    </ListNotice>
  );
};
