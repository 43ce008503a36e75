import type { LeadId } from '#domain/lead.ts';

/** Where the browser comes back to once the lead is paid for; the provider puts the checkout's reference in place of `{ref}`. */
export const successUrlOf = (shopUrl: string, leadId: LeadId): string =>
  `${shopUrl}/success?session_id={ref}&lead=${leadId}`;

/**
 * The lead that a success URL names; `undefined` where it names none. Only for one that the provider has kept: in the address bar of a
 * browser anybody can write what they like.
 */
export const leadIdIn = (successUrl: string): LeadId | undefined => /[?&]lead=([^&#]+)/.exec(successUrl)?.[1];
