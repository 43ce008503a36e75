import { describe, expect, it } from 'vitest';

import type { ImportProgress } from '#application/import-report.ts';
import { HOUR } from '#domain/instant.ts';
import { VAULT_WINDOW } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { NEXT_MONDAY, NOW, THIS_MONDAY, aRow, fileOf, imported } from './importer.ts';
import { openList } from './list-now.ts';

describe('leads that are listed at once', () => {
  it('stand first, before all that were listed earlier in the week', async () => {
    const { importNow, listed, old } = await openList();
    const lead = await importNow(1);
    expect(await listed()).toEqual([lead.id, old.id]);
  });

  it('stand in the order of their imports, the newest first', async () => {
    const { clock, importNow, listed, old } = await openList();
    const leads: Lead[] = [];
    for (const person of [1, 2, 3]) {
      leads.unshift(await importNow(person));
      clock.step(HOUR);
    }
    expect(await listed()).toEqual([...leads, old].map(({ id }) => id));
  });

  it('are offered to the last instant of their week, and no longer', async () => {
    const { clock, importNow, listed } = await openList();
    const lead = await importNow(1);
    clock.set(NEXT_MONDAY - 1);
    expect((await listed())[0]).toBe(lead.id);
    clock.set(NEXT_MONDAY);
    expect(await listed()).toEqual([]);
  });

  it('are for sale also where the week turns while their file is added: the rest of it in the week that begins', async () => {
    const { clock, run, leadsOf, listed, refresh } = await openList();
    clock.set(NEXT_MONDAY - 1);
    const file = fileOf(Array.from({ length: 501 }, (_, person) => aRow(person + 100)));
    const turn = ({ step, rows }: ImportProgress): void => {
      if (step === 'adding' && rows === 500) clock.set(NEXT_MONDAY);
    };
    const leads = await leadsOf(imported(await run(file, { listNow: true, onProgress: turn })).batchId);
    expect(new Set(leads.map(({ standing }) => standing.listedAt))).toEqual(new Set([NEXT_MONDAY - 1, NEXT_MONDAY]));
    await refresh();
    expect(await listed()).toEqual([leads.at(-1)?.id]);
  });

  it.each([
    ['at the first instant of the week', THIS_MONDAY],
    ['on a Wednesday', NOW],
    ['at the last instant of the week', NEXT_MONDAY - 1],
  ])('%s leave on Monday like all others, and are in the vault for 90 × 24 hours from then', async (_, at) => {
    const { clock, importNow, refresh, standingOf } = await openList();
    clock.set(at);
    const lead = await importNow(1);
    const standing = { listedAt: at, vaultedAt: NEXT_MONDAY };

    clock.set(NEXT_MONDAY - 1);
    await refresh();
    expect(await standingOf(lead)).toEqual({ state: 'listed', listedAt: at });
    clock.set(NEXT_MONDAY);
    await refresh();
    expect(await standingOf(lead)).toEqual({ state: 'vaulted', ...standing });

    clock.set(NEXT_MONDAY + VAULT_WINDOW - 1);
    await refresh();
    expect(await standingOf(lead)).toEqual({ state: 'vaulted', ...standing });
    clock.step(1);
    await refresh();
    expect(await standingOf(lead)).toEqual({ state: 'expired', ...standing, expiredAt: NEXT_MONDAY + VAULT_WINDOW });
  });
});
