import { defineEntity, p } from '@mikro-orm/core';

import { LeadRecord } from './lead-record.ts';

/**
 * Read and written by plain statements, many at a time; described here so that the check of the schema knows it. The keys of a lead
 * outlive its contact. They are removed before or after the lead, in one transaction: the reference is checked at its end.
 */
export const PersonKeyRecord = defineEntity({
  name: 'PersonKeyRecord',
  tableName: 'person_key',
  properties: {
    key: p.text().primary(),
    leadId: () =>
      p
        .manyToOne(LeadRecord)
        .mapToPk()
        .primary()
        .fieldName('lead_id')
        .index('person_key_lead')
        .deleteRule('no action')
        .updateRule('no action')
        .deferMode('deferred'),
    seenAt: p.datetime(3),
  },
  checks: [{ name: 'person_key_key', expression: `key ~ '^[0-9a-f]{64}$'` }],
});
