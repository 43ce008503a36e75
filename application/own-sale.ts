import type { LeadOffer } from '#domain/lead.ts';
import { isOwn } from '#domain/purchase.ts';
import type { Asker, Purchase } from '#domain/purchase.ts';
import type { Leads, Purchases } from './ports/shop-repositories.ts';

type Needs = { readonly leads: Pick<Leads, 'find'>; readonly purchases: Pick<Purchases, 'find'> };

/** The sale of a lead; `undefined` where it is not sold. */
export const saleOf = async (
  { purchases }: Pick<Needs, 'purchases'>,
  { standing }: LeadOffer,
): Promise<Purchase | undefined> => (standing.state === 'sold' ? purchases.find(standing.purchaseId) : undefined);

/** The sale of a lead, if it was to the visitor who asks; `undefined` where it is sold to somebody else, or to nobody. */
export const ownSale = async (
  needs: Pick<Needs, 'purchases'>,
  lead: LeadOffer,
  asker: Asker,
): Promise<Purchase | undefined> => {
  const sale = await saleOf(needs, lead);
  return sale && isOwn(sale, asker) ? sale : undefined;
};

/**
 * The sale for which a purchase lost its lead, where both have the same buyer, who has paid at two pages; `undefined` for any other.
 */
export const saleToSameBuyer = async (
  { leads, purchases }: Needs,
  { progress, leadId, visitorHash, userId }: Purchase,
): Promise<Purchase | undefined> => {
  if (progress.state !== 'lost' || progress.reason !== 'sold') return undefined;
  const lead = await leads.find(leadId);
  return lead && ownSale({ purchases }, lead, { visitorHash, userId });
};
