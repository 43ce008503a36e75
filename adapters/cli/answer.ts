import * as v from 'valibot';

/** What comes of an operation, as it goes back to the command: for people as lines and a table, for scripts as JSON. */

const Cells = v.array(v.string());

export const Table = v.object({ head: Cells, rows: v.array(Cells) });

export const OperatorAnswer = v.object({
  /** `refused`: a rule said no, or something failed; nothing was changed unless the lines say so. */
  is: v.picklist(['done', 'refused']),
  lines: v.array(v.string()),
  table: v.optional(Table),
  json: v.unknown(),
});

export type OperatorAnswer = v.InferOutput<typeof OperatorAnswer>;
export type Table = v.InferOutput<typeof Table>;

/** One thing, fact by fact; those that are `undefined` are left out. */
export const factsTable = (facts: readonly (readonly [what: string, value: string | undefined])[]): Table => ({
  head: ['What', 'Value'],
  rows: facts.flatMap(([what, value]) => (value === undefined ? [] : [[what, value]])),
});

/** How far long work has come, in a few words; and as a share from 0 to 1 unless nobody knows. */
export const Progress = v.object({ text: v.string(), share: v.optional(v.number()) });

export type Progress = v.InferOutput<typeof Progress>;

export type OnProgress = (progress: Progress) => void;

export const answered = (
  is: OperatorAnswer['is'],
  json: unknown,
  lines: readonly string[],
  table?: Table,
): OperatorAnswer => ({ is, lines: [...lines], json, ...(table !== undefined && { table }) });

export const done = (json: unknown, lines: readonly string[], table?: Table): OperatorAnswer =>
  answered('done', json, lines, table);

/** `reason` is for scripts and stays the same; `message` is for people. `more` is told to scripts beside the error. */
export const refused = (reason: string, message: string, more: object = {}): OperatorAnswer =>
  answered('refused', { error: { reason, message }, ...more }, [message]);
