import type { Instant } from './instant.ts';

/** The leads of one imported file, which can be taken back together while nothing of them is sold or in checkout. */
export type Batch = {
  readonly id: string;
  readonly importedAt: Instant;
  /** SHA-256 of the file's bytes. */
  readonly fileHash: string;
  readonly created: number;
  readonly end: { readonly is: 'none' } | { readonly is: 'undone'; readonly undoneAt: Instant };
};

/** The batch of a file with its first leads, as many as `created`. */
export const newBatch = (id: string, fileHash: string, created: number, importedAt: Instant): Batch => ({
  id,
  importedAt,
  fileHash,
  created,
  end: { is: 'none' },
});

/** The batch with `count` leads more. */
export const grow = (batch: Batch, count: number): Batch => ({ ...batch, created: batch.created + count });

/** The batch once its leads are taken back. It still tells how many it had. */
export const undo = (batch: Batch, now: Instant): Batch => ({ ...batch, end: { is: 'undone', undoneAt: now } });

export const isUndone = ({ end }: Batch): boolean => end.is === 'undone';

/** How a lead came: its batch, the line of the file, and the consent columns as they were, if there were any. */
export type Provenance = {
  readonly leadId: string;
  readonly batchId: string;
  readonly line: number;
  readonly consent: Readonly<Record<string, string>> | undefined;
};

/** One way to know a person again: the hash of a normalized e-mail address or phone number. It outlives the lead's contact. */
export type PersonKey = { readonly key: string; readonly leadId: string; readonly seenAt: Instant };
