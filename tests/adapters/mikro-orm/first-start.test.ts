import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { compose } from '#config/compose.ts';
import { settingsFrom } from '#config/environment.ts';
import { SAMPLE_USER } from '#config/sample-data.ts';
import { newFolder } from '#tests/adapters/cli/rig.ts';

describe('the first start of the product', () => {
  const started = (DATA_DIR: string, SAMPLE_DATA: 'yes' | 'no') =>
    compose(settingsFrom({ DATA_DIR, SAMPLE_DATA }), {
      web: { files: new Map(), shell: async () => '' },
      log: memoryLog(),
    });
  const listed = async ({ operate }: Awaited<ReturnType<typeof started>>): Promise<unknown> =>
    (await operate({ command: 'stats' }, { who: 'olga', onProgress: () => {} })).json;

  it('adds nothing to what was imported before it', { timeout: 60_000 }, async () => {
    await using place = await newFolder();
    const file = join(place.folder, 'friday.csv');
    await writeFile(file, 'Name,Email,City,State,Price\nAnn Lee,ann@example.com,Austin,TX,$25.00\n');
    const data = join(place.folder, 'data');
    const importer = await started(data, 'no');
    const request = { command: 'import', file, commit: true, listNow: true, mapping: {} } as const;
    expect(await importer.operate(request, { who: 'olga', onProgress: () => {} })).toMatchObject({ is: 'done' });
    const before = await listed(importer);
    await importer.close();

    const shop = await started(data, 'yes');
    expect(shop.hasSamples).toBe(false);
    expect(await listed(shop)).toEqual(before);
    const { status } = await shop.app.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ username: SAMPLE_USER.email, password: SAMPLE_USER.password }).toString(),
    });
    expect(status).toBe(401);
    await shop.close();
  });
});
