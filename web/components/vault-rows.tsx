import { Link } from 'wouter';

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
  const [List, Skeleton] = useWide() ? [VaultTable, VaultTableSkeleton] : [VaultCards, VaultCardsSkeleton];
  if (phase === 'failed') return <FailedNotice title="Failed to fetch leads" fault={fault} onRetry={onRetry} />;
  if (answer === undefined) return <Skeleton />;
  const { data, totalAll } = answer;
  if (data.length > 0) return <List leads={data} sorting={address.sorting} stale={phase === 'loading'} />;
  return totalAll === 0 ? (
    <ListNotice title="No archived leads right now" text="Unsold leads join the Vault every Monday.">
      <Link href="/" className="button-line">
        See this week's leads
      </Link>
    </ListNotice>
  ) : (
    <ListNotice title="No leads match your filters" text="Try another spelling, a nearby city or every state.">
      <button type="button" className="button-line" onClick={onReset}>
        Reset Filters
      </button>
    </ListNotice>
  );
};
