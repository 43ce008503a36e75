import { withdraw } from '#domain/lead.ts';
import type { Lead, LeadId } from '#domain/lead.ts';
import { auditNote } from '#domain/audit.ts';
import type { Atomically, Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly clock: Clock; readonly secrets: Pick<Secrets, 'id'> };

export type WithdrawLeadRequest = {
  readonly leadId: LeadId;
  /** The operator, or `PROVIDER`. */
  readonly who: string;
  /** Why, for the audit: it must hold no e-mail address and no phone number. */
  readonly note: string | undefined;
};

/** `sold`: only a refund undoes a sale. `already`: the lead was withdrawn before. */
export type WithdrawOutcome = {
  readonly is: 'withdrawn' | 'unknown' | 'sold' | 'already' | 'expired' | 'note-holds-contact';
};

const whyNot = ({ standing: { state } }: Lead): 'sold' | 'expired' | 'already' =>
  state === 'sold' || state === 'expired' ? state : 'already';

/** Withdraws a lead in the caller's transaction. `note` is fit for the audit. */
export const withdrawIn = async (
  { leads, audit, jobs }: Pick<Repositories, 'leads' | 'audit' | 'jobs'>,
  { leadId, who, note }: WithdrawLeadRequest,
  { clock, secrets }: Pick<Needs, 'clock' | 'secrets'>,
): Promise<WithdrawOutcome> => {
  const lead = await leads.find(leadId);
  if (lead === undefined) return { is: 'unknown' };
  const withdrawn = withdraw(lead, clock());
  if (withdrawn === undefined) return { is: whyNot(lead) };
  await leads.save(withdrawn);
  await audit.add({ id: secrets.id(), at: clock(), who, action: 'withdraw', subject: leadId, note });
  await jobs.add({ name: 'close-checkouts', leadId });
  return { is: 'withdrawn' };
};

/** Takes a lead off the list or out of the vault for good. Hosted pages that are open for it are closed, so that nobody pays for it. */
export const withdrawLead =
  ({ atomically, clock, secrets }: Needs) =>
  async ({ leadId, who, note: typed }: WithdrawLeadRequest): Promise<WithdrawOutcome> => {
    const note = typed === undefined ? undefined : auditNote(typed);
    if (typed !== undefined && note === undefined) return { is: 'note-holds-contact' };
    return atomically((repositories) => withdrawIn(repositories, { leadId, who, note }, { clock, secrets }));
  };
