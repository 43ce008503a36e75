import type { AuditEntry } from '#domain/audit.ts';
import type { Batch, PersonKey, Provenance } from '#domain/batch.ts';
import type { Instant } from '#domain/instant.ts';
import type { LeadId } from '#domain/lead.ts';

export interface Batches {
  readonly find: (id: string) => Promise<Batch | undefined>;
  readonly add: (batch: Batch) => Promise<void>;
  readonly save: (batch: Batch) => Promise<void>;
  /** Stores how leads of a batch came; the leads are added in the same transaction. */
  readonly addProvenance: (provenance: readonly Provenance[]) => Promise<void>;
  readonly leadIdsOf: (batchId: string) => Promise<readonly LeadId[]>;
  /** How a lead came; `undefined` for one that no file brought. */
  readonly provenanceOf: (leadId: LeadId) => Promise<Provenance | undefined>;
  /** Forgets the consent columns of leads whose person is forgotten. The line stays. */
  readonly forgetConsent: (leadIds: readonly LeadId[]) => Promise<void>;
}

/** The keys by which persons are recognized, even after their contact was erased. */
export interface Persons {
  /**
   * Takes the one lock of all persons until this transaction ends; others wait for it. A transaction that adds unknown persons takes it
   * before it asks which are unknown: two at once would not see each other's.
   */
  readonly lock: () => Promise<void>;
  /** Which of these keys were seen at or after `since`. */
  readonly seenSince: (keys: readonly string[], since: Instant) => Promise<ReadonlySet<string>>;
  /** Which of these keys belong to a lead for which `isShownAfter`, however long ago they were seen. */
  readonly shownAfter: (keys: readonly string[], at: Instant) => Promise<ReadonlySet<string>>;
  readonly leadIdsOf: (keys: readonly string[]) => Promise<readonly LeadId[]>;
  readonly add: (keys: readonly PersonKey[]) => Promise<void>;
  /** Removes the keys of leads that are removed. */
  readonly removeOf: (leadIds: readonly LeadId[]) => Promise<void>;
}

/** What operators did. Entries are never changed. */
export interface Audit {
  readonly add: (entry: AuditEntry) => Promise<void>;
}
