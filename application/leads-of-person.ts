import type { Instant } from '#domain/instant.ts';
import { forgetPerson, withdraw } from '#domain/lead.ts';
import { owedContact } from '#domain/purchase-delivery.ts';
import type { OwedContact } from '#domain/purchase-delivery.ts';
import { saleOf } from './own-sale.ts';
import type { Repositories } from './ports/atomically.ts';

type ForgottenLeads = {
  readonly erased: number;
  readonly withdrawn: number;
  /** The numbers of the sales whose leads keep their person, as the buyer is owed the contact. */
  readonly kept: Readonly<Record<OwedContact, readonly string[]>>;
};

/** Removes the person from the leads with these keys, and withdraws those that are not sold. */
export const forgetInLeads = async (
  keys: readonly string[],
  repositories: Repositories,
  now: Instant,
): Promise<ForgottenLeads> => {
  const { leads, persons, batches, jobs } = repositories;
  const counts = { erased: 0, withdrawn: 0 };
  const kept: Readonly<Record<OwedContact, string[]>> = { inDelivery: [], undeliverable: [] };
  for (const id of await persons.leadIdsOf(keys)) {
    const lead = await leads.find(id);
    if (lead === undefined) continue;
    const sale = await saleOf(repositories, lead);
    const owed = sale && owedContact(sale);
    if (sale !== undefined && owed !== undefined) {
      kept[owed].push(sale.saleNumber);
      continue;
    }
    const taken = withdraw(lead, now);
    await leads.save(forgetPerson(taken ?? lead));
    await batches.forgetConsent([id]);
    counts.erased += 1;
    if (taken === undefined) continue;
    counts.withdrawn += 1;
    await jobs.add({ name: 'close-checkouts', leadId: id });
  }
  return { ...counts, kept };
};
