import { Link } from 'wouter';

import { loadVault, useVault } from '#web/stores/vault.ts';
import type { VaultAddress } from '#web/vault-address.ts';
import { placeText, vaultHint } from '#web/vault-hint.ts';
import type { VaultHint } from '#web/vault-hint.ts';

import { FailedNotice } from './failed-notice.tsx';
import { ListNotice } from './list-notice.tsx';
import { useWide } from './use-wide.ts';
import { VaultCards, VaultCardsSkeleton } from './vault-cards.tsx';
import { VaultTable, VaultTableSkeleton } from './vault-table.tsx';

type Props = {
  readonly address: VaultAddress;
  readonly onReset: () => void;
  readonly onRefine: (changes: VaultHint) => void;
};

/** No lead was found: a place that was typed as search text is offered as a place. */
const NothingFound = ({ address, onReset, onRefine }: Props) => {
  const hint = vaultHint(address.search);
  return (
    <ListNotice title="No leads match your filters" text="Try another spelling, a nearby city or every state.">
      <div className="flex flex-wrap justify-center gap-2">
        {hint && (
          <button type="button" className="button-solid wrap-anywhere" onClick={() => onRefine(hint)}>
            {`Show ${placeText(hint)}`}
          </button>
        )}
        <button type="button" className="button-line" onClick={onReset}>
          Reset Filters
        </button>
      </div>
    </ListNotice>
  );
};

/** The rows, or what stands in their place. */
export const VaultRows = ({ address, onReset, onRefine }: Props) => {
  const { phase, answer, fault } = useVault();
  const [List, Skeleton] = useWide() ? [VaultTable, VaultTableSkeleton] : [VaultCards, VaultCardsSkeleton];
  if (phase === 'failed')
    return <FailedNotice title="Failed to fetch leads" fault={fault} onRetry={() => void loadVault(address)} />;
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
    <NothingFound address={address} onReset={onReset} onRefine={onRefine} />
  );
};
