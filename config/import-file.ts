import type { FileImport } from '#adapters/cli/import-answer.ts';
import type { ImportFile } from '#adapters/cli/run-operation.ts';
import { openCsvFile } from '#adapters/csv-file/csv-file.ts';
import { freePath, withoutCopy } from '#adapters/csv-file/rejects-path.ts';
import { writeRejects } from '#adapters/csv-file/rejects.ts';
import type { ImportLeadsRequest } from '#application/import-leads.ts';
import type { ImportOutcome } from '#application/import-report.ts';
import { UnreadableFile } from '#application/ports/lead-file.ts';
import { figures } from '#domain/count.ts';

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
