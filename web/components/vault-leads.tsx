import { figures } from '#domain/count.ts';
import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';

import type { VaultAnswer } from '#adapters/http/contract/vault-contract.ts';
import { loadVault, useVault } from '#web/stores/vault.ts';
import { vaultHref } from '#web/vault-address.ts';
import type { VaultAddress } from '#web/vault-address.ts';

import type { Refine } from './use-vault-address.ts';
import { VaultFilters } from './vault-filters.tsx';
import { VaultPager } from './vault-pager.tsx';
import { VaultRows } from './vault-rows.tsx';

const PAGE_SIZE = 10;

/** Which rows of how many, in words; empty while nobody knows. */
const countText = (answer: VaultAnswer | undefined): string => {
  if (answer === undefined) return '';
  const { data, currentPage, totalItems } = answer;
  if (totalItems === 0) return 'No leads found';
  const before = (currentPage - 1) * PAGE_SIZE;
  const to = data.length > 1 ? `–${figures(before + data.length)}` : '';
  return `Showing ${figures(before + 1)}${to} of ${figures(totalItems)}`;
};

type Props = { readonly address: VaultAddress; readonly refine: Refine };

/** The vault: filters, count, rows and pager. What is shown is what the address says. */
export const VaultLeads = ({ address, refine }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const answer = useVault((state) => state.answer);
  const [resets, setResets] = useState(0);
  const toHeading = (): void => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  };
  const reset = (): void => {
    // What was typed but not searched for yet goes too.
    setResets(resets + 1);
    refine({ search: '', state: undefined, sorting: undefined });
  };

  return (
    <section aria-labelledby="archived-leads">
      <h2 ref={heading} id="archived-leads" tabIndex={-1} className="sr-only scroll-mt-4">
        Archived leads
      </h2>
      <VaultFilters key={resets} address={address} refine={refine} />
      <div className="my-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="figures grow basis-32 text-md text-ink-muted">
          {countText(answer)}
        </p>
        <button type="button" className="button-quiet -mr-4 ml-auto print:hidden" onClick={reset}>
          <RotateCcw size={16} aria-hidden="true" />
          Reset Filters
        </button>
      </div>
      <VaultRows
        address={address}
        onRetry={() => {
          toHeading();
          void loadVault(address);
        }}
        onReset={() => {
          toHeading();
          reset();
        }}
      />
      {answer !== undefined && answer.totalPages > 1 && (
        <VaultPager
          currentPage={answer.currentPage}
          totalPages={answer.totalPages}
          hrefOf={(page) => vaultHref({ ...address, page })}
          onTurn={toHeading}
        />
      )}
    </section>
  );
};
