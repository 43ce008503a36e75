import type { AuditEntry } from '#domain/audit.ts';
import type { LeadId } from '#domain/lead.ts';
import { chunksOf } from './chunks.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';
import { NONE, countInUse, isInUse, plus, takeBack } from './take-back.ts';
import type { InUse, TakenBack, Tally } from './take-back.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly secrets: Pick<Secrets, 'id'> };

export type UndoImportRequest = {
  readonly batchId: string;
  /** The operator. */
  readonly who: string;
};

export type UndoOutcome =
  | ({ readonly is: 'undone' } & TakenBack)
  /** Nothing was changed. */
  | ({ readonly is: 'in-use' } & InUse)
  /** Some leads came into use while the others were taken back. The batch stays with them. */
  | ({ readonly is: 'partly-undone' } & Tally)
  | { readonly is: 'unknown' | 'already' };

const noteOf = ({ removed, withdrawn, erased, sold, inCheckout }: Tally, goneBefore: number): string => {
  const left = isInUse({ sold, inCheckout }) ? `, sold ${sold}, in checkout ${inCheckout}` : '';
  const before = goneBefore === 0 ? '' : `, removed before ${goneBefore}`;
  return `removed ${removed}, withdrawn ${withdrawn}, erased ${erased}${left}${before}`;
};

/**
 * Takes the leads of an imported file back, with the keys of their persons; people whose contact was erased are still recognized, by
 * hashes. Refused when a lead is sold or in checkout. Leads that a running import adds meanwhile are taken back as well, until the
 * batch ends and takes no more. A run that is cut off is completed by the next one; the audit records the batch from its first lead on.
 */
export const undoImport = ({ atomically, clock, secrets }: Needs) => {
  const findBatch = (batchId: string) =>
    atomically(async ({ persons, batches }) => {
      // Under the lock of imports, so that none adds leads between the two reads.
      await persons.lock();
      const batch = await batches.find(batchId);
      return batch && { batch, ids: await batches.leadIdsOf(batchId) };
    });

  const entry = ({ batchId, who }: UndoImportRequest, note: string): AuditEntry => ({
    id: secrets.id(),
    at: clock(),
    who,
    action: 'undo-import',
    subject: batchId,
    note,
  });

  /** Does `work` chunk by chunk, each in a transaction of its own, and adds up what it counts. */
  const inChunks = async (
    ids: readonly LeadId[],
    work: (repositories: Repositories, chunk: readonly LeadId[], before: Tally) => Promise<Tally>,
    before: Tally = NONE,
  ): Promise<Tally> => {
    let tally = before;
    for await (const chunk of chunksOf(ids))
      tally = plus(tally, await atomically((repositories) => work(repositories, chunk, tally)));
    return tally;
  };

  const takeAllBack = (request: UndoImportRequest, ids: readonly LeadId[], before: Tally): Promise<Tally> =>
    inChunks(
      ids,
      async (repositories, chunk, { removed, withdrawn }) => {
        const taken = await takeBack(repositories, chunk, clock());
        const isFirst = removed + withdrawn === 0 && taken.removed + taken.withdrawn > 0;
        if (isFirst) await repositories.audit.add(entry(request, 'begun'));
        return taken;
      },
      before,
    );

  /** Ends the batch; but if an import has added leads beyond `seen`, nothing is changed, and those leads are answered. */
  const end = (request: UndoImportRequest, seen: ReadonlySet<LeadId>, tally: Tally, goneBefore: number) =>
    atomically(async ({ persons, batches, audit }): Promise<readonly LeadId[]> => {
      // Under the lock of imports: each of their transactions has ended and is seen here, or comes later and finds the batch undone.
      await persons.lock();
      const { batchId } = request;
      const added = (await batches.leadIdsOf(batchId)).filter((id) => !seen.has(id));
      if (added.length > 0) return added;
      const batch = await batches.find(batchId);
      if (batch !== undefined && !isInUse(tally))
        await batches.save({ ...batch, end: { is: 'undone', undoneAt: clock() } });
      await audit.add(entry(request, noteOf(tally, goneBefore)));
      return [];
    });

  return async (request: UndoImportRequest): Promise<UndoOutcome> => {
    const found = await findBatch(request.batchId);
    if (found === undefined) return { is: 'unknown' };
    const { batch, ids } = found;
    if (batch.end.is === 'undone') return { is: 'already' };
    const { sold, inCheckout } = await inChunks(ids, countInUse);
    if (isInUse({ sold, inCheckout })) return { is: 'in-use', sold, inCheckout };

    // Those that an earlier run, which was cut off, has taken back: nothing else removes leads.
    const goneBefore = batch.created - ids.length;
    const seen = new Set<LeadId>();
    let tally = NONE;
    let next = ids;
    do {
      tally = await takeAllBack(request, next, tally);
      for (const id of next) seen.add(id);
      next = await end(request, seen, tally, goneBefore);
    } while (next.length > 0);
    if (isInUse(tally)) return { is: 'partly-undone', ...tally };
    const { removed, withdrawn, erased } = tally;
    return { is: 'undone', removed, withdrawn, erased };
  };
};
