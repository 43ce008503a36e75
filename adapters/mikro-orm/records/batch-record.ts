import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity } from '@mikro-orm/core';

import type { Batch } from '#domain/batch.ts';

export const BatchRecord = defineEntity({
  name: 'BatchRecord',
  tableName: 'batch',
  properties: {
    id: p.uuid().primary(),
    version: p.integer().version(),
    importedAt: p.datetime(3),
    fileHash: p.text(),
    created: p.integer(),
    ending: p.text().$type<Batch['end']['is']>(),
    undoneAt: p.datetime(3).strictNullable(),
  },
  checks: [
    { name: 'batch_file_hash', expression: `file_hash ~ '^[0-9a-f]{64}$'` },
    { name: 'batch_created', expression: 'created >= 0' },
    {
      name: 'batch_ending',
      expression: `case ending when 'none' then undone_at is null when 'undone' then undone_at is not null else false end`,
    },
  ],
});

export type BatchRow = InferEntity<typeof BatchRecord>;
