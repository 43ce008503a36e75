import type { Instant } from './instant.ts';
import { DAY, WEEK } from './instant.ts';
import type { Cents } from './money.ts';
import type { StateCode } from './us-states.ts';
import { weekStart } from './week.ts';

export type LeadId = string;

export type Place = { readonly city: string; readonly state: StateCode };

/** The person of the lead. Nothing of it leaves before it is paid for; every part may be unknown. */
export type Contact = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly address1: string | undefined;
};

/**
 * The life of a lead: `listed` → `sold`; or `listed` → `vaulted` → `expired`; or `withdrawn` while listed or vaulted. A sold lead
 * goes back to `listed`, or is withdrawn, when its own purchase falls through, and is sold again if that is undone. A listed lead
 * whose `listedAt` lies ahead is scheduled: time alone publishes it, so a late job never shows it late.
 */
export type LeadStanding =
  | { readonly state: 'listed'; readonly listedAt: Instant }
  | { readonly state: 'sold'; readonly listedAt: Instant; readonly soldAt: Instant; readonly purchaseId: string }
  | { readonly state: 'vaulted'; readonly listedAt: Instant; readonly vaultedAt: Instant }
  | { readonly state: 'expired'; readonly listedAt: Instant; readonly vaultedAt: Instant; readonly expiredAt: Instant }
  | { readonly state: 'withdrawn'; readonly listedAt: Instant; readonly withdrawnAt: Instant };

export type Lead = {
  readonly id: LeadId;
  readonly place: Place;
  readonly contact: Contact;
  readonly description: string;
  readonly price: Cents;
  readonly standing: LeadStanding;
};

/** What a sale goes by: a lead without anything that tells of the person. */
export type LeadOffer = Omit<Lead, 'contact' | 'description'>;

/** What the marketplace shows of a lead: no contact field exists here. */
export type UnsoldLead = {
  readonly id: LeadId;
  readonly city: string;
  readonly state: StateCode;
  readonly price: Cents;
  readonly description: string;
  readonly hasEmail: boolean;
  readonly hasPhoneNumber: boolean;
};

/** How long the vault holds a lead: 90 days of 24 hours, whatever the clocks of any zone do. */
export const VAULT_WINDOW = 90 * DAY;

/** How many weekly cycles a lead stays on the marketplace, by default. */
export const DEFAULT_SHELF_CYCLES = 1;

/** The `listedAt` from which on leads are still on the shelf at `now`: older ones have had their week. */
export const shelfStart = (now: Instant, shelfCycles: number): Instant => weekStart(now) - (shelfCycles - 1) * WEEK;

export const offerOf = ({ id, place, price, standing }: Lead): LeadOffer => ({ id, place, price, standing });

/** Whether the marketplace offers the lead at `now`: listed, published, and its week not over. */
export const isOffered = ({ standing }: LeadOffer, now: Instant, shelfCycles: number): boolean =>
  standing.state === 'listed' && standing.listedAt <= now && standing.listedAt >= shelfStart(now, shelfCycles);

export type Gone = 'sold' | 'not-offered';

/** Why nobody can buy a lead that is not for sale. */
export const goneBecause = ({ standing }: LeadOffer): Gone => (standing.state === 'sold' ? 'sold' : 'not-offered');

/** The `vaultedAt` up to which leads have had their 90 days in the vault at `now`: later ones are shown. */
export const vaultStart = (now: Instant): Instant => now - VAULT_WINDOW;

/** Which vaulted leads the vault shows at `now`: those with `vaultedAfter` < vaultedAt ≤ `until`. */
export const vaultSpan = (now: Instant): { readonly vaultedAfter: Instant; readonly until: Instant } => ({
  vaultedAfter: vaultStart(now),
  until: now,
});

/** Whether anybody is shown the lead after `at`, as far as is known: on the list, now or one day, or in the vault. */
export const isShownAfter = ({ standing }: Lead, at: Instant): boolean => {
  if ('vaultedAt' in standing) return standing.vaultedAt > vaultStart(at);
  if ('soldAt' in standing) return standing.soldAt > at;
  return standing.state === 'listed' || standing.withdrawnAt > at;
};

/** The lead sold to a purchase; `undefined` unless it is listed. A week that has ended does not stop a checkout that is still open. */
export const sell = (lead: Lead, purchaseId: string, now: Instant): Lead | undefined =>
  lead.standing.state === 'listed'
    ? { ...lead, standing: { state: 'sold', listedAt: lead.standing.listedAt, soldAt: now, purchaseId } }
    : undefined;

/** When the week of a lead listed at `listedAt` is over: the weekly instant that ends its last cycle on the shelf. */
export const shelfEnd = (listedAt: Instant, shelfCycles: number): Instant => weekStart(listedAt) + shelfCycles * WEEK;

/**
 * The lead in the vault, where subscribers see its contact: it can never be sold singly again. `undefined` unless it is listed and
 * its week is over at `now`. However late that is noticed, it is in the vault from the instant its week ended.
 */
export const vault = (lead: Lead, shelfCycles: number, now: Instant): Lead | undefined => {
  if (lead.standing.state !== 'listed') return undefined;
  const { listedAt } = lead.standing;
  const vaultedAt = shelfEnd(listedAt, shelfCycles);
  return vaultedAt <= now ? { ...lead, standing: { state: 'vaulted', listedAt, vaultedAt } } : undefined;
};

/** The lead gone from the vault since the end of its 90 days; `undefined` unless it is vaulted and they are over at `now`. */
export const expire = (lead: Lead, now: Instant): Lead | undefined => {
  if (lead.standing.state !== 'vaulted') return undefined;
  const { listedAt, vaultedAt } = lead.standing;
  const expiredAt = vaultedAt + VAULT_WINDOW;
  return expiredAt <= now ? { ...lead, standing: { state: 'expired', listedAt, vaultedAt, expiredAt } } : undefined;
};

const withdrawn = (lead: Lead, now: Instant): Lead => ({
  ...lead,
  standing: { state: 'withdrawn', listedAt: lead.standing.listedAt, withdrawnAt: now },
});

/** The lead taken away for good; `undefined` unless it is listed, scheduled or vaulted. */
export const withdraw = (lead: Lead, now: Instant): Lead | undefined =>
  lead.standing.state === 'listed' || lead.standing.state === 'vaulted' ? withdrawn(lead, now) : undefined;

const isSoldTo = ({ standing }: Lead, purchaseId: string): boolean =>
  standing.state === 'sold' && standing.purchaseId === purchaseId;

/** A sold lead back on the list, when that very purchase fell through before its delivery; `undefined` for any other lead. */
export const relist = (lead: Lead, purchaseId: string): Lead | undefined =>
  isSoldTo(lead, purchaseId) ? { ...lead, standing: { state: 'listed', listedAt: lead.standing.listedAt } } : undefined;

/** A sold lead taken away for good, when that very purchase was refunded after its delivery; `undefined` for any other lead. */
export const withdrawSold = (lead: Lead, purchaseId: string, now: Instant): Lead | undefined =>
  isSoldTo(lead, purchaseId) ? withdrawn(lead, now) : undefined;

/** A lead that was withdrawn with a refund, when that refund is undone: sold to its buyer again. `undefined` unless it is withdrawn. */
export const sellAgain = (lead: Lead, purchaseId: string, soldAt: Instant): Lead | undefined =>
  lead.standing.state === 'withdrawn'
    ? { ...lead, standing: { state: 'sold', listedAt: lead.standing.listedAt, soldAt, purchaseId } }
    : undefined;

const NOBODY: Contact = { firstName: '', lastName: '', email: undefined, phone: undefined, address1: undefined };

/** Whether the lead has no contact any more. */
export const isErased = ({ contact }: Lead): boolean =>
  Object.values(contact).every((part) => part === undefined || part === '');

/** The lead without its contact. */
export const eraseContact = (lead: Lead): Lead => ({ ...lead, contact: NOBODY });

/** The lead without anything that tells of the person: a description may name them too. */
export const forgetPerson = (lead: Lead): Lead => ({ ...eraseContact(lead), description: '' });
