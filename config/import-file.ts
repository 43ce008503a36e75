import { figures } from '#domain/count.ts';
import { stat } from 'node:fs/promises';
import { dirname, extname, join, basename } from 'node:path';

import type { FileImport } from '#adapters/cli/import-answer.ts';
import type { ImportFile } from '#adapters/cli/run-operation.ts';
import { openCsvFile } from '#adapters/csv-file/csv-file.ts';
import { writeRejects } from '#adapters/csv-file/rejects.ts';
import type { ImportLeadsRequest } from '#application/import-leads.ts';
import type { ImportOutcome } from '#application/import-report.ts';
import { UnreadableFile } from '#application/ports/lead-file.ts';

const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Beside the file, under an unused name: somebody may be correcting the rejected rows of an earlier run. */
const freePath = async (file: string): Promise<string> => {
  const ending = extname(file);
  const start = join(dirname(file), basename(file, ending));
  for (let number = 1; ; number += 1) {
    const path = `${start}.rejects${number === 1 ? '' : `-${number}`}${ending}`;
    if (!(await isThere(path))) return path;
  }
};

/** Imports a file of this machine. Rejected rows go to the given file, which must not exist yet, or to one beside it. */
export const importFile =
  ({ importLeads }: { readonly importLeads: (request: ImportLeadsRequest) => Promise<ImportOutcome> }): ImportFile =>
  async (request: FileImport, { who, onProgress }) => {
    const { file: path, encoding, commit, listNow, mapping } = request;
    try {
      const file = await openCsvFile(path, { encoding });
      const target = request.rejects ?? (await freePath(path));
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
      const outcome = await work;
      return {
        outcome,
        rejects: rejects.written() === 0 ? undefined : { path: target, rows: rejects.written(), problem },
      };
    } catch (error) {
      if (error instanceof UnreadableFile)
        return { outcome: { is: 'refused', message: error.message }, rejects: undefined };
      throw error;
    }
  };
