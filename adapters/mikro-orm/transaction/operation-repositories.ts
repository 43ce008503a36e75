import type { Audit, Batches } from '#application/ports/operation-repositories.ts';
import type { Provenance } from '#domain/batch.ts';
import { auditColumns, auditEntryOf } from '#adapters/mikro-orm/records/audit-mapping.ts';
import { AuditRecord } from '#adapters/mikro-orm/records/audit-record.ts';
import { batchColumns, batchOf } from '#adapters/mikro-orm/records/batch-mapping.ts';
import { BatchRecord } from '#adapters/mikro-orm/records/batch-record.ts';
import { isId } from '#adapters/mikro-orm/records/keys.ts';
import { rowsOf } from './rows.ts';
import { slicesOf } from './slices.ts';
import type { Transaction } from './transaction.ts';

const ADD_PROVENANCE = `insert into provenance (lead_id, batch_id, line, consent)
  select lead_id, batch_id, line, consent::jsonb
  from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[]) as given (lead_id, batch_id, line, consent)`;

const PROVENANCE_OF = `select lead_id as "leadId", batch_id as "batchId", line, consent::text as consent
  from provenance where lead_id = $1::uuid`;

type Consent = NonNullable<Provenance['consent']>;
type ProvenanceRow = Omit<Provenance, 'consent'> & { readonly consent: string | null };

export const batchesOn = (transaction: Transaction): Batches => {
  const { sql, flush } = transaction;
  const batches = rowsOf(transaction, {
    record: BatchRecord,
    keyOf: ({ id }) => id,
    valueOf: batchOf,
    columnsOf: batchColumns,
  });
  return {
    find: batches.find,
    add: async (batch) => batches.add(batch),
    save: async (batch) => batches.save(batch),
    addProvenance: async (provenance) => {
      await flush();
      for (const slice of slicesOf(provenance))
        await sql(ADD_PROVENANCE, [
          slice.map(({ leadId }) => leadId),
          slice.map(({ batchId }) => batchId),
          slice.map(({ line }) => line),
          slice.map(({ consent }) => (consent === undefined ? null : JSON.stringify(consent))),
        ]);
    },
    leadIdsOf: async (batchId) => {
      if (!isId(batchId)) return [];
      const { rows } = await sql<{ readonly id: string }>(
        'select lead_id as id from provenance where batch_id = $1::uuid order by line, id',
        [batchId],
      );
      return rows.map(({ id }) => id);
    },
    provenanceOf: async (leadId) => {
      if (!isId(leadId)) return undefined;
      const [row] = (await sql<ProvenanceRow>(PROVENANCE_OF, [leadId])).rows;
      return row && { ...row, consent: row.consent === null ? undefined : (JSON.parse(row.consent) as Consent) };
    },
    forgetConsent: async (leadIds) => {
      await sql('update provenance set consent = null where lead_id = any($1::uuid[])', [leadIds.filter(isId)]);
    },
  };
};

export const auditOn = (transaction: Transaction): Audit => {
  const entries = rowsOf(transaction, {
    record: AuditRecord,
    keyOf: ({ id }) => id,
    valueOf: auditEntryOf,
    columnsOf: auditColumns,
  });
  return { add: async (entry) => entries.add(entry) };
};
