import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Vault, VaultQuery } from '#application/ports/vault.ts';
import type { Lead } from '#domain/lead.ts';
import { placeOfPage } from '#domain/pages.ts';
import { isInVaultSearch, vaultSearchText } from '#domain/vault.ts';
import type { VaultedLead } from '#domain/vault.ts';
import { compareVaulted } from '#domain/vault-order.ts';

/** How many leads of many are handed out at a time. */
const AT_A_TIME = 250;

const vaultedLeads = ({ id, place, contact, description, price, standing }: Lead): readonly VaultedLead[] =>
  standing.state === 'vaulted' ? [{ id, ...contact, ...place, description, price, vaultedAt: standing.vaultedAt }] : [];

/** Reads the vault from leads in memory. `leads` answers the committed ones. */
export const memoryVault = (leads: () => readonly Lead[]): Vault => {
  const inVault = ({ vaultedAfter, until }: VaultQuery): readonly VaultedLead[] =>
    leads()
      .flatMap(vaultedLeads)
      .filter(({ vaultedAt }) => vaultedAt > vaultedAfter && vaultedAt <= until);
  const foundIn = (all: readonly VaultedLead[], { search, state, order }: VaultQuery): readonly VaultedLead[] =>
    all
      .filter((lead) => state === undefined || lead.state === state)
      .filter((lead) => isInVaultSearch(vaultSearchText(lead), search))
      .toSorted(compareVaulted(order));

  return {
    page: async ({ page, ...query }) => {
      const all = inVault(query);
      const found = foundIn(all, query);
      const { currentPage, totalPages, offset } = placeOfPage(found.length, page);
      const rows = found.slice(offset, offset + page.size);
      return { rows, currentPage, totalPages, totalItems: found.length, totalAll: all.length };
    },

    all: async function* ({ atMost, ...query }) {
      const found = foundIn(inVault(query), query).slice(0, atMost);
      for (let start = 0; start < found.length; start += AT_A_TIME) {
        yield found.slice(start, start + AT_A_TIME);
        await nextTurn();
      }
    },
  };
};
