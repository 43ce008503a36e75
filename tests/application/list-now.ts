import { browseLeads } from '#application/browse-leads.ts';
import type { Lead } from '#domain/lead.ts';
import { NOW, THIS_MONDAY, aRow, fileOf, imported, openImporter } from './importer.ts';

/** An importer that lists at once, beside the list that visitors see; one lead has been there since Monday. */
export const openList = async (store?: Parameters<typeof openImporter>[0]) => {
  const { clock, marketplace, atomically, run, leadsOf, refresh } = openImporter(store);
  const importNow = async (person: number): Promise<Lead> => {
    const file = fileOf([aRow(person)], String(person).repeat(64));
    const [lead] = await leadsOf(imported(await run(file, { listNow: true })).batchId);
    if (lead === undefined) throw new Error('no lead');
    return lead;
  };
  const browse = browseLeads({ marketplace, clock, shelfCycles: 1 });
  clock.set(THIS_MONDAY);
  const old = await importNow(9);
  clock.set(NOW);
  return {
    clock,
    run,
    leadsOf,
    importNow,
    refresh,
    old,
    listed: async () => (await browse({ search: '', page: 1, size: 10 })).rows.map(({ id }) => id),
    standingOf: async ({ id }: Lead) => (await atomically(({ leads }) => leads.find(id)))?.standing,
  };
};
