/** A JSON value, as adapters store it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * Small JSON documents, in named collections, that adapters keep between restarts and share between processes: those for development,
 * and those of a provider that stores nothing for us. No use-case reads them.
 */
export interface Documents {
  readonly read: (collection: string, id: string) => Promise<Json | undefined>;
  /** Keeps a document, unless there is one already; answers the one that is there then. */
  readonly add: (collection: string, id: string, document: Json) => Promise<Json>;
  /**
   * Replaces one document by what `next` makes of it, one caller at a time; answers the document as it is then. `undefined`
   * leaves it as it is. When somebody else was faster, `next` is called again with what is there now.
   */
  readonly change: (
    collection: string,
    id: string,
    next: (current: Json | undefined) => Json | undefined,
  ) => Promise<Json | undefined>;
  /** The newest documents by the time they were first written, newest first. */
  readonly newest: (collection: string, limit: number) => Promise<readonly Json[]>;
}
