import { useRef, useState } from 'react';

import { figures } from '#domain/count.ts';
import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { useVault } from '#web/stores/vault.ts';
import { vaultAddress } from '#web/vault-address.ts';
import type { VaultFilter } from '#web/vault-address.ts';
import { vaultTitle } from '#web/vault-words.ts';

import { ExportButton } from './export-button.tsx';
import { ScreenTitle } from './screen-title.tsx';
import type { Searching } from './search-field.tsx';
import { SubscriptionNotice } from './subscription-notice.tsx';
import { useVaultAddress } from './use-vault-address.ts';
import { VaultLeads } from './vault-leads.tsx';
import { WelcomePanel } from './welcome-panel.tsx';
import type { Welcome } from './welcome-panel.tsx';

/** How many leads the whole vault holds, once that is known: also while a page of it cannot be fetched. */
const Access = () => {
  const { phase, answer } = useVault();
  const [last, keep] = useState(answer?.totalAll);
  const total = answer?.totalAll ?? last;
  if (total !== last) keep(total);
  return (
    <p className="mt-1 max-w-sm text-ink-muted lg:max-w-measure">
      <span>
        <span>Access to </span>
        {total === undefined ? (
          phase !== 'failed' && <span aria-hidden="true" className="skeleton mr-1 inline-block h-3.5 w-7 bg-line" />
        ) : (
          <b className="figures font-semibold text-ink">{`${figures(total)} `}</b>
        )}
        <span>{total === 1 ? 'archived lead' : 'archived leads'}</span>
      </span>
      . <span>All contact information unlocked and ready to use</span>.
    </p>
  );
};

type Props = {
  readonly user: UserAnswer;
  /** Set when the user has just come back from the payment. */
  readonly welcome: Welcome | undefined;
  readonly onWelcomed: () => void;
};

export const VaultDashboard = ({ user, welcome, onWelcomed }: Props) => {
  const { address, refine, resize } = useVaultAddress();
  const searching = useRef<Searching>(null);
  const filter = (): VaultFilter => {
    searching.current?.settle();
    return vaultAddress(window.location.search);
  };
  return (
    <div className="page vault-print grid grid-cols-1 gap-5 py-8 sm:py-10 print:block print:p-0">
      {welcome && <WelcomePanel welcome={welcome} onDismiss={onWelcomed} />}
      <SubscriptionNotice user={user} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:flex-nowrap">
        <div className="min-w-0">
          <ScreenTitle page={vaultTitle(address)} describedBy="welcome standing">
            Lead Vault Dashboard
          </ScreenTitle>
          <Access />
        </div>
        <ExportButton filter={filter} />
      </div>
      <VaultLeads address={address} refine={refine} resize={resize} searching={searching} />
    </div>
  );
};
