import { emailOf } from '#domain/email.ts';
import { forgetPerson, withdraw } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { personKeyTextsOf } from '#domain/person.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly secrets: Pick<Secrets, 'id' | 'hash'> };

export type ErasePerson = {
  /** An e-mail address or a phone number. */
  readonly text: string;
  /** The operator. */
  readonly who: string;
};

export type EraseOutcome =
  | {
      readonly is: 'erased';
      /** Leads that no longer tell of the person. */
      readonly erased: number;
      /** Those of them that were still on offer or in the vault: they are withdrawn too. */
      readonly withdrawn: number;
      /** Leads that are sold, but whose contact has not reached the buyer: left as they are until it has, or until a refund. */
      readonly inDelivery: number;
      /** Messages of the contact form from that address: taken away. */
      readonly messages: number;
      /** Whether an account has that address. It is its owner's, who signs in with it, and stays. */
      readonly hasAccount: boolean;
    }
  | { readonly is: 'neither-email-nor-phone' };

/** Whether the buyer has yet to get the contact, or the lead may come back to the list. */
const isInDelivery = async ({ standing }: Lead, { purchases }: Repositories): Promise<boolean> => {
  const progress = standing.state === 'sold' ? (await purchases.find(standing.purchaseId))?.progress : undefined;
  switch (progress?.state) {
    case 'won':
      return true;
    case 'settled':
      return progress.contactLeftAt === undefined || progress.delivery.state === 'queued';
    case 'refunding':
      return progress.contactLeftAt === undefined;
    default:
      return false;
  }
};

/**
 * Forgets a person, known by e-mail address or phone number: their leads are withdrawn unless they are sold, and keep neither
 * contact nor description nor consent; what they wrote by the contact form is gone. The hashed keys stay, by which an import
 * knows the person again, for as long as it knows anybody. The audit knows the hash only.
 */
export const erasePerson =
  ({ atomically, clock, secrets }: Needs) =>
  async ({ text, who }: ErasePerson): Promise<EraseOutcome> => {
    const keys = personKeyTextsOf(text).map(secrets.hash);
    const [subject] = keys;
    if (subject === undefined) return { is: 'neither-email-nor-phone' };
    return atomically(async (repositories): Promise<EraseOutcome> => {
      const { leads, persons, batches, accounts, contactMessages, audit, jobs } = repositories;
      const counts = { erased: 0, withdrawn: 0, inDelivery: 0, messages: 0 };
      for (const id of await persons.leadIdsOf(keys)) {
        const lead = await leads.find(id);
        if (lead === undefined) continue;
        if (await isInDelivery(lead, repositories)) {
          counts.inDelivery += 1;
          continue;
        }
        const taken = withdraw(lead, clock());
        await leads.save(forgetPerson(taken ?? lead));
        await batches.forgetConsent([id]);
        counts.erased += 1;
        if (taken === undefined) continue;
        counts.withdrawn += 1;
        await jobs.add({ name: 'close-checkouts', leadId: id });
      }
      const email = emailOf(text);
      if (email !== undefined) counts.messages = await contactMessages.removeFrom(email);
      const hasAccount = email !== undefined && (await accounts.findByEmail(email)) !== undefined;
      const { erased, withdrawn, inDelivery, messages } = counts;
      const note = `erased ${erased}, withdrawn ${withdrawn}, in delivery ${inDelivery}, messages ${messages}`;
      await audit.add({ id: secrets.id(), at: clock(), who, action: 'erase', subject, note });
      return { is: 'erased', ...counts, hasAccount };
    });
  };
