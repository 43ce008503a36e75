import { defineEntity, p } from '@mikro-orm/core';

import { BatchRecord } from './batch-record.ts';
import { LeadRecord } from './lead-record.ts';

/** Read and written by plain statements, many at a time; described here so that the check of the schema knows it. */
export const ProvenanceRecord = defineEntity({
  name: 'ProvenanceRecord',
  tableName: 'provenance',
  properties: {
    leadId: () =>
      p
        .manyToOne(LeadRecord)
        .mapToPk()
        .primary()
        .fieldName('lead_id')
        .index(false)
        .deleteRule('cascade')
        .updateRule('no action'),
    batchId: () =>
      p
        .manyToOne(BatchRecord)
        .mapToPk()
        .fieldName('batch_id')
        .index('provenance_batch')
        .deleteRule('no action')
        .updateRule('no action'),
    line: p.integer(),
    consent: p.json().columnType('jsonb').strictNullable(),
  },
  checks: [
    { name: 'provenance_line', expression: 'line > 0' },
    { name: 'provenance_consent', expression: `jsonb_typeof(consent) = 'object'` },
  ],
});
