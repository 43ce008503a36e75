import type { LeadId } from '#domain/lead.ts';

/** Where the browser returns once the lead is paid for; the provider replaces `{ref}` with the checkout's reference. */
export const successUrlOf = (shopUrl: string, leadId: LeadId): string =>
  `${shopUrl}/success?session_id={ref}&lead=${leadId}`;

/**
 * The lead that a success URL names; `undefined` where it names none. Only for a URL that the provider has stored: in the address bar
 * anybody can write anything.
 */
export const leadIdIn = (successUrl: string): LeadId | undefined => /[?&]lead=([^&#]+)/.exec(successUrl)?.[1];
