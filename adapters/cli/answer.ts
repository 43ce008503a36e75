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

/** How far long work has come, in a few words; and as a share from 0 to 1 unless nobody knows. */
export const Progress = v.object({ text: v.string(), share: v.optional(v.number()) });

export type Progress = v.InferOutput<typeof Progress>;

export type OnProgress = (progress: Progress) => void;

export const done = (json: unknown, lines: readonly string[], table?: Table): OperatorAnswer => ({
  is: 'done',
  lines: [...lines],
  json,
  ...(table !== undefined && { table }),
});

/** `reason` is for scripts and stays the same; `message` is for people. */
export const refused = (reason: string, message: string): OperatorAnswer => ({
  is: 'refused',
  lines: [message],
  json: { error: { reason, message } },
});
