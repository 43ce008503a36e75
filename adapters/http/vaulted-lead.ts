import { dollarsOf } from '#domain/money.ts';
import type { VaultedLead } from '#domain/vault.ts';
import type { VaultedLeadBody } from './vault-contract.ts';

/** A vaulted lead as a subscriber is sent it, its contact unlocked. */
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
  vaultedDate: new Date(lead.vaultedAt).toISOString(),
});
