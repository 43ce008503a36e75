import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, it } from 'vitest';

import { openCsvFile } from '#adapters/csv-file/csv-file.ts';
import { HEADER, aRow, countsOf, openImporter } from '#tests/application/importer.ts';
import { fileFolder } from './files.ts';

const { file } = fileFolder();

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MB = 1024 * 1024;

/** What is in use when nothing is left to collect. */
const inUse = (): number => {
  collect();
  return process.memoryUsage().heapUsed / MB;
};

it('a file of 100,000 rows is looked through in little memory, with every duplicate in it found', async () => {
  const rows = 100_000;
  const text = Array.from({ length: rows }, (_, index) =>
    aRow(index % (rows - 500), { Phone: '', Notes: '"A house, ""light""\nwith a yard, near a school."' }).join(','),
  );
  const path = await file(`${HEADER.join(',')}\n${text.join('\n')}`);
  text.length = 0;
  const { run } = openImporter();
  const before = inUse();
  let most = 0;
  const outcome = await run(await openCsvFile(path), {
    commit: false,
    onProgress: ({ rows: read }) => {
      if (read % 10_000 === 0) most = Math.max(most, inUse() - before);
    },
  });
  expect(countsOf(outcome)).toEqual([rows, rows - 500, 0, 500, 0]);
  expect(most).toBeLessThan(40);
}, 120_000);
