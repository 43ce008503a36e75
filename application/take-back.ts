import type { Instant } from '#domain/instant.ts';
import { forgetPerson, withdraw } from '#domain/lead.ts';
import type { LeadId } from '#domain/lead.ts';
import { holdsLead } from '#domain/purchase.ts';
import type { PurchaseProgress } from '#domain/purchase.ts';
import type { Repositories } from './ports/atomically.ts';

export type TakenBack = {
  /** Leads that were removed as if they had never existed. */
  readonly removed: number;
  /** Leads that somebody once tried to buy: they stay for those records, withdrawn and without their person. */
  readonly withdrawn: number;
  /** Leads whose contact was erased, by request or by age: they stay as they are, so that the person is still recognized. */
  readonly erased: number;
};

/** Leads that are sold, or being paid for now: they stay. */
export type InUse = { readonly sold: number; readonly inCheckout: number };

/** How many leads of a batch had which end. */
export type Tally = TakenBack & InUse;

export const NONE: Tally = { removed: 0, withdrawn: 0, erased: 0, sold: 0, inCheckout: 0 };

export const plus = (one: Tally, other: Tally): Tally => ({
  removed: one.removed + other.removed,
  withdrawn: one.withdrawn + other.withdrawn,
  erased: one.erased + other.erased,
  sold: one.sold + other.sold,
  inCheckout: one.inCheckout + other.inCheckout,
});

export const isInUse = ({ sold, inCheckout }: InUse): boolean => sold + inCheckout > 0;

type Use = 'sold' | 'inCheckout' | 'erased' | 'looked-at' | 'none';

const useOf = (states: ReadonlySet<PurchaseProgress['state']> | undefined, isErased: boolean): Use => {
  const known = [...(states ?? [])];
  if (known.some(holdsLead)) return 'sold';
  if (known.includes('open')) return 'inCheckout';
  if (isErased) return 'erased';
  return known.length === 0 ? 'none' : 'looked-at';
};

const usesOf = async (
  { leads, purchases }: Repositories,
  ids: readonly LeadId[],
): Promise<ReadonlyMap<Use, readonly LeadId[]>> => {
  // First, as it locks the leads: it waits for purchases that are just being stored, sees them, and keeps others out.
  const erased = new Set(await leads.findErased(ids));
  const states = await purchases.statesOf(ids);
  return Map.groupBy(ids, (id) => useOf(states.get(id), erased.has(id)));
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

/** Takes back those of these leads that are not in use, with the keys of their persons. One that is gone already is not counted. */
export const takeBack = async (repositories: Repositories, ids: readonly LeadId[], now: Instant): Promise<Tally> => {
  const { leads, persons, batches } = repositories;
  const uses = await usesOf(repositories, ids);
  const unused = uses.get('none') ?? [];
  const lookedAt = uses.get('looked-at') ?? [];
  for (const id of lookedAt) {
    const lead = await leads.find(id);
    if (lead !== undefined) await leads.save(forgetPerson(withdraw(lead, now) ?? lead));
  }
  await batches.forgetConsent(lookedAt);
  await persons.removeOf([...unused, ...lookedAt]);
  const removed = await leads.remove(unused);
  const erased = uses.get('erased')?.length ?? 0;
  return { removed, withdrawn: lookedAt.length, erased, ...inUseOf(uses) };
};
