import type { Marketplace } from '#application/ports/marketplace.ts';
import type { Reading } from '#adapters/mikro-orm/connection/replicas.ts';
import { timestamp } from '#adapters/mikro-orm/connection/statement.ts';

const FIRST_AFTER = `select
  (select (extract(epoch from min(listed_at)) * 1000)::float8 from lead where standing = 'listed' and listed_at > $1::timestamptz) as "listedAt",
  (select (extract(epoch from min(vaulted_at)) * 1000)::float8 from lead where standing = 'vaulted' and vaulted_at > $2::timestamptz) as "vaultedAt"`;

type FirstRow = { readonly listedAt: number | null; readonly vaultedAt: number | null };

/** Reads one entry of each of two indexes, from the primary: the answer has to hold for all lists of one state of the leads. */
export const firstAfter =
  (reading: Reading): Marketplace['firstAfter'] =>
  async ({ listed, vaulted }) => {
    const [row] = await reading({ fresh: true })<FirstRow>(FIRST_AFTER, [timestamp(listed), timestamp(vaulted)]);
    return { listedAt: row?.listedAt ?? undefined, vaultedAt: row?.vaultedAt ?? undefined };
  };
