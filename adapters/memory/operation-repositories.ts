import type { Repositories } from '#application/ports/atomically.ts';
import type { AuditEntry } from '#domain/audit.ts';
import type { Batch, PersonKey, Provenance } from '#domain/batch.ts';
import { isShownAfter } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { Conflict, overlayOf } from './overlay.ts';
import type { Overlay, Table } from './overlay.ts';
import type { RowHolds } from './row-holds.ts';

export type OperationTables = {
  readonly batches: Table<Batch>;
  /** By the id of the lead. */
  readonly provenance: Table<Provenance>;
  readonly personKeys: Table<PersonKey>;
  readonly audit: Table<AuditEntry>;
};

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

const byLine = (a: Provenance, b: Provenance): number => a.line - b.line || (a.leadId < b.leadId ? -1 : 1);

/** What only operators work with, in one transaction, and what its commit has to look at and to write. */
export const operationRepositories = (
  tables: OperationTables,
  leads: Overlay<Lead>,
  { holds, transaction }: { readonly holds: RowHolds; readonly transaction: object },
  assertOpen: () => void,
) => {
  const batches = overlayOf(tables.batches, assertOpen);
  const provenance = overlayOf(tables.provenance, assertOpen);
  const personKeys = overlayOf(tables.personKeys, assertOpen);
  const audit = overlayOf(tables.audit, assertOpen);

  const valuesOf = <Value>(overlay: Overlay<Value>): readonly Value[] => overlay.entries().map(([, value]) => value);

  const addPersonKey = (personKey: PersonKey): void => {
    const id = `${personKey.key} ${personKey.leadId}`;
    const stored = personKeys.find(id);
    if (stored === undefined) personKeys.add(id, personKey);
    else if (stored.seenAt < personKey.seenAt) personKeys.save(id, personKey);
  };

  const repositories: Pick<Repositories, 'batches' | 'persons' | 'audit'> = {
    batches: {
      find: async (id) => batches.find(id),
      add: async (batch) => batches.add(batch.id, batch),
      save: async (batch) => batches.save(batch.id, batch),
      addProvenance: async (added) => added.forEach((one) => provenance.add(one.leadId, one)),
      leadIdsOf: async (batchId) =>
        valuesOf(provenance)
          .filter((one) => one.batchId === batchId && !leads.removed().has(one.leadId))
          .toSorted(byLine)
          .map(({ leadId }) => leadId),
      provenanceOf: async (leadId) => (leads.removed().has(leadId) ? undefined : provenance.find(leadId)),
      forgetConsent: async (leadIds) => {
        for (const leadId of leadIds) {
          const known = provenance.find(leadId);
          if (known !== undefined) provenance.save(leadId, { ...known, consent: undefined });
        }
      },
    },
    persons: {
      lock: () => holds.take('persons', transaction),
      seenSince: async (keys, since) => {
        const wanted = new Set(keys);
        const seen = valuesOf(personKeys).filter(({ key, seenAt }) => wanted.has(key) && seenAt >= since);
        return new Set(seen.map(({ key }) => key));
      },
      shownAfter: async (keys, at) => {
        const wanted = new Set(keys);
        const known = valuesOf(personKeys).filter(({ key }) => wanted.has(key));
        const shown = new Set(valuesOf(leads).flatMap((lead) => (isShownAfter(lead, at) ? [lead.id] : [])));
        return new Set(known.flatMap(({ key, leadId }) => (shown.has(leadId) ? [key] : [])));
      },
      leadIdsOf: async (keys) => {
        const wanted = new Set(keys);
        const known = valuesOf(personKeys).filter(({ key }) => wanted.has(key));
        return [...new Set(known.map(({ leadId }) => leadId))].toSorted();
      },
      add: async (added) => added.forEach(addPersonKey),
      removeOf: async (leadIds) => {
        const gone = new Set(leadIds);
        for (const [id, { leadId }] of personKeys.entries()) if (gone.has(leadId)) personKeys.remove(id);
      },
    },
    audit: { add: async (entry) => audit.add(entry.id, entry) },
  };

  return {
    repositories,
    overlays: [batches, provenance, personKeys, audit] as const,
    /** Throws for what the tables of a database would refuse. */
    check: (): void => {
      // Of a lead that is gone nobody asks how it came.
      for (const leadId of leads.removed()) provenance.remove(leadId);
      if (batches.changes().some(({ fileHash, created }) => !isHash(fileHash) || created < 0))
        throw new Error('a batch must have the hash of its file, and no fewer leads than none');
      const added = provenance.changes();
      if (
        added.some(
          ({ leadId, batchId }) => leads.findFresh(leadId) === undefined || batches.findFresh(batchId) === undefined,
        )
      )
        throw new Conflict('provenance must be of a stored lead and batch');
      if (added.some(({ line }) => line < 1)) throw new Error('lines count from 1');
      const known = personKeys.changes();
      if (known.some(({ key }) => !isHash(key))) throw new Error('what tells of a person must be hashed');
      const gone = leads.removed();
      if (known.some(({ leadId }) => leads.findFresh(leadId) === undefined) || (gone.size > 0 && keepsKeyOf(gone)))
        throw new Conflict('a person must be of a stored lead');
    },
  };

  function keepsKeyOf(gone: ReadonlySet<string>): boolean {
    return valuesOf(personKeys).some(({ leadId }) => gone.has(leadId));
  }
};
