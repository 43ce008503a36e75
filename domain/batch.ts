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

/** How a lead came: its batch, the line of the file, and the consent columns as they were, if there were any. */
export type Provenance = {
  readonly leadId: string;
  readonly batchId: string;
  readonly line: number;
  readonly consent: Readonly<Record<string, string>> | undefined;
};

/** One way to know a person again: the hash of a normalized e-mail address or phone number. It outlives the lead's contact. */
export type PersonKey = { readonly key: string; readonly leadId: string; readonly seenAt: Instant };
