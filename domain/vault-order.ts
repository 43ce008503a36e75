import type { VaultedLead } from './vault.ts';

/** How the vault is sorted. Unsorted is newest first. */
export type VaultOrder = { readonly by: 'date' | 'price'; readonly direction: 'asc' | 'desc' };

/** `undefined`: the visitor has not chosen an order. */
export type Sorting = VaultOrder | undefined;

/** The default order of the vault. */
export const NEWEST_FIRST: VaultOrder = { by: 'date', direction: 'desc' };

/** The orders of a toggle, press by press, and then from the start again. */
const CYCLES = {
  date: ['none', 'asc', 'desc'],
  price: ['none', 'desc', 'asc'],
} as const satisfies Record<VaultOrder['by'], readonly ['none', ...VaultOrder['direction'][]]>;

/** Where a toggle stands: `none` when the vault is sorted by something else, or by nothing. */
export const toggleState = (by: VaultOrder['by'], sorting: Sorting): 'none' | VaultOrder['direction'] =>
  sorting?.by === by ? sorting.direction : 'none';

/** The sorting after one press of a toggle. */
export const sortingAfterPress = (by: VaultOrder['by'], sorting: Sorting): Sorting => {
  const cycle: readonly ('none' | VaultOrder['direction'])[] = CYCLES[by];
  const next = cycle[(cycle.indexOf(toggleState(by, sorting)) + 1) % cycle.length] ?? 'none';
  return next === 'none' ? undefined : { by, direction: next };
};

type Sorted = Pick<VaultedLead, 'id' | 'price' | 'vaultedAt'>;

const byId = (a: Sorted, b: Sorted): number => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/**
 * Which of two leads comes first. Descending: by price if that is asked, then the newest, then the highest id. Ascending is
 * that backwards. Stores may sort in their own language, and must agree with this.
 */
export const compareVaulted =
  ({ by, direction }: VaultOrder) =>
  (a: Sorted, b: Sorted): number => {
    const descending = (by === 'price' ? b.price - a.price : 0) || b.vaultedAt - a.vaultedAt || byId(a, b);
    return direction === 'desc' ? descending : -descending;
  };
