import { grow, isUndone, newBatch } from '#domain/batch.ts';
import type { Batch } from '#domain/batch.ts';
import { idOfHash } from '#domain/hashed-id.ts';
import { leadIdOf } from '#domain/import-ids.ts';
import type { Instant } from '#domain/instant.ts';
import type { LeadId } from '#domain/lead.ts';
import { addLeads } from './add-leads.ts';
import type { NewLead } from './add-leads.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Secrets } from './ports/secrets.ts';
import type { SortedRow } from './sort-rows.ts';

type Needs = { readonly atomically: Atomically; readonly secrets: Pick<Secrets, 'hash'> };

/** The batch was undone, or is being undone, while an import of its file runs. */
export class BatchUndone extends Error {
  override readonly name = 'BatchUndone';
}

/** The batch of a file: that of another run, or a new one. */
export type FileBatch = {
  readonly id: string;
  /** Whether another run has begun it, as far as was looked. */
  readonly exists: () => boolean;
  /** When its first run began, or this one, if there was none before. */
  readonly begunAt: Instant;
  /** Looks in the caller's transaction for what other runs have added since: the same file may be imported twice at once. */
  readonly look: (repositories: Pick<Repositories, 'batches'>) => Promise<void>;
  /** Whether another run has added the row on this line. */
  readonly has: (line: number) => boolean;
  /**
   * Adds the new ones among the rows, in the caller's transaction. Throws `BatchUndone` when it was undone meanwhile: nobody could take
   * them back any more; or when its undoing has begun, which would not catch up with an import that is faster.
   */
  readonly add: (repositories: Repositories, sorted: readonly SortedRow[], listedAt: Instant) => Promise<void>;
  /** Told of the rows of each `add` once its transaction has ended. */
  readonly added: (sorted: readonly SortedRow[]) => void;
};

/** Finds the batch of a file by the file's contents. A batch that was undone is left alone: the file begins a new one. */
export const findFileBatch = async (
  { atomically, secrets: { hash } }: Needs,
  fileHash: string,
  now: Instant,
): Promise<FileBatch> => {
  let importedAt: Instant | undefined;
  let leadIds: ReadonlySet<LeadId> = new Set();
  /** As many leads of the batch are known to have been added. */
  let created = 0;
  const lookFor = async (wanted: string, { batches }: Pick<Repositories, 'batches'>): Promise<Batch | undefined> => {
    const batch = await batches.find(wanted);
    if (batch === undefined || isUndone(batch) || batch.created === created) return batch;
    leadIds = new Set(await batches.leadIdsOf(wanted));
    ({ importedAt, created } = batch);
    return batch;
  };
  const id = await atomically(async (repositories) => {
    for (let undone = 0; ; undone += 1) {
      const wanted = idOfHash(hash(`batch ${undone} of ${fileHash}`));
      const batch = await lookFor(wanted, repositories);
      if (batch === undefined || !isUndone(batch)) return wanted;
    }
  });
  const leadId = (at: Instant, line: number): LeadId => leadIdOf(at, line, hash(`lead ${line} of ${id}`));
  /** The line of the last lead that this run has added. */
  let lastLine: number | undefined;

  return {
    id,
    exists: () => importedAt !== undefined,
    begunAt: importedAt ?? now,
    look: async (repositories) => void (await lookFor(id, repositories)),
    has: (line) => importedAt !== undefined && leadIds.has(leadId(importedAt, line)),
    add: async (repositories, sorted, listedAt) => {
      const { batches } = repositories;
      const batch = await batches.find(id);
      const begunAt = batch?.importedAt ?? now;
      // Only undoing removes leads, and the newest first.
      const isGone = async (line: number) => (await batches.provenanceOf(leadId(begunAt, line))) === undefined;
      if (batch !== undefined && isUndone(batch)) throw new BatchUndone();
      if (lastLine !== undefined && (await isGone(lastLine))) throw new BatchUndone();
      const fresh = sorted.filter((one) => one.is === 'new');
      if (fresh.length === 0) return;
      const leads = fresh.map(({ row: { line }, keys, draft: { consent, ...draft } }): NewLead => {
        const lead = { id: leadId(begunAt, line), ...draft, standing: { state: 'listed', listedAt } as const };
        return { lead, keys, provenance: { line, consent } };
      });
      await (batch === undefined
        ? batches.add(newBatch(id, fileHash, leads.length, begunAt))
        : batches.save(grow(batch, leads.length)));
      await addLeads(repositories, leads, { batchId: id, seenAt: now });
    },
    added: (sorted) => {
      created += sorted.filter(({ is }) => is === 'new').length;
      lastLine = sorted.findLast(({ is }) => is === 'new')?.row.line ?? lastLine;
    },
  };
};
