import type { LeadId } from '#domain/lead.ts';

/** Where the browser comes back to once the lead is paid for; the provider puts the checkout's reference in place of `{ref}`. */
export const wayBackTo = (shopUrl: string, leadId: LeadId): string =>
  `${shopUrl}/success?session_id={ref}&lead=${leadId}`;

/**
 * The lead of a purchase, by its way back as the provider has kept it; `undefined` where none is named. Only of what the provider itself tells:
 * the address that a browser comes back with is what anybody likes to write there.
 */
export const leadOf = (wayBack: string): LeadId | undefined => /[?&]lead=([^&#]+)/.exec(wayBack)?.[1];
