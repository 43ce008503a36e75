/** Stands for one state of all leads. Nothing is in it but that it is not another one. */
export type LeadsState = { readonly leads: symbol };

/**
 * Tells in this process whether any lead has changed. What was read while one state was the current one, from before the read began
 * until after it ended, is true as long as that state is.
 */
export interface LeadChanges {
  /**
   * The same object as long as no lead has changed. A change of this process is known before its transaction's caller goes on, one of
   * another process within a second. `undefined` while nobody can know: then nothing that was read before may be believed.
   */
  readonly current: () => LeadsState | undefined;
}
