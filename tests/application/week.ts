import type { Atomically } from '#application/ports/atomically.ts';
import type { Outside } from '#config/outside.ts';
import type { AuditEntry } from '#domain/audit.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { vaultQuery } from '#application/vault-query.ts';
import { aLeadOnOffer } from './shop.ts';
import type { Shop } from './shop.ts';

/** A weekly instant, two days before the tests' `NOW`. */
export const MONDAY = Date.parse('2026-11-23T15:00:00Z');

export const listedLead = (id: string, listedAt: number): Lead =>
  aLeadOnOffer({ id, standing: { state: 'listed', listedAt } });

/** Every audit entry of a transaction that was committed, oldest first, and what puts the record in its place. */
export const auditRecord = (): { readonly entries: AuditEntry[]; readonly around: (outside: Outside) => Outside } => {
  const entries: AuditEntry[] = [];
  return {
    entries,
    around: (outside) => {
      const atomically: Atomically = async (work) => {
        let added: readonly AuditEntry[] = [];
        const result = await outside.atomically((repositories) => {
          added = [];
          const add = async (entry: AuditEntry): Promise<void> => {
            added = [...added, entry];
            await repositories.audit.add(entry);
          };
          return work({ ...repositories, audit: { add } });
        });
        entries.push(...added);
        return result;
      };
      return { ...outside, atomically };
    },
  };
};

/** How many leads went where, by the notes of the audit. */
export const movedBy = (entries: readonly AuditEntry[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { note = '' } of entries.filter(({ action }) => action === 'refresh')) {
    const [what = '', count] = note.split(' ');
    if (count !== 'to') counts[what] = (counts[what] ?? 0) + Number(count);
  }
  return counts;
};

/** What visitors and subscribers see now: ids, sorted. */
export const seenIn = async ({ useCases, outside, clock }: Shop) => {
  const ids: string[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const shown = await useCases.browseLeads({ search: '', page, size: 100 });
    ids.push(...shown.rows.map(({ id }) => id));
    totalPages = shown.totalPages;
  }
  const exported: string[] = [];
  const query = vaultQuery({ search: '', state: undefined, sorting: undefined }, clock());
  for await (const rows of outside.vault.all({ ...query, atMost: 10_000 })) exported.push(...rows.map(({ id }) => id));
  return { listed: ids.toSorted(), vaulted: exported.toSorted() };
};

export const standingsOf = async (shop: Shop): Promise<Readonly<Record<string, LeadStanding | undefined>>> =>
  Object.fromEntries(await Promise.all(shop.leadIds.map(async (id) => [id, (await shop.lead(id))?.standing] as const)));
