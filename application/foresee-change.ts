import type { Instant } from '#domain/instant.ts';
import { VAULT_WINDOW, vaultStart } from '#domain/lead.ts';
import { nextWeekStart } from '#domain/week.ts';
import type { Clock } from './ports/clock.ts';
import type { Marketplace } from './ports/marketplace.ts';

type Needs = { readonly marketplace: Marketplace; readonly clock: Clock };

/**
 * When the lists will change next without anybody's doing: the week ends, a scheduled lead is published, or a lead leaves the vault.
 */
export const foreseeChange =
  ({ marketplace, clock }: Needs) =>
  async (): Promise<Instant> => {
    const now = clock();
    const { listedAt = Infinity, vaultedAt = Infinity } = await marketplace.firstAfter({
      listed: now,
      vaulted: vaultStart(now),
    });
    return Math.min(nextWeekStart(now), listedAt, vaultedAt + VAULT_WINDOW);
  };
