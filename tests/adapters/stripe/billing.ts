import { HOUR, SECOND } from '#domain/instant.ts';

import { Declined } from './things.ts';
import type { Intent, Invoice, Subscription, Thing } from './things.ts';

/** How long the invoice of a renewal is a draft. Nobody is charged before. */
const DRAFT_FOR = HOUR / SECOND;

export const monthAfter = (seconds: number): number => {
  const date = new Date(seconds * SECOND);
  return date.setUTCMonth(date.getUTCMonth() + 1) / SECOND;
};

type Line = Invoice['lines']['data'][number];

const monthFrom = (start: number): Line => ({
  object: 'line_item',
  period: { start, end: monthAfter(start) },
  parent: { type: 'subscription_item_details', subscription_item_details: { proration: false } },
});

export const itemOf = ({ items, id }: Subscription) => {
  const [item] = items.data;
  if (item === undefined) throw new Error(`${id} is for nothing`);
  return item;
};

/** When it ends by itself. */
const endOf = (subscription: Subscription): number =>
  subscription.cancel_at_period_end
    ? itemOf(subscription).current_period_end
    : (subscription.cancel_at ?? Number.POSITIVE_INFINITY);

/** When time alone does something to it. */
const turnOf = (subscription: Subscription): number =>
  Math.min(endOf(subscription), itemOf(subscription).current_period_end);

export const isUnpaid = ({ status }: Invoice): boolean =>
  status === 'draft' || status === 'open' || status === 'uncollectible';

type Account = {
  readonly books: {
    readonly intents: Map<string, Intent>;
    readonly invoices: Map<string, Invoice>;
    readonly subscriptions: Map<string, Subscription>;
  };
  readonly now: () => number;
  readonly newId: (kind: string) => string;
  readonly emit: (type: string, thing: object) => void;
  readonly keep: <One extends Thing>(book: Map<string, One>, one: One) => One;
  readonly addIntent: (amount: number, changes: Partial<Intent>) => Intent;
};

/** What an account bills by the month, in Stripe's steps: a draft for an hour, then final and open, then paid or void. */
export const billingIn = ({ books, now, newId, emit, keep, addIntent }: Account) => {
  const draft = (
    { id: subscription, customer }: Pick<Subscription, 'id' | 'customer'>,
    amount: number,
    reason: Invoice['billing_reason'],
    created = now(),
    lines = [monthFrom(created)],
  ): Invoice =>
    keep(books.invoices, {
      id: newId('in'),
      object: 'invoice',
      created,
      customer,
      auto_advance: true,
      billing_reason: reason,
      amount_due: amount,
      status: 'draft',
      amount_paid: 0,
      parent: { subscription_details: { subscription } },
      lines: { data: lines },
      status_transitions: { paid_at: null },
      payments: { data: [] },
    });

  const finalise = (invoice: Invoice): Invoice => {
    if (invoice.status !== 'draft') throw new Declined(400, 'invoice_not_editable');
    const { amount_due: amount, customer } = invoice;
    const { id: intent } = addIntent(amount, { status: 'requires_payment_method', customer });
    invoice.payments.data.push({ status: 'open', payment: { type: 'payment_intent', payment_intent: intent } });
    return Object.assign(invoice, { status: 'open' as const });
  };

  const subscriptionOf = ({ parent }: Invoice) => books.subscriptions.get(parent.subscription_details.subscription);
  const intentOf = ({ payments }: Invoice) => books.intents.get(payments.data.at(-1)?.payment.payment_intent ?? '');
  /** What has ended never comes back. */
  const stand = (invoice: Invoice, status: 'active' | 'past_due'): void => {
    const subscription = subscriptionOf(invoice);
    if (subscription === undefined || subscription.status === 'canceled') return;
    subscription.status = status;
    emit('customer.subscription.updated', subscription);
  };

  /** By the card on file, or by anybody at the page of an open invoice. */
  const pay = (invoice: Invoice, at = now()): void => {
    const intent = intentOf(invoice);
    if (invoice.status === 'draft' || !isUnpaid(invoice) || intent === undefined) throw new Error('nothing to pay');
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due, status_transitions: { paid_at: at } });
    Object.assign(invoice.payments.data.at(-1) ?? {}, { status: 'paid' });
    emit('invoice.paid', invoice);
    stand(invoice, 'active');
  };
  const fail = (invoice: Invoice): void => {
    emit('invoice.payment_failed', invoice);
    stand(invoice, 'past_due');
  };

  /** What nobody owes any more leaves its subscription good. */
  const voided = (invoice: Invoice): Invoice => {
    if (invoice.status === 'draft' || !isUnpaid(invoice)) throw new Declined(400, 'invoice_not_voidable');
    invoice.status = 'void';
    Object.assign(intentOf(invoice) ?? {}, { status: 'canceled' });
    emit('invoice.voided', invoice);
    stand(invoice, 'active');
    return invoice;
  };

  const end = (subscription: Subscription, at = now()): void => {
    Object.assign(subscription, { status: 'canceled', ended_at: at });
    emit('customer.subscription.deleted', subscription);
  };

  /** The next period begins: its invoice is a draft, and the subscription as good as before. */
  const roll = (subscription: Subscription, from: number): Invoice => {
    const item = itemOf(subscription);
    Object.assign(item, { current_period_start: from, current_period_end: monthAfter(from) });
    const invoice = draft(subscription, item.amount, 'subscription_cycle', from);
    subscription.latest_invoice = invoice.id;
    emit('customer.subscription.updated', subscription);
    return invoice;
  };

  return {
    end,
    roll,
    pay,
    fail,
    finalise,
    voided,

    /** A change in the middle of a period is billed at once, and becomes the latest invoice. */
    change: (subscription: Subscription, amount: number): Invoice => {
      const rest: Line = {
        object: 'line_item',
        period: { start: now(), end: itemOf(subscription).current_period_end },
        parent: { type: 'invoice_item_details', invoice_item_details: { proration: true } },
      };
      const invoice = finalise(draft(subscription, amount, 'subscription_update', now(), [rest]));
      subscription.latest_invoice = invoice.id;
      return invoice;
    },

    /** The first month, paid on the page. */
    first: (subscription: Pick<Subscription, 'id' | 'customer'>, amount: number): Invoice => {
      const invoice = finalise(draft(subscription, amount, 'subscription_create'));
      pay(invoice);
      return invoice;
    },

    /** What time alone does. */
    tick: (): void => {
      for (const subscription of books.subscriptions.values())
        while (subscription.status === 'active' && now() >= turnOf(subscription)) {
          const { current_period_end: over } = itemOf(subscription);
          const at = endOf(subscription);
          if (at <= over) end(subscription, at);
          else roll(subscription, over);
        }
      for (const invoice of books.invoices.values()) {
        const at = invoice.created + DRAFT_FOR;
        if (invoice.status === 'draft' && invoice.auto_advance && now() >= at) pay(finalise(invoice), at);
      }
    },
  };
};
