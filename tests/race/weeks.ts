import type pg from 'pg';

import { openPostgres } from '#adapters/mikro-orm/connection.ts';
import { databaseMarketplace } from '#adapters/mikro-orm/marketplace.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { databaseVault } from '#adapters/mikro-orm/vault.ts';
import { vaultQuery } from '#application/vault-query.ts';
import { DAY, WEEK } from '#domain/instant.ts';
import type { Instant } from '#domain/instant.ts';
import { shelfStart } from '#domain/lead.ts';
import type { Lead, LeadStanding } from '#domain/lead.ts';
import { someLead } from '#tests/contracts/store-samples.ts';

/** What becomes of the leads of four weeks, and when. */
export type Group = {
  readonly ids: readonly string[];
  readonly standing: LeadStanding;
  /** On which Monday they move the first time, from 1. */
  readonly monday: number;
};

const PER_WEEK = 700;
const PER_VAULT = 450;

/** Of every lead, in cents. */
export const PRICE = 4_900;

const groupOf = (count: number, monday: number, standing: LeadStanding): readonly [Group, readonly Lead[]] => {
  const leads = Array.from({ length: count }, () => someLead({ price: PRICE, standing }));
  return [{ ids: leads.map(({ id }) => id), standing, monday }, leads];
};

/**
 * Leads for the four Mondays after the weekly instant `start`: those of a week, half of them listed in the middle of it, and
 * vaulted ones whose 90 days end a day before.
 */
export const fourWeeks = (start: Instant): { readonly groups: readonly Group[]; readonly leads: readonly Lead[] } => {
  const made = [1, 2, 3, 4].flatMap((monday) => {
    const week = start + (monday - 1) * WEEK;
    const vaultedAt = week + WEEK - 91 * DAY;
    return [
      groupOf(PER_WEEK / 2, monday, { state: 'listed', listedAt: week }),
      groupOf(PER_WEEK / 2, monday, { state: 'listed', listedAt: week + 3 * DAY }),
      groupOf(PER_VAULT, monday, { state: 'vaulted', listedAt: vaultedAt - WEEK, vaultedAt }),
    ];
  });
  return { groups: made.map(([group]) => group), leads: made.flatMap(([, leads]) => leads) };
};

/** A lead's row. The store counts its changes: a new one is 1. */
export type Row = {
  readonly id: string;
  readonly standing: LeadStanding['state'];
  readonly version: number;
  readonly vaultedAt: Date | null;
  readonly expiredAt: Date | null;
  readonly hasContact: boolean;
};

/** Looks at the leads from outside, as the store, the marketplace and the vault have them. */
export const leadBooks = async (url: string, pool: pg.Pool) => {
  const database = await openPostgres({ url, poolSize: 4 });
  const atomically = databaseStore(database, { addJob: () => Promise.reject(new Error('no job here')) });
  return {
    add: (leads: readonly Lead[]): Promise<void> => atomically((repositories) => repositories.leads.add(leads)),
    rows: async (): Promise<ReadonlyMap<string, Row>> => {
      const { rows } = await pool.query<Row>(
        `select id, standing, version, vaulted_at as "vaultedAt", expired_at as "expiredAt",
           num_nonnulls(email, phone, address1) > 0 or first_name || last_name <> '' as "hasContact" from lead`,
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
    /** How many leads went where, by the audit. */
    audited: async (): Promise<Readonly<Record<string, number>>> => {
      const { rows } = await pool.query<{ what: string; count: number }>(
        `select split_part(note, ' ', 1) as what, sum(split_part(note, ' ', 2)::int)::int as count
         from audit where action = 'refresh' group by 1`,
      );
      return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
    },
    onList: async (now: Instant): Promise<ReadonlySet<string>> => {
      const ids: string[] = [];
      const query = { search: { by: 'everything' }, from: shelfStart(now, 1), until: now } as const;
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { rows, totalPages } = await databaseMarketplace(database).unsold({
          ...query,
          page: { page, size: 100 },
        });
        ids.push(...rows.map(({ id }) => id));
        pages = totalPages;
      }
      return new Set(ids);
    },
    inExport: async (now: Instant): Promise<ReadonlySet<string>> => {
      const ids: string[] = [];
      const query = vaultQuery({ search: '', state: undefined, sorting: undefined }, now);
      for await (const rows of databaseVault(database).all({ ...query, atMost: 10_000 }))
        ids.push(...rows.map(({ id }) => id));
      return new Set(ids);
    },
    close: database.close,
  };
};

export type LeadBooks = Awaited<ReturnType<typeof leadBooks>>;
