import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Ref } from 'react';

import { DEFAULT_PAGE_SIZE } from '#domain/pages.ts';
import { vaultHref } from '#web/vault-address.ts';
import type { PageSize, VaultAddress } from '#web/vault-address.ts';
import { countText } from '#web/vault-words.ts';

import { useKeptLead } from './use-kept-lead.ts';
import type { Searching } from './search-field.tsx';
import { useShownVault } from './use-shown-vault.ts';
import type { Refine, Resize } from './use-vault-address.ts';
import { VaultFilters } from './vault-filters.tsx';
import { VaultPageSize } from './vault-page-size.tsx';
import { VaultPager } from './vault-pager.tsx';
import { VaultRows } from './vault-rows.tsx';

type Props = {
  readonly address: VaultAddress;
  readonly refine: Refine;
  readonly resize: Resize;
  readonly searching: Ref<Searching>;
};

/** The vault: filters, count, rows and pager. It shows the list that the page's address names. */
export const VaultLeads = ({ address, refine, resize, searching }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLElement>(null);
  const shown = useShownVault();
  const { keep } = useKeptLead(list, shown?.answer);
  const [resets, setResets] = useState(0);
  const toHeading = (): void => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  };
  const reset = (): void => {
    // Also drops text that was typed but not searched for yet.
    setResets(resets + 1);
    refine({ search: '', state: undefined, sorting: undefined });
  };

  const show = (size: PageSize): void => {
    if (shown === undefined) return;
    resize(size, (shown.answer.currentPage - 1) * shown.request.size + keep());
  };

  return (
    <section ref={list} aria-labelledby="archived-leads">
      <h2 ref={heading} id="archived-leads" tabIndex={-1} className="sr-only scroll-mt-4">
        Archived leads
      </h2>
      <VaultFilters key={resets} address={address} refine={refine} searching={searching} />
      <div className="my-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="figures grow basis-32 text-md text-ink-muted">
          {shown && countText(shown.request, shown.answer)}
        </p>
        <button
          type="button"
          className="button-quiet -mr-[min(1rem,5vw)] ml-auto forced-colors:mr-0 print:hidden"
          onClick={reset}
        >
          <RotateCcw size={16} aria-hidden="true" />
          Reset Filters
        </button>
      </div>
      <VaultRows
        address={address}
        onReset={() => {
          toHeading();
          reset();
        }}
        onRefine={(changes) => {
          toHeading();
          refine(changes);
        }}
      />
      {shown !== undefined && shown.answer.totalItems > DEFAULT_PAGE_SIZE && (
        <div className="mt-5 grid items-center gap-4 xl:grid-cols-[1fr_42rem_1fr] print:hidden">
          <div className="xl:col-start-2">
            {shown.answer.totalPages > 1 && (
              <VaultPager
                currentPage={shown.answer.currentPage}
                totalPages={shown.answer.totalPages}
                hrefOf={(page) => vaultHref({ ...address, page })}
                onTurn={toHeading}
              />
            )}
          </div>
          <VaultPageSize size={address.size} onChoose={show} />
        </div>
      )}
    </section>
  );
};
