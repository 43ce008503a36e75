import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ImportLeadsRequest } from '#application/import-leads.ts';
import type { ImportOutcome } from '#application/import-report.ts';
import { importFile } from '#config/import-file.ts';

const FILE = 'name,price\nAnn,x\n';

/** Imports a file by a use-case that rejects every row and then ends so; tells what the file of rejected rows holds. */
const rejectedBy = async (end: () => ImportOutcome): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'homelead-import-'));
  try {
    const file = join(folder, 'friday.csv');
    await writeFile(file, FILE);
    const importLeads = async ({ file: { rows }, rejects }: ImportLeadsRequest): Promise<ImportOutcome> => {
      for await (const row of rows()) await rejects.add(row, ['no price']);
      return end();
    };
    const request = { command: 'import', file, commit: false, listNow: false, mapping: {} } as const;
    await importFile({ importLeads })(request, { who: 'olga', onProgress: () => {} }).catch(() => {});
    return await readFile(join(folder, 'friday.rejects.csv'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
};

test.each<[string, () => ImportOutcome]>([
  ['is refused', () => ({ is: 'refused', message: 'not today' })],
  [
    'fails',
    () => {
      throw new Error('a mistake');
    },
  ],
])('the rejected rows are whole in their file also when the import %s after them', async (_how, end) => {
  expect(await rejectedBy(end)).toBe('\uFEFF"name","price","line","reason"\r\n"Ann","x","2","no price"\r\n');
});
