import type { Coupon } from '#domain/coupon.ts';
import type { Lead } from '#domain/lead.ts';
import { holdsLead } from '#domain/purchase.ts';
import type { Purchase } from '#domain/purchase.ts';
import { Conflict } from './overlay.ts';
import type { Overlay } from './overlay.ts';

// What the tables' constraints hold in a database, looked at when a transaction commits.

/** What no two purchases may share. */
const uniqueKeys = ({ saleNumber, checkout, leadId, progress }: Purchase): readonly string[] => [
  `sale number ${saleNumber}`,
  ...(checkout === undefined ? [] : [`checkout ${checkout.ref}`]),
  ...(holdsLead(progress.state) ? [`buyer of ${leadId}`] : []),
];

/** A purchase is of a stored lead, and shares nothing with another one that must be unique. */
export const checkPurchases = (purchases: Overlay<Purchase>, leads: Overlay<Lead>): void => {
  const changes = purchases.changes();
  if (changes.some(({ leadId }) => leads.findFresh(leadId) === undefined))
    throw new Conflict('a purchase must be of a stored lead');
  const gone = leads.removed();
  if (gone.size > 0 && purchases.entries().some(([, { leadId }]) => gone.has(leadId)))
    throw new Conflict('a lead that has purchases must stay');
  const taken = new Set<string>();
  for (const key of (changes.length > 0 ? purchases.entries() : []).flatMap(([, purchase]) => uniqueKeys(purchase))) {
    if (taken.has(key)) throw new Conflict(`there are two of ${key}`);
    taken.add(key);
  }
};

/** No coupon is used more often than it may be. */
export const checkCoupons = (coupons: Overlay<Coupon>): void => {
  if (coupons.changes().some(({ uses, maxUses }) => uses < 0 || (maxUses !== undefined && uses > maxUses)))
    throw new Error('a coupon must be used within its limit');
};
