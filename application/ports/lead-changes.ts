/** Identifies one state of all leads. It is compared by identity only. */
export type LeadsState = { readonly leads: symbol };

/**
 * Says in this process whether any lead has changed. What was read while one state was current, from before the read until after it, is
 * true as long as that state is current.
 */
export interface LeadChanges {
  /**
   * The same object as long as no lead has changed. A change of this process is known before its transaction's caller goes on, one of
   * another process within a second. `undefined` while nobody can know: then nothing that was read before may be used.
   */
  readonly current: () => LeadsState | undefined;
}
