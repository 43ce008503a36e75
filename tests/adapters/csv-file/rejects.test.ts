import { readFile, stat } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { openCsvFile } from '#adapters/csv-file/csv-file.ts';
import { writeRejects } from '#adapters/csv-file/rejects.ts';
import { textOf } from '#domain/file-cell.ts';
import { fileFolder, handlesOn } from './files.ts';

const { file, pathOf } = fileFolder();

const COLUMNS = ['Name', 'Price'];

const cellsIn = async (path: string): Promise<readonly (readonly string[])[]> => {
  const opened = await openCsvFile(path);
  const cells: (readonly string[])[] = [opened.columns];
  for await (const row of opened.rows()) cells.push(row.cells);
  return cells;
};

const row = (line: number, cells: readonly string[]) => ({ line, cells, share: 1 });

describe('the rejected rows', () => {
  it('are a CSV file with the columns they had, their line and the reasons', async () => {
    const path = await pathOf('rejects.csv');
    const rejects = writeRejects(path, { columns: COLUMNS, delimiter: ';' });
    await rejects.add(row(2, ['Ann "A";\r\nLee', '']), ['no price', 'no city']);
    await rejects.add(row(9, ['Bo']), ['has 1 cell, the header has 2']);
    expect(await rejects.close()).toBeUndefined();
    expect(rejects.written()).toBe(2);
    expect(await cellsIn(path)).toEqual([
      ['Name', 'Price', 'line', 'reason'],
      ['Ann "A";\r\nLee', '', '2', 'no price; no city'],
      ['Bo', '', '9', 'has 1 cell, the header has 2'],
    ]);
    expect((await readFile(path, 'utf8')).startsWith('\uFEFF"Name";"Price";"line";"reason"\r\n')).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('may go to a device that keeps nothing', async () => {
    const rejects = writeRejects('/dev/null', { columns: COLUMNS, delimiter: ',' });
    await rejects.add(row(2, ['Lee', 'x']), ['no price']);
    expect([await rejects.problem(), await rejects.close()]).toEqual([undefined, undefined]);
  });

  it('of a file with a separator that is not found by itself can be read again', async () => {
    const declared = await openCsvFile(await file('sep=^\nName^Price\nAnn, Lee^x\n'));
    const path = await pathOf('declared.csv');
    const rejects = writeRejects(path, declared);
    for await (const rejected of declared.rows()) await rejects.add(rejected, ['no city']);
    await rejects.close();
    expect(await cellsIn(path)).toEqual([
      ['Name', 'Price', 'line', 'reason'],
      ['Ann, Lee', 'x', '3', 'no city'],
    ]);
  });

  it('that have more cells than the header keep them, behind what is added', async () => {
    const path = await pathOf('long.csv');
    const rejects = writeRejects(path, { columns: COLUMNS, delimiter: ',' });
    await rejects.add(row(2, ['Lee', 'Ann', '25', '']), ['has 4 cells, the header has 2']);
    await rejects.close();
    expect(await readFile(path, 'utf8')).toContain('"Lee","Ann","2","has 4 cells, the header has 2","25",""\r\n');
  });

  it('are each written once, however often it is asked whether they could be', async () => {
    const path = await pathOf('asked.csv');
    const rejects = writeRejects(path, { columns: COLUMNS, delimiter: ',' });
    for (const line of [2, 3]) {
      await rejects.add(row(line, ['Ann', 'x']), ['no price']);
      expect(await rejects.problem()).toBeUndefined();
    }
    expect(await rejects.close()).toBeUndefined();
    expect((await cellsIn(path)).slice(1).map(([, , line]) => line)).toEqual(['2', '3']);
  });

  it.skipIf(process.platform !== 'linux')(
    'are written while they come, as all of them at the end would fill the memory, and their file is then let go of (only Linux tells)',
    async () => {
      const path = await pathOf('many.csv');
      const rejects = writeRejects(path, { columns: COLUMNS, delimiter: ',' });
      for (let line = 2; line < 5_000; line += 1) await rejects.add(row(line, ['Ann', 'x']), ['no price']);
      expect((await stat(path)).size).toBeGreaterThan(64 * 1024);
      expect(await handlesOn(path)).toBe(1);
      expect(await rejects.close()).toBeUndefined();
      expect(await handlesOn(path)).toBe(0);
      expect(await cellsIn(path)).toHaveLength(4_999);
    },
  );

  it('that were rejected before get their new line and reasons', async () => {
    const path = await pathOf('again.csv');
    const rejects = writeRejects(path, { columns: [...COLUMNS, 'line', 'reason'], delimiter: ',' });
    await rejects.add(row(3, ['Ann', 'x', '17', 'no price']), ['price "x" is not an amount']);
    await rejects.close();
    expect(await cellsIn(path)).toEqual([
      ['Name', 'Price', 'line', 'reason'],
      ['Ann', 'x', '3', 'price "x" is not an amount'],
    ]);
  });

  it('run nothing in the spreadsheet where they are mended', async () => {
    const path = await pathOf('formula.csv');
    const rejects = writeRejects(path, { columns: COLUMNS, delimiter: ',' });
    await rejects.add(row(2, ['=1+1', '+1 512 555 0142 x12']), ['no price']);
    await rejects.add(row(3, ['＝HYPERLINK("https://example.com")', '－1+1']), ['no price']);
    await rejects.close();
    expect((await cellsIn(path)).slice(1)).toEqual([
      ["'=1+1", '+1 512 555 0142 x12', '2', 'no price'],
      [`'＝HYPERLINK("https://example.com")`, "'－1+1", '3', 'no price'],
    ]);
  });

  it('are the same texts once they are imported again, also where they stand as formulas of texts', async () => {
    const path = await pathOf('texts.csv');
    const cells = [
      '="Ann Lee"',
      '="Austin"',
      '="5125550142"',
      '="=1+1"',
      '=1+1',
      '-5',
      ' ="Lee" ',
      '&#61;1+1',
      "'&#61;1",
      '&amp;#39;',
    ];
    const rejects = writeRejects(path, { columns: cells.map((_, index) => `Column ${index}`), delimiter: ',' });
    await rejects.add(row(2, cells), ['no price']);
    await rejects.close();
    const [, again = []] = await cellsIn(path);
    expect(again.slice(0, cells.length).map(textOf)).toEqual(cells.map(textOf));
  });

  it('make no file when there are none', async () => {
    const path = await pathOf('none.csv');
    expect(await writeRejects(path, { columns: COLUMNS, delimiter: ',' }).close()).toBeUndefined();
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['there is no such folder', 'missing/rejects.csv'],
    ['it is a folder', 'new/'],
    ['it is there already', '.'],
  ])('that cannot be written are told, and nothing is thrown: %s', async (why, name) => {
    const path = await pathOf(name);
    const rejects = writeRejects(path, { columns: COLUMNS, delimiter: ',' });
    for (let line = 2; line < 5_000; line += 1) await rejects.add(row(line, ['Ann', 'x']), ['no price']);
    const told = `The rejected rows could not be written to ${path}: ${why}.`;
    expect(await rejects.problem()).toBe(told);
    expect(await rejects.close()).toBe(told);
  });

  it.skipIf(process.platform !== 'linux')(
    'that meet a full disk are told (only Linux has one to test with)',
    async () => {
      const rejects = writeRejects('/dev/full', { columns: COLUMNS, delimiter: ',' });
      await rejects.add(row(2, ['Ann', 'x']), ['no price']);
      const told = 'The rejected rows could not be written to /dev/full: the disk is full.';
      expect(await rejects.problem()).toBe(told);
      expect(await rejects.close()).toBe(told);
    },
  );

  it('are never written over a file that is there', async () => {
    const path = await file('half mended');
    const rejects = writeRejects(path, { columns: COLUMNS, delimiter: ',' });
    await rejects.add(row(2, ['Ann', 'x']), ['no price']);
    const told = `The rejected rows could not be written to ${path}: it is there already.`;
    expect(await rejects.problem()).toBe(told);
    expect(await rejects.close()).toBe(told);
    expect(await readFile(path, 'utf8')).toBe('half mended');
  });
});
