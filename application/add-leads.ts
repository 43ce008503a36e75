import type { PersonKey, Provenance } from '#domain/batch.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import type { Repositories } from './ports/atomically.ts';

/** A lead that is new here, with the keys that identify its person, and how it came. */
export type NewLead = {
  readonly lead: Lead;
  /** Hashes of the person's keys. */
  readonly keys: readonly string[];
  readonly provenance: Pick<Provenance, 'line' | 'consent'>;
};

/** Adds leads of a batch, with everything that belongs to them, in the caller's transaction. The batch must be stored already. */
export const addLeads = async (
  { leads, persons, batches }: Pick<Repositories, 'leads' | 'persons' | 'batches'>,
  added: readonly NewLead[],
  { batchId, seenAt }: { readonly batchId: string; readonly seenAt: Instant },
): Promise<void> => {
  await leads.add(added.map(({ lead }) => lead));
  await batches.addProvenance(added.map(({ lead, provenance }) => ({ leadId: lead.id, batchId, ...provenance })));
  await persons.add(
    added.flatMap(({ lead, keys }) => keys.map((key): PersonKey => ({ key, leadId: lead.id, seenAt }))),
  );
};
