import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Ref } from 'react';

import { US_STATES } from '#domain/us-states.ts';
import { sortingAfterPress, toggleState } from '#domain/vault-order.ts';
import type { VaultOrder } from '#domain/vault-order.ts';
import { usStateOf } from '#web/vault-address.ts';
import type { VaultAddress } from '#web/vault-address.ts';
import { orderText } from '#web/vault-words.ts';

import { SearchField } from './search-field.tsx';
import type { Searching } from './search-field.tsx';
import { SelectBox } from './select-box.tsx';
import type { Refine } from './use-vault-address.ts';

const STATES = Object.entries(US_STATES);

const ARROWS = { none: undefined, asc: ArrowUp, desc: ArrowDown } as const;

type Props = { readonly address: VaultAddress; readonly refine: Refine };

const SortToggle = ({
  by,
  children,
  address,
  refine,
}: Props & { readonly by: VaultOrder['by']; readonly children: string }) => {
  const standing = toggleState(by, address.sorting);
  const Arrow = ARROWS[standing];
  return (
    <button
      type="button"
      aria-pressed={standing !== 'none'}
      className="button-line grid grid-cols-[1fr_auto_1fr] gap-1 px-2 sm:px-3 aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
      onClick={() => refine({ sorting: sortingAfterPress(by, address.sorting) })}
    >
      <span className="col-start-2">
        {children}
        {/* The meaning of the arrow, for screen readers. */}
        <span className="sr-only">{standing !== 'none' && orderText(address.sorting)}</span>
      </span>
      <span aria-hidden="true" className="min-w-4.5" data-arrow={standing}>
        {Arrow && <Arrow size={18} />}
      </span>
    </button>
  );
};

const StateFilter = ({ address, refine }: Props) => (
  <div className="max-md:col-span-2">
    <label htmlFor="state" className="sr-only">
      State
    </label>
    <SelectBox
      id="state"
      name="state"
      value={address.state ?? ''}
      onChange={({ target }) => refine({ state: usStateOf(target.value) })}
      className="lg:w-50"
    >
      <option value="">All States</option>
      {STATES.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectBox>
  </div>
);

/** Search, state and order. */
export const VaultFilters = ({ address, refine, searching }: Props & { readonly searching: Ref<Searching> }) => (
  <div className="grid grid-cols-2 gap-2 md:grid-cols-[1fr_auto_auto] lg:grid-cols-[1fr_auto_auto_auto] print:hidden">
    <SearchField
      ref={searching}
      name="search"
      label="Search by city, name, or email"
      placeholder="Search by city, name, or email..."
      value={address.search}
      onSearch={(search, options) => refine({ search }, options)}
      className="col-span-2 md:col-span-3 lg:col-span-1"
    />
    <StateFilter address={address} refine={refine} />
    <SortToggle by="date" address={address} refine={refine}>
      Sort by Date
    </SortToggle>
    <SortToggle by="price" address={address} refine={refine}>
      Sort by Price
    </SortToggle>
  </div>
);
