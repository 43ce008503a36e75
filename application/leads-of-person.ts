import type { Instant } from '#domain/instant.ts';
import { forgetPerson, withdraw } from '#domain/lead.ts';
import type { Purchase } from '#domain/purchase.ts';
import { saleOf } from './own-sale.ts';
import type { Repositories } from './ports/atomically.ts';

/** Why a sold lead keeps its person: the buyer has yet to get the contact, or never will, and only a refund sets the lead free. */
type Reason = 'inDelivery' | 'undeliverable';

const reasonToKeep = ({ progress }: Purchase): Reason | undefined => {
  switch (progress.state) {
    case 'won':
      return 'inDelivery';
    case 'settled': {
      if (progress.delivery.state === 'queued') return 'inDelivery';
      if (progress.contactLeftAt !== undefined) return undefined;
      return progress.delivery.state === 'refused' ? 'undeliverable' : 'inDelivery';
    }
    case 'refunding':
      return progress.contactLeftAt === undefined ? 'inDelivery' : undefined;
    case 'open':
    case 'lost':
    case 'refunded':
    case 'abandoned':
    case 'lapsed':
      return undefined;
  }
};

type ForgottenLeads = {
  readonly erased: number;
  readonly withdrawn: number;
  /** The numbers of the sales whose leads keep their person. */
  readonly kept: Readonly<Record<Reason, readonly string[]>>;
};

/** Removes the person from the leads with these keys, and withdraws those that are not sold. */
export const forgetInLeads = async (
  keys: readonly string[],
  repositories: Repositories,
  now: Instant,
): Promise<ForgottenLeads> => {
  const { leads, persons, batches, jobs } = repositories;
  const counts = { erased: 0, withdrawn: 0 };
  const kept: Readonly<Record<Reason, string[]>> = { inDelivery: [], undeliverable: [] };
  for (const id of await persons.leadIdsOf(keys)) {
    const lead = await leads.find(id);
    if (lead === undefined) continue;
    const sale = await saleOf(repositories, lead);
    const reason = sale && reasonToKeep(sale);
    if (sale !== undefined && reason !== undefined) {
      kept[reason].push(sale.saleNumber);
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
