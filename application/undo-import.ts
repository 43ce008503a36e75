import type { AuditEntry } from '#domain/audit.ts';
import { isUndone, undo } from '#domain/batch.ts';
import type { LeadId } from '#domain/lead.ts';
import { CHUNK, chunksOf } from './chunks.ts';
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

/** What has been done so far, and which of the leads that were looked at are still there, chunk by chunk. */
type Done = { readonly tally: Tally; readonly kept: readonly (readonly LeadId[])[] };

const noteOf = ({ removed, withdrawn, erased, seen, sold, inCheckout }: Tally, goneBefore: number): string => {
  const left = isInUse({ sold, inCheckout }) ? `, sold ${sold}, in checkout ${inCheckout}` : '';
  const before = goneBefore === 0 ? '' : `, removed before ${goneBefore}`;
  const known = seen === 0 ? '' : `, seen ${seen}`;
  return `removed ${removed}, withdrawn ${withdrawn}, erased ${erased}${known}${left}${before}`;
};

/**
 * Takes the leads of an imported file back, with the keys of their persons; people whose contact was erased, or seen by subscribers or a
 * buyer, are still recognized, by hashes. Refused when a lead is sold or in checkout. An import that runs meanwhile is stopped, and what
 * it still adds is taken back as well, also what was taken back before. A run that is cut off is completed by the next one, and two at
 * once share the work; the audit records the batch from its first lead on, and each lead once.
 */
export const undoImport = ({ atomically, clock, secrets }: Needs) => {
  const findBatch = (batchId: string) =>
    atomically(async ({ batches }) => {
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

  /** Does `work` chunk by chunk, each in a transaction of its own, which goes on from what was reached before it. */
  const inChunks = async <Reached>(
    ids: readonly LeadId[],
    work: (repositories: Repositories, chunk: readonly LeadId[], before: Reached) => Promise<Reached>,
    before: Reached,
  ): Promise<Reached> => {
    let reached = before;
    for await (const chunk of chunksOf(ids))
      reached = await atomically((repositories) => work(repositories, chunk, reached));
    return reached;
  };

  const countChunk = async (repositories: Repositories, chunk: readonly LeadId[], before: Tally): Promise<Tally> =>
    plus(before, await countInUse(repositories, chunk));

  const takeChunk =
    (request: UndoImportRequest) =>
    async (repositories: Repositories, chunk: readonly LeadId[], before: Done): Promise<Done> => {
      const { tally: taken, kept } = await takeBack(repositories, chunk, clock());
      const { removed, withdrawn, seen } = before.tally;
      const isFirst = removed + withdrawn + seen === 0 && taken.removed + taken.withdrawn + taken.seen > 0;
      if (isFirst) await repositories.audit.add(entry(request, 'begun'));
      return { tally: plus(before.tally, taken), kept: [...before.kept, kept] };
    };

  /**
   * Takes the newest leads back that are not `done`, and answers the older ones, which are still to be taken; or ends the batch if there
   * are none. All of it under the lock of imports: each of their transactions has ended and is seen here, or comes later and finds the
   * last lead of its run gone, or the batch undone. A run that begins meanwhile adds what is gone already, by the same ids.
   */
  const takeNewest = (request: UndoImportRequest, done: Done) =>
    atomically(async (repositories) => {
      const { persons, batches, audit } = repositories;
      await persons.lock();
      const batch = await batches.find(request.batchId);
      if (batch === undefined || isUndone(batch)) return { is: 'already' } as const;
      const stored = await batches.leadIdsOf(batch.id);
      const kept = new Set(done.kept.flat());
      const left = stored.filter((id) => !kept.has(id));
      if (left.length > 0) {
        const [older, newest] = [left.slice(0, -CHUNK), left.slice(-CHUNK)];
        return { is: 'begun', older, done: await takeChunk(request)(repositories, newest, done) } as const;
      }
      const { tally } = done;
      if (!isInUse(tally)) await batches.save(undo(batch, clock()));
      // By runs that were cut off, or beside this one: nothing else removes leads.
      await audit.add(entry(request, noteOf(tally, batch.created - stored.length - tally.removed)));
      return { is: 'ended' } as const;
    });

  return async (request: UndoImportRequest): Promise<UndoOutcome> => {
    const found = await findBatch(request.batchId);
    if (found === undefined) return { is: 'unknown' };
    if (isUndone(found.batch)) return { is: 'already' };
    const { sold, inCheckout } = await inChunks(found.ids, countChunk, NONE);
    if (isInUse({ sold, inCheckout })) return { is: 'in-use', sold, inCheckout };

    let done: Done = { tally: NONE, kept: [] };
    for (;;) {
      const step = await takeNewest(request, done);
      if (step.is === 'already') return step;
      if (step.is === 'ended') break;
      done = await inChunks(step.older, takeChunk(request), step.done);
    }
    const { tally } = done;
    if (isInUse(tally)) return { is: 'partly-undone', ...tally };
    const { removed, withdrawn, erased, seen } = tally;
    return { is: 'undone', removed, withdrawn, erased, seen };
  };
};
