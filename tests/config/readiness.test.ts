import { describe, expect, it } from 'vitest';

import { readinessOf } from '#config/readiness.ts';

const WELL = { database: true, migrations: true };
const NAMES = ['database', 'migrations'] as const;

describe('whether a process is ready', () => {
  it('names each check', async () => {
    const { read } = readinessOf(NAMES, async () => ({ ...WELL, migrations: false }));
    expect(await read()).toEqual({ serving: 'ok', database: 'ok', migrations: 'failed' });
  });

  it('ends at once when it stops, whatever else is well', async () => {
    const { read, leave } = readinessOf(NAMES, async () => WELL);
    expect(await read()).toEqual({ serving: 'ok', database: 'ok', migrations: 'ok' });
    leave();
    expect(await read()).toEqual({ serving: 'failed', database: 'ok', migrations: 'ok' });
  });

  it('is no where a look fails', async () => {
    const { read } = readinessOf(NAMES, () => Promise.reject(new Error('away')));
    expect(await read()).toEqual({ serving: 'ok', database: 'failed', migrations: 'failed' });
  });

  it('is no where a look takes too long, however many ask, and yes again once one ends', async () => {
    const gate = Promise.withResolvers<typeof WELL>();
    let looks = 0;
    const { read } = readinessOf(
      NAMES,
      () => {
        looks += 1;
        return looks === 1 ? gate.promise : Promise.resolve(WELL);
      },
      20,
    );
    const late = { serving: 'ok', database: 'failed', migrations: 'failed' };
    expect(await Promise.all([read(), read(), read()])).toEqual([late, late, late]);
    expect(await read()).toEqual(late);
    // Nobody keeps the database busy by asking.
    expect(looks).toBe(1);
    gate.resolve(WELL);
    await gate.promise;
    expect(await read()).toMatchObject({ database: 'ok' });
  });
});
