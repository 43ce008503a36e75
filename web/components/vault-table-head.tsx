import { toggleState } from '#domain/vault-order.ts';
import type { Sorting, VaultOrder } from '#domain/vault-order.ts';

type Column = {
  readonly name: string;
  /** The width of its column; the column without a width takes the rest. */
  readonly width: string;
  readonly end?: boolean;
  readonly sortedBy?: VaultOrder['by'];
};

export const COLUMNS: readonly Column[] = [
  { name: 'Name', width: 'w-38 print:w-[12%]' },
  { name: 'Email', width: 'w-[20%]' },
  { name: 'Phone', width: 'w-39 print:w-[12%]' },
  { name: 'Location', width: 'w-36 print:w-[11%]' },
  { name: 'Notes', width: '' },
  { name: 'Original Price', width: 'w-30 print:w-[10%]', end: true, sortedBy: 'price' },
  { name: 'Vaulted Date', width: 'w-33 print:w-[11%]', sortedBy: 'date' },
];

const SORTED = { none: undefined, asc: 'ascending', desc: 'descending' } as const;

/** The columns of the vault's table; the one that it is sorted by says so. */
export const VaultTableHead = ({ sorting }: { readonly sorting: Sorting }) => (
  <>
    <colgroup>
      {COLUMNS.map(({ name, width }) => (
        <col key={name} className={width} />
      ))}
    </colgroup>
    <thead className="sticky top-0 z-2 bg-sunken text-sm text-ink-muted shadow-[0_1px_var(--color-line)] print:static print:text-xs print:shadow-none">
      <tr>
        {COLUMNS.map(({ name, end, sortedBy }) => (
          <th
            key={name}
            scope="col"
            aria-sort={sortedBy && SORTED[toggleState(sortedBy, sorting)]}
            className={`vault-cell py-3 font-semibold whitespace-nowrap ${end ? 'text-right' : 'text-left'}`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  </>
);
