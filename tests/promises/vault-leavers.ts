import { vaultQuery } from '#application/vault-query.ts';
import { aLeadOnOffer, openShop } from '#tests/application/shop.ts';
import { diceOf } from '#tests/race/dice.ts';
import { firstSeed } from './promise.ts';
import type { Tally } from './promise.ts';
import type { serverStore } from './server-store.ts';

const DAY = 24 * 3_600_000;
const MONDAY = Date.UTC(2027, 1, 1, 15);

/** Somebody exports the vault and turns its pages while leads are withdrawn, and expire. */
export const leaversOn =
  (server: Awaited<ReturnType<typeof serverStore>>, rounds: number) =>
  async ({ done, wrong, goesOn }: Tally): Promise<void> => {
    for (let round = 0; round < rounds && goesOn(); round += 1) {
      await server.empty();
      const dice = diceOf(firstSeed + round);
      const leads = Array.from({ length: 600 }, (_, each) =>
        aLeadOnOffer({
          id: `01900000-0000-7000-8000-${String(each).padStart(12, '0')}`,
          standing: { state: 'vaulted', listedAt: MONDAY - 7 * DAY - each, vaultedAt: MONDAY - each },
        }),
      );
      const { outside, useCases, clock } = await openShop({ leads, storeWith: server.storeWith });
      // The oldest have some milliseconds left.
      clock.set(MONDAY - 600 + 90 * DAY);
      const query = vaultQuery({ search: '', state: undefined, sorting: undefined }, clock());
      const gone = new Set<string>();
      const withdraw = async (id: string): Promise<void> => {
        await useCases.withdrawLead({ leadId: id, who: 'olga', note: undefined });
        gone.add(id);
      };
      const tell = (rows: readonly { readonly id: string }[], where: string): void => {
        for (const { id } of rows) if (gone.has(id)) wrong(`${where} shows a lead that had left the vault`);
      };
      let chunks = 0;
      for await (const some of outside.vault.all({ ...query, atMost: 10_000 })) {
        tell(some, 'the export');
        chunks += 1;
        if (chunks > 1) continue;
        for (let each = 0; each < 5; each += 1) await withdraw(leads[dice.between(260, 550)]?.id ?? '');
        clock.step(40);
        await useCases.refreshWeek();
        for (const { id, standing } of leads)
          if (standing.state === 'vaulted' && standing.vaultedAt + 90 * DAY <= clock()) gone.add(id);
      }
      if (chunks < 2) wrong('the export was read at once');
      for (let page = 1; page <= 6; page += 1) {
        const now = vaultQuery({ search: '', state: undefined, sorting: undefined }, clock());
        const { rows } = await outside.vault.page({ ...now, page: { page, size: 10 } });
        tell(rows, `page ${page}`);
        if (rows.length !== 10) wrong(`page ${page} has ${rows.length} leads`);
        await withdraw(leads[page * 10 + dice.between(0, 9)]?.id ?? '');
        // By time alone: no work is done.
        clock.step(1);
        for (const { id, standing } of leads)
          if (standing.state === 'vaulted' && standing.vaultedAt + 90 * DAY <= clock()) gone.add(id);
      }
      done(gone.size);
    }
  };
