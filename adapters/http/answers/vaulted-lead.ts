import type { Instant } from '#domain/instant.ts';
import { dollarsOf } from '#domain/money.ts';
import type { VaultedLead } from '#domain/vault.ts';
import type { VaultedLeadBody } from '#adapters/http/contract/vault-contract.ts';

let last: { readonly instant: Instant; readonly text: string } = { instant: 0, text: new Date(0).toISOString() };

/**
 * Hundreds of leads come to the vault at one instant, so the text of an instant is made once: it takes as long as the rest of a lead.
 */
const dateText = (instant: Instant): string => {
  if (instant !== last.instant) last = { instant, text: new Date(instant).toISOString() };
  return last.text;
};

/** A vaulted lead as it is sent to a subscriber, its contact unlocked. */
export const vaultedLeadOf = (lead: VaultedLead): VaultedLeadBody => ({
  id: lead.id,
  firstName: lead.firstName,
  lastName: lead.lastName,
  email: lead.email ?? null,
  phoneNumber: lead.phone ?? null,
  address1: lead.address1 ?? null,
  city: lead.city,
  state: lead.state,
  description: lead.description,
  leadPrice: dollarsOf(lead.price),
  vaultedDate: dateText(lead.vaultedAt),
});
