import type { Instant } from './instant.ts';
import { DAY, WEEK } from './instant.ts';
import type { Cents } from './money.ts';
import type { StateCode } from './us-states.ts';
import { weekStart } from './week.ts';

export type LeadId = string;

export type Place = { readonly city: string; readonly state: StateCode };

/** Who the lead is. Nothing of it leaves before it is paid for; every part may be unknown. */
export type Contact = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly address1: string | undefined;
};

/**
 * The life of a lead: `listed` → `sold`; or `listed` → `vaulted` → `expired`; or `withdrawn` from anywhere before sold.
 * A listed lead whose `listedAt` lies ahead is scheduled: time alone publishes it, so a late job never shows it late.
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

/** Whether the marketplace offers the lead at `now`: listed, published, and its week not over. */
export const isOffered = ({ standing }: Lead, now: Instant, shelfCycles: number): boolean =>
  standing.state === 'listed' && standing.listedAt <= now && standing.listedAt >= shelfStart(now, shelfCycles);

/** Whether the vault shows the lead at `now`. */
export const isInVault = ({ standing }: Lead, now: Instant): boolean =>
  standing.state === 'vaulted' && standing.vaultedAt <= now && now < standing.vaultedAt + VAULT_WINDOW;

/** The lead sold to a purchase; `undefined` unless it is listed. A week that has ended does not stop a checkout that is still open. */
export const sell = (lead: Lead, purchaseId: string, now: Instant): Lead | undefined =>
  lead.standing.state === 'listed'
    ? { ...lead, standing: { state: 'sold', listedAt: lead.standing.listedAt, soldAt: now, purchaseId } }
    : undefined;

/** The lead in the vault, where subscribers see its contact: it can never be sold singly again. `undefined` unless it is listed. */
export const vault = (lead: Lead, now: Instant): Lead | undefined =>
  lead.standing.state === 'listed'
    ? { ...lead, standing: { state: 'vaulted', listedAt: lead.standing.listedAt, vaultedAt: now } }
    : undefined;

/** A sold lead back on the list, when that very purchase could not be collected; `undefined` for any other lead. */
export const relist = (lead: Lead, purchaseId: string): Lead | undefined =>
  lead.standing.state === 'sold' && lead.standing.purchaseId === purchaseId
    ? { ...lead, standing: { state: 'listed', listedAt: lead.standing.listedAt } }
    : undefined;
