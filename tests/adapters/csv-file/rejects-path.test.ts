import { readdir, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

import { describe, expect, it } from 'vitest';

import { freePath, withoutCopy } from '#adapters/csv-file/rejects-path.ts';
import { fileFolder } from './files.ts';

const { file, pathOf } = fileFolder();

describe('the file of rejected rows', () => {
  it('is beside the imported one, under a name that no earlier run has used', async () => {
    const names = ['friday.csv', 'friday.rejects.csv', 'friday.rejects-2.csv', 'friday.rejects-3.csv'];
    const [friday = '', first = '', second = '', third = ''] = await Promise.all(names.map(pathOf));
    expect(await freePath(friday)).toEqual({ path: first, before: undefined });
    await writeFile(first, 'half mended');
    expect(await freePath(friday)).toEqual({ path: second, before: first });
    await writeFile(second, 'half mended');
    expect(await freePath(friday)).toEqual({ path: third, before: second });
  });

  it.each([
    ['leads.txt', 'leads.rejects.txt'],
    ['friday.week.csv', 'friday.week.rejects.csv'],
    ['leads', 'leads.rejects'],
  ])('of %s ends as that does: %s', async (name, rejects) => {
    expect((await freePath(await pathOf(name))).path).toBe(await pathOf(rejects));
  });

  it('is that of the run before where the same rows were rejected', async () => {
    const [before, path] = [await file('same'), await file('same')];
    expect(await withoutCopy(path, before)).toBe(before);
    expect(await readdir(dirname(path))).not.toContain(basename(path));
  });

  it.each([
    ['longer', 'one', 'three'],
    ['as long', 'one', 'two'],
  ])('stays where other rows were, also if it is %s', async (_how, earlier, later) => {
    const [before, path] = [await file(earlier), await file(later)];
    expect(await withoutCopy(path, before)).toBe(path);
  });

  it('stays where there was no run before, or its file is gone', async () => {
    const path = await file('rows');
    expect(await withoutCopy(path, undefined)).toBe(path);
    expect(await withoutCopy(path, `${path}.gone`)).toBe(path);
  });
});
