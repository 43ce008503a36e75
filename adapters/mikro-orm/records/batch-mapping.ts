import type { Batch } from '#domain/batch.ts';
import type { BatchRow } from './batch-record.ts';
import { atOf, instantOf } from './column.ts';

const endColumns = (end: Batch['end']) => {
  switch (end.is) {
    case 'none':
      return { ending: end.is, undoneAt: null };
    case 'undone':
      return { ending: end.is, undoneAt: atOf(end.undoneAt) };
  }
};

/** A batch as its row's columns, all but the version, which the store counts. */
export const batchColumns = (batch: Batch) => ({
  id: batch.id,
  importedAt: atOf(batch.importedAt),
  fileHash: batch.fileHash,
  created: batch.created,
  ...endColumns(batch.end),
});

const endOf = (row: BatchRow): Batch['end'] => {
  switch (row.ending) {
    case 'none':
      return { is: 'none' };
    case 'undone':
      return { is: 'undone', undoneAt: instantOf(row.undoneAt) };
  }
};

/** The batch that a row holds. */
export const batchOf = (row: BatchRow): Batch => ({
  id: row.id,
  importedAt: instantOf(row.importedAt),
  fileHash: row.fileHash,
  created: row.created,
  end: endOf(row),
});
