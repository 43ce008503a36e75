import type Stripe from 'stripe';

import { ask, askIfThere, askToChange } from './failures.ts';
import { idOf } from './references.ts';
import type { Sparse } from './sparse.ts';

export type Invoice = Sparse<Stripe.Invoice>;

/** Whether the invoice may still be paid or charged. Stripe takes money even for one that it has called uncollectible. */
const isPayable = ({ status }: Invoice): boolean =>
  status === 'draft' || status === 'open' || status === 'uncollectible';

/** Whether money was paid for it: an invoice of nothing is `paid` by itself. */
export const tookMoney = ({ status, amount_paid: amount }: Invoice): boolean => status === 'paid' && amount !== 0;

/** Whether the invoice is for a month that has begun and is not paid yet: Stripe charges about an hour after the beginning. */
export const isUnpaidRenewal = ({ status, billing_reason: reason }: Invoice): boolean =>
  reason === 'subscription_cycle' && (status === 'draft' || status === 'open');

/**
 * Whether the invoice is for a whole period that ends at `end`, in Stripe's seconds. A change within a period is billed to its end,
 * too.
 */
export const billsPeriodTo = ({ lines }: Pick<Invoice, 'lines'>, end: number): boolean =>
  lines?.data.some(
    ({ parent, period }) => parent?.subscription_item_details?.proration === false && period.end === end,
  ) === true;

/** The invoices of subscriptions, with their payments. On a host without invoices nothing is unpaid. */
export const invoicesAt = (stripe: Stripe) => {
  const retrieve = (id: string): Promise<Invoice> => stripe.invoices.retrieve(id, { expand: ['payments'] });

  const paymentOf = async ({ id, payments }: Invoice): Promise<string | undefined> => {
    const list = payments ?? (await askIfThere(() => stripe.invoicePayments.list({ invoice: id, status: 'paid' })));
    return idOf(list?.data.find(({ status }) => status === 'paid')?.payment.payment_intent);
  };

  const listOf = async (params: Stripe.InvoiceListParams): Promise<readonly Invoice[]> =>
    (await askIfThere(() => stripe.invoices.list(params)))?.data ?? [];

  /** The last ones that are paid, newest first. */
  const paid = (subscription: string): Promise<readonly Invoice[]> =>
    listOf({ subscription, status: 'paid', limit: 10, expand: ['data.payments'] });

  /** Changes an invoice for which `isOne` holds, and answers the result; if it no longer holds, the invoice as it is now. */
  const change = (id: string, how: () => Promise<Invoice>, isOne: (invoice: Invoice) => boolean): Promise<Invoice> =>
    askToChange(how, async () => {
      const now = await ask(() => retrieve(id));
      return isOne(now) ? undefined : now;
    });

  /**
   * Only a final invoice can be voided, and no draft of a subscription can be deleted. An invoice that is paid at this moment stays
   * paid.
   */
  const abandon = async (invoice: Invoice): Promise<void> => {
    const { id } = invoice;
    const isDraft = ({ status }: Invoice): boolean => status === 'draft';
    const final = isDraft(invoice)
      ? await change(id, () => stripe.invoices.finalizeInvoice(id, { auto_advance: false }), isDraft)
      : invoice;
    if (isPayable(final)) await change(id, () => stripe.invoices.voidInvoice(id), isPayable);
  };

  return {
    latestOf: async ({ latest_invoice: invoice }: Sparse<Stripe.Subscription>): Promise<Invoice | undefined> =>
      typeof invoice === 'string' ? askIfThere(() => retrieve(invoice)) : (invoice ?? undefined),

    paid,

    paymentOf,

    /** The payments of a subscription in the last months, newest first. */
    payments: async (subscription: string): Promise<readonly string[]> => {
      const refs = await Promise.all((await paid(subscription)).filter(tookMoney).map(paymentOf));
      return refs.filter((ref) => ref !== undefined);
    },

    /**
     * Voids everything that could still be paid for a subscription. Only for one that has ended: for another, Stripe would count this
     * as paid.
     */
    abandonAll: async (subscription: string): Promise<void> => {
      const invoices = await listOf({ subscription, limit: 100 });
      for (const invoice of invoices) if (isPayable(invoice)) await abandon(invoice);
    },
  };
};
