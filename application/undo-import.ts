import type { AuditEntry } from '#domain/audit.ts';
import { forgetPerson, withdraw } from '#domain/lead.ts';
import type { LeadId } from '#domain/lead.ts';
import { holdsLead } from '#domain/purchase.ts';
import type { PurchaseProgress } from '#domain/purchase.ts';
import { chunksOf } from './chunks.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly secrets: Pick<Secrets, 'id'> };

export type UndoImport = {
  readonly batchId: string;
  /** The operator. */
  readonly who: string;
};

type TakenBack = {
  /** Leads that are gone as if they had never been. */
  readonly removed: number;
  /** Leads that somebody once wanted to buy, in vain: they stay for those records, withdrawn and without their person. */
  readonly withdrawn: number;
  /** Leads whose contact was erased, for their person or by their age: they stay as they are, so that the person is still known. */
  readonly erased: number;
};

/** Leads of the batch that are sold, or that somebody is paying for now: they stay. */
type InUse = { readonly sold: number; readonly inCheckout: number };

export type UndoOutcome =
  | ({ readonly is: 'undone' } & TakenBack)
  /** Nothing was changed. */
  | ({ readonly is: 'in-use' } & InUse)
  /** Some leads came into use while the others were taken back. The batch stays with them. */
  | ({ readonly is: 'partly-undone' } & TakenBack & InUse)
  | { readonly is: 'unknown' | 'already' };

type Use = 'sold' | 'inCheckout' | 'erased' | 'looked-at' | 'none';

const useOf = (states: ReadonlySet<PurchaseProgress['state']> | undefined, isErased: boolean): Use => {
  const known = [...(states ?? [])];
  if (known.some(holdsLead)) return 'sold';
  if (known.includes('open')) return 'inCheckout';
  if (isErased) return 'erased';
  return known.length === 0 ? 'none' : 'looked-at';
};

/**
 * Takes the leads of an imported file back, with everything by which their persons are known; but whose contact was erased stays
 * known, by hashes. Refused when one of them is sold or in checkout. What an import that still runs adds meanwhile is taken back
 * as well, until the batch ends and takes no more. A run that is cut off is completed by the next one; the audit tells of it from
 * its first lead on.
 */
export const undoImport =
  ({ atomically, clock, secrets }: Needs) =>
  async ({ batchId, who }: UndoImport): Promise<UndoOutcome> => {
    const begun = await atomically(async ({ persons, batches }) => {
      // In turn with imports, so that none adds leads between the two readings.
      await persons.takeTurn();
      const batch = await batches.find(batchId);
      return batch === undefined ? undefined : { batch, ids: await batches.leadIdsOf(batchId) };
    });
    if (begun === undefined) return { is: 'unknown' };
    if (begun.batch.end.is === 'undone') return { is: 'already' };
    /** By a run that was cut off: nothing else takes away leads. */
    const goneBefore = begun.batch.created - begun.ids.length;

    const usesIn = async ({ leads, purchases }: Repositories, ids: readonly LeadId[]) => {
      // First, as it holds the leads: a purchase that is just being stored is waited for, and seen, and no other one comes.
      const erased = new Set(await leads.findErased(ids));
      const states = await purchases.statesOf(ids);
      return Map.groupBy(ids, (id) => useOf(states.get(id), erased.has(id)));
    };
    const counts = { sold: 0, inCheckout: 0, removed: 0, withdrawn: 0, erased: 0 };
    const countInUse = (uses: ReadonlyMap<Use, readonly LeadId[]>): void => {
      counts.sold += uses.get('sold')?.length ?? 0;
      counts.inCheckout += uses.get('inCheckout')?.length ?? 0;
    };
    for await (const ids of chunksOf(begun.ids))
      countInUse(await atomically((repositories) => usesIn(repositories, ids)));
    if (counts.sold + counts.inCheckout > 0) return { is: 'in-use', sold: counts.sold, inCheckout: counts.inCheckout };

    const entry = (note: string): AuditEntry => ({
      id: secrets.id(),
      at: clock(),
      who,
      action: 'undo-import',
      subject: batchId,
      note,
    });
    const takeBack = async (repositories: Repositories, ids: readonly LeadId[]) => {
      const { leads, persons, batches, audit } = repositories;
      const uses = await usesIn(repositories, ids);
      const unused = uses.get('none') ?? [];
      const lookedAt = uses.get('looked-at') ?? [];
      const isFirst = counts.removed + counts.withdrawn === 0 && unused.length + lookedAt.length > 0;
      if (isFirst) await audit.add(entry('begun'));
      let withdrawn = 0;
      for (const id of lookedAt) {
        const lead = await leads.find(id);
        if (lead === undefined) continue;
        await leads.save(forgetPerson(withdraw(lead, clock()) ?? lead));
        withdrawn += 1;
      }
      await batches.forgetConsent(lookedAt);
      await persons.removeOf([...unused, ...lookedAt]);
      await leads.remove(unused);
      return { uses, removed: unused.length, withdrawn };
    };
    const seen = new Set<LeadId>();
    const takeAllBack = async (all: readonly LeadId[]): Promise<void> => {
      for await (const ids of chunksOf(all)) {
        const done = await atomically((repositories) => takeBack(repositories, ids));
        countInUse(done.uses);
        counts.removed += done.removed;
        counts.withdrawn += done.withdrawn;
        counts.erased += done.uses.get('erased')?.length ?? 0;
        for (const id of ids) seen.add(id);
      }
    };
    const isWhole = (): boolean => counts.sold + counts.inCheckout === 0;
    /** Ends the batch; but when an import has added more of it meanwhile, nothing is changed, and those leads are answered. */
    const end = async ({ persons, batches, audit }: Repositories): Promise<readonly LeadId[]> => {
      // In turn with imports: each of their transactions has ended, and is seen here, or else finds the batch undone.
      await persons.takeTurn();
      const added = (await batches.leadIdsOf(batchId)).filter((id) => !seen.has(id));
      if (added.length > 0) return added;
      const batch = await batches.find(batchId);
      if (batch !== undefined && isWhole()) await batches.save({ ...batch, end: { is: 'undone', undoneAt: clock() } });
      const { removed, withdrawn, erased, sold, inCheckout } = counts;
      const left = isWhole() ? '' : `, sold ${sold}, in checkout ${inCheckout}`;
      const before = goneBefore === 0 ? '' : `, removed before ${goneBefore}`;
      await audit.add(entry(`removed ${removed}, withdrawn ${withdrawn}, erased ${erased}${left}${before}`));
      return [];
    };
    let next: readonly LeadId[] = begun.ids;
    do {
      await takeAllBack(next);
      next = await atomically(end);
    } while (next.length > 0);

    const { removed, withdrawn, erased } = counts;
    return isWhole() ? { is: 'undone', removed, withdrawn, erased } : { is: 'partly-undone', ...counts };
  };
