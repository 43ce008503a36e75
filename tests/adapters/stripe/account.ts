import { DAY, SECOND } from '#domain/instant.ts';

import { Declined } from './things.ts';
import type { Customer, Dispute, Intent, Invoice, Price, Refund, Session, Subscription, Thing } from './things.ts';

/** How long the bank holds money. */
const HELD_FOR = (7 * DAY) / SECOND;

const monthAfter = (seconds: number): number => {
  const date = new Date(seconds * SECOND);
  return date.setUTCMonth(date.getUTCMonth() + 1) / SECOND;
};

/** An account at Stripe in memory: its books, what time and buyers do to them, and the events that tell of it. */
export const stripeAccount = (clock: () => number) => {
  const now = (): number => Math.floor(clock() / SECOND);
  let made = 0;
  const newId = (kind: string): string => `${kind}_test${String((made += 1)).padStart(8, '0')}`;
  const books = {
    customers: new Map<string, Customer>(),
    prices: new Map<string, Price>(),
    sessions: new Map<string, Session>(),
    intents: new Map<string, Intent>(),
    refunds: new Map<string, Refund>(),
    disputes: new Map<string, Dispute>(),
    invoices: new Map<string, Invoice>(),
    subscriptions: new Map<string, Subscription>(),
  };
  const events: string[] = [];
  /** Where its hosted pages are. */
  const pages = { origin: 'https://checkout.stripe.com' };
  /** The thing is told as it is now, whole: an event is never expanded. */
  const emit = (type: string, thing: object): void => {
    const event = { id: newId('evt'), object: 'event', type, created: now(), data: { object: thing } };
    events.push(JSON.stringify(event));
  };
  const keep = <One extends Thing>(book: Map<string, One>, one: One): One => {
    book.set(one.id, one);
    return one;
  };
  /** The `intent` of an invoice or of a page. */
  const addIntent = (amount: number, changes: Partial<Intent>): Intent =>
    keep(books.intents, {
      id: newId('pi'),
      object: 'payment_intent',
      amount,
      amount_received: 0,
      capture_method: 'automatic',
      created: now(),
      metadata: {},
      status: 'succeeded',
      ...changes,
    });

  const bill = (subscription: string, amount: number, isPaid: boolean): Invoice => {
    const status = isPaid ? 'succeeded' : 'requires_payment_method';
    const { id: intent } = addIntent(amount, { status, amount_received: isPaid ? amount : 0 });
    const payment = { type: 'payment_intent', payment_intent: intent } as const;
    return keep(books.invoices, {
      id: newId('in'),
      object: 'invoice',
      created: now(),
      amount_due: amount,
      status: isPaid ? 'paid' : 'open',
      amount_paid: isPaid ? amount : 0,
      parent: { subscription_details: { subscription } },
      payments: { data: [{ status: isPaid ? 'paid' : 'open', payment }] },
    });
  };

  const end = (subscription: Subscription, at = now()): void => {
    Object.assign(subscription, { status: 'canceled', ended_at: at });
    emit('customer.subscription.deleted', subscription);
  };
  const itemOf = ({ items, id }: Subscription) => {
    const [item] = items.data;
    if (item === undefined) throw new Error(`${id} is for nothing`);
    return item;
  };
  /** The next period begins, paid or not. */
  const renew = (subscription: Subscription, from: number, isPaid: boolean): void => {
    const item = itemOf(subscription);
    Object.assign(item, { current_period_start: from, current_period_end: monthAfter(from) });
    const invoice = bill(subscription.id, item.amount, isPaid);
    Object.assign(subscription, { status: isPaid ? 'active' : 'past_due', latest_invoice: invoice.id });
    emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
    emit('customer.subscription.updated', subscription);
  };
  /** The open invoice is paid after all. */
  const payLate = (subscription: Subscription): void => {
    const invoice = books.invoices.get(subscription.latest_invoice);
    const intent = books.intents.get(invoice?.payments.data[0]?.payment.payment_intent ?? '');
    if (invoice === undefined || intent === undefined) throw new Error('no invoice');
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due });
    Object.assign(invoice.payments.data[0] ?? {}, { status: 'paid' });
    subscription.status = 'active';
    emit('invoice.paid', invoice);
    emit('customer.subscription.updated', subscription);
  };

  const expire = (session: Session): void => {
    session.status = 'expired';
    emit('checkout.session.expired', session);
    const intent = books.intents.get(session.payment_intent ?? '');
    if (intent !== undefined) cancel(intent);
  };
  const cancel = (intent: Intent): void => {
    intent.status = 'canceled';
    emit('payment_intent.canceled', intent);
  };

  /** What time alone does. */
  const tick = (): void => {
    for (const session of books.sessions.values())
      if (session.status === 'open' && now() >= session.expires_at) expire(session);
    for (const intent of books.intents.values())
      if (intent.status === 'requires_capture' && now() >= intent.created + HELD_FOR) cancel(intent);
    for (const subscription of books.subscriptions.values())
      while (subscription.status === 'active' && now() >= itemOf(subscription).current_period_end) {
        const { current_period_end: over } = itemOf(subscription);
        if (subscription.cancel_at_period_end) end(subscription, over);
        else renew(subscription, over, true);
      }
  };

  const find = <One extends Thing>(book: Map<string, One>, id: string): One => {
    tick();
    const one = book.get(id);
    if (one === undefined) throw new Declined(404, 'resource_missing');
    return one;
  };

  return {
    books,
    events,
    pages,
    now,
    newId,
    emit,
    keep,
    addIntent,
    bill,
    end,
    itemOf,
    renew,
    payLate,
    expire,
    cancel,
    find,
  };
};

export type StripeAccount = ReturnType<typeof stripeAccount>;
