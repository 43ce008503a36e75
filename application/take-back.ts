import type { Instant } from '#domain/instant.ts';
import { forgetPerson, withdraw } from '#domain/lead.ts';
import type { LeadId } from '#domain/lead.ts';
import { holdsLead } from '#domain/purchase.ts';
import type { PurchaseProgress } from '#domain/purchase.ts';
import type { Repositories } from './ports/atomically.ts';
import type { LockedStanding } from './ports/shop-repositories.ts';

export type TakenBack = {
  /** Leads that were removed as if they had never existed. */
  readonly removed: number;
  /** Leads that somebody once tried to buy: they stay for those records, withdrawn and without their person. */
  readonly withdrawn: number;
  /** Leads whose contact was erased, by request or by age: they stay as they are, so that the person is still recognized. */
  readonly erased: number;
  /** Leads whose contact subscribers or a buyer have seen: they are withdrawn, and their persons still recognized. */
  readonly seen: number;
};

/** Leads that are sold, or being paid for now: they stay. */
export type InUse = { readonly sold: number; readonly inCheckout: number };

/** How many leads of a batch had which end. */
export type Tally = TakenBack & InUse;

export const NONE: Tally = { removed: 0, withdrawn: 0, erased: 0, seen: 0, sold: 0, inCheckout: 0 };

export const plus = (one: Tally, other: Tally): Tally => ({
  removed: one.removed + other.removed,
  withdrawn: one.withdrawn + other.withdrawn,
  erased: one.erased + other.erased,
  seen: one.seen + other.seen,
  sold: one.sold + other.sold,
  inCheckout: one.inCheckout + other.inCheckout,
});

export const isInUse = ({ sold, inCheckout }: InUse): boolean => sold + inCheckout > 0;

type Use = 'sold' | 'inCheckout' | 'erased' | 'given-back' | 'vaulted' | 'looked-at' | 'none';

const useOf = (
  states: ReadonlySet<PurchaseProgress['state']> = new Set(),
  { state, isErased }: LockedStanding = { state: 'listed', isErased: false },
): Use => {
  const known = [...states];
  if (known.some(holdsLead)) return 'sold';
  if (states.has('open')) return 'inCheckout';
  if (isErased) return 'erased';
  // Its money may come back, and the lead with it.
  if (state === 'withdrawn' && states.has('refunded')) return 'given-back';
  if (state === 'vaulted' || state === 'expired') return 'vaulted';
  return known.length === 0 ? 'none' : 'looked-at';
};

const usesOf = async (
  { leads, purchases }: Repositories,
  ids: readonly LeadId[],
): Promise<ReadonlyMap<Use, readonly LeadId[]>> => {
  // First, as it locks the leads: it waits for purchases that are just being stored, sees them, and keeps others out.
  const standings = await leads.lockStandings(ids);
  const states = await purchases.statesOf(ids);
  return Map.groupBy(ids, (id) => useOf(states.get(id), standings.get(id)));
};

const inUseOf = (uses: ReadonlyMap<Use, readonly LeadId[]>): InUse => ({
  sold: uses.get('sold')?.length ?? 0,
  inCheckout: uses.get('inCheckout')?.length ?? 0,
});

/** Counts which of these leads are in use. Nothing is changed. */
export const countInUse = async (repositories: Repositories, ids: readonly LeadId[]): Promise<Tally> => ({
  ...NONE,
  ...inUseOf(await usesOf(repositories, ids)),
});

/**
 * Takes back those of these leads that are not in use, with the keys of their persons; those keys stay whose contact somebody has seen,
 * or it would be sold once more. A lead that is gone already is not counted. `kept`: those that are not gone.
 */
export const takeBack = async (
  repositories: Repositories,
  ids: readonly LeadId[],
  now: Instant,
): Promise<{ readonly tally: Tally; readonly kept: readonly LeadId[] }> => {
  const { leads, persons, batches } = repositories;
  const uses = await usesOf(repositories, ids);
  const of = (use: Use): readonly LeadId[] => uses.get(use) ?? [];
  const forgotten = [...of('looked-at'), ...of('vaulted')];
  for (const id of forgotten) {
    const lead = await leads.find(id);
    if (lead !== undefined) await leads.save(forgetPerson(withdraw(lead, now) ?? lead));
  }
  await batches.forgetConsent(forgotten);
  await persons.removeOf([...of('none'), ...of('looked-at')]);
  const removed = await leads.remove(of('none'));
  const tally = {
    removed,
    withdrawn: of('looked-at').length,
    erased: of('erased').length,
    seen: of('vaulted').length + of('given-back').length,
    ...inUseOf(uses),
  };
  const gone = new Set(of('none'));
  return { tally, kept: ids.filter((id) => !gone.has(id)) };
};
