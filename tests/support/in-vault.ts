import type { Instant } from '#domain/instant.ts';
import { vaultSpan } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';

/** Whether the vault shows the lead at `now`. */
export const isInVault = ({ standing }: Lead, now: Instant): boolean => {
  const { vaultedAfter, until } = vaultSpan(now);
  return standing.state === 'vaulted' && standing.vaultedAt > vaultedAfter && standing.vaultedAt <= until;
};
