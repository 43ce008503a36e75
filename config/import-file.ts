import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { dirname, extname, join, basename } from 'node:path';

import type { FileImport } from '#adapters/cli/import-answer.ts';
import type { ImportFile } from '#adapters/cli/run-operation.ts';
import { openCsvFile } from '#adapters/csv-file/csv-file.ts';
import { writeRejects } from '#adapters/csv-file/rejects.ts';
import type { ImportLeadsRequest } from '#application/import-leads.ts';
import type { ImportOutcome } from '#application/import-report.ts';
import { UnreadableFile } from '#application/ports/lead-file.ts';
import { figures } from '#domain/count.ts';

const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const digestOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) hash.update(bytes);
  return hash.digest('hex');
};

const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;

/**
 * `path` is beside the file, under an unused name: somebody may be correcting the rejected rows of an earlier run. `before` is the path
 * of the last such run.
 */
const freePath = async (file: string): Promise<{ readonly path: string; readonly before: string | undefined }> => {
  const ending = extname(file);
  const start = join(dirname(file), basename(file, ending));
  let before: string | undefined;
  for (let number = 1; ; number += 1) {
    const path = `${start}.rejects${number === 1 ? '' : `-${number}`}${ending}`;
    if (!(await isThere(path))) return { path, before };
    before = path;
  }
};

/**
 * The path of the rejected rows, at `path`. A look at a file and its import mostly reject the same ones: the file of the first is then
 * enough, and the second goes.
 */
const withoutCopy = async (path: string, before: string | undefined): Promise<string> => {
  try {
    if (before === undefined || (await sizeOf(path)) !== (await sizeOf(before))) return path;
    if ((await digestOf(path)) !== (await digestOf(before))) return path;
    await unlink(path);
    return before;
  } catch {
    // A copy too many does no harm.
    return path;
  }
};

/** Imports a file of this machine. Rejected rows go to the given file, which must not exist yet, or to one beside it. */
export const importFile =
  ({ importLeads }: { readonly importLeads: (request: ImportLeadsRequest) => Promise<ImportOutcome> }): ImportFile =>
  async (request: FileImport, { who, onProgress }) => {
    const { file: path, encoding, commit, listNow, mapping } = request;
    try {
      const file = await openCsvFile(path, { encoding });
      const { path: target, before } =
        request.rejects === undefined ? await freePath(path) : { path: request.rejects, before: undefined };
      const rejects = writeRejects(target, file);
      const work = importLeads({
        file,
        commit,
        listNow,
        mapping,
        who,
        rejects,
        onProgress: ({ step, rows, share }) => onProgress({ text: `${step}, ${figures(rows)} rows`, share }),
      });
      await Promise.allSettled([work]);
      const problem = await rejects.close();
      const rows = rejects.written();
      const kept = rows > 0 && problem === undefined ? await withoutCopy(target, before) : target;
      const outcome = await work;
      return { outcome, rejects: rows === 0 ? undefined : { path: kept, rows, problem } };
    } catch (error) {
      if (error instanceof UnreadableFile)
        return { outcome: { is: 'refused', message: error.message }, rejects: undefined };
      throw error;
    }
  };
