import { isEmail } from '#domain/email.ts';
import type { Instant } from '#domain/instant.ts';
import type { Purchase } from '#domain/purchase.ts';
import { isUnfinished } from '#domain/purchase-check.ts';
import { payTooLate } from '#domain/purchase-late.ts';
import { decide } from '#domain/purchase-steps.ts';
import type { Payment } from '#domain/purchase-steps.ts';
import type { Repositories } from './ports/atomically.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import { couponOf } from './purchase-transaction.ts';
import type { ChangePurchase } from './purchase-transaction.ts';

type Needs = { readonly change: ChangePurchase; readonly clock: Clock; readonly log: Log };

/** The payment with the address that the buyer gave, or else that of the account that began the purchase. */
const addressed = async ({ accounts }: Repositories, { userId }: Purchase, payment: Payment): Promise<Payment> => {
  const email = payment.email?.trim();
  if (email !== undefined && isEmail(email)) return { ...payment, email };
  const account = userId === undefined ? undefined : await accounts.find(userId);
  return { ...payment, email: account?.email };
};

/**
 * Decides within a transaction: lead, coupon, purchase and what follows from them change together, or not at all. Answers the
 * purchase, which the caller stores; `undefined` unless it was open.
 */
export const decideIn = async (
  repositories: Repositories,
  purchase: Purchase,
  payment: Payment,
  now: Instant,
): Promise<Purchase | undefined> => {
  const { leads, coupons, jobs } = repositories;
  const { id, leadId } = purchase;
  const lead = await leads.find(leadId);
  if (lead === undefined) throw new Error(`purchase ${id} is of a lead that does not exist`);
  const decision = decide(purchase, lead, await couponOf(repositories, purchase), payment, now);
  if (decision === undefined) return undefined;
  // Whoever decides also goes on at once; the job is for the case that this process ends here. A loser of
  // whose money nothing is held is written to right away.
  await jobs.add({ name: isUnfinished(decision.purchase) ? 'settle-purchase' : 'tell-loser', purchaseId: id });
  if (decision.outcome === 'lost') return decision.purchase;
  await leads.save(decision.lead);
  if (decision.coupon !== undefined) await coupons.save(decision.coupon);
  await jobs.add({ name: 'close-checkouts', leadId });
  return decision.purchase;
};

/** Stores what follows from the money that a buyer has paid, or from a free order. */
export const paymentChanges = ({ change, clock, log }: Needs) => ({
  decide: (id: string, payment: Payment) =>
    change(
      id,
      async (repositories, purchase) =>
        decideIn(repositories, purchase, await addressed(repositories, purchase, payment), clock()),
      ({ leadId, progress }) => {
        if (progress.state === 'lost' && progress.reason === 'no-address')
          log.error('payment without an address', {
            purchaseId: id,
            leadId,
            ...(payment.paymentRef !== undefined && { providerRef: payment.paymentRef }),
          });
      },
    ),

  /** Somebody has paid for a purchase that had come to nothing: the money goes back. */
  payTooLate: (id: string, payment: Payment & { readonly paymentRef: string }) =>
    change(
      id,
      async (repositories, purchase) => {
        const late = payTooLate(purchase, await addressed(repositories, purchase, payment), clock());
        if (late !== undefined) await repositories.jobs.add({ name: 'settle-purchase', purchaseId: id });
        return late;
      },
      ({ leadId }) =>
        log.error('payment of a closed checkout', { purchaseId: id, leadId, providerRef: payment.paymentRef }),
    ),
});
