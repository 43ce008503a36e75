import type { StripeAccount } from './account.ts';
import { isUnpaid, itemOf, monthAfter } from './billing.ts';
import type { Session, Subscription } from './things.ts';

/** Where the hosted page sends the browser after the payment. */
export const landingOf = ({ id, success_url: url }: Session): string => url.replaceAll('{CHECKOUT_SESSION_ID}', id);

/** What people do: on the hosted page, and with their cards when a month is over. */
export const buyerAt = (account: StripeAccount) => {
  const { books, now, newId, emit, keep, addIntent, billing, find } = account;

  const intentOf = ({ amount_total: amount, metadata, payment_intent: before }: Session) =>
    books.intents.get(before ?? '') ??
    addIntent(amount, { capture_method: 'manual', status: 'requires_payment_method', metadata });

  /** Held money is no paid page: that word only comes with the collecting. */
  const hold = (session: Session): void => {
    const intent = intentOf(session);
    Object.assign(intent, { status: 'requires_capture', created: now() });
    session.payment_intent = intent.id;
  };

  const begin = ({ customer, amount_total: amount, metadata }: Session): string => {
    const id = newId('sub');
    const start = now();
    const payer = customer ?? newId('cus');
    const invoice = billing.first({ id, customer: payer }, amount);
    const subscription = keep(books.subscriptions, {
      id,
      object: 'subscription',
      status: 'active',
      cancel_at: null,
      cancel_at_period_end: false,
      customer: payer,
      ended_at: null,
      latest_invoice: invoice.id,
      metadata,
      schedule: null,
      start_date: start,
      items: { data: [{ current_period_start: start, current_period_end: monthAfter(start), amount }] },
    });
    emit('customer.subscription.created', subscription);
    return id;
  };

  const next = (subscription: Subscription) => billing.roll(subscription, itemOf(subscription).current_period_end);
  /** Ends the period now. It has lasted for a second at least: no two have the same end. */
  const cutShort = (id: string) => {
    const subscription = find(books.subscriptions, id);
    return billing.roll(subscription, Math.max(now(), itemOf(subscription).current_period_start + 1));
  };

  return {
    pay: (id: string, email: string): 'paid' | 'not paid' => {
      const session = find(books.sessions, id);
      if (session.status !== 'open') return 'not paid';
      // The page lets nobody change an address that the shop has given.
      const known = session.customer_email ?? books.customers.get(session.customer ?? '')?.email;
      if (session.mode === 'subscription') {
        Object.assign(session, { payment_status: 'paid', subscription: begin(session) });
      } else if (session.amount_total === 0) session.payment_status = 'no_payment_required';
      else hold(session);
      Object.assign(session, { status: 'complete', customer_details: { email: known ?? email } });
      emit('checkout.session.completed', session);
      return 'paid';
    },

    /** The bank holds the money, and the page is not complete yet: that comes with `pay`, and the address with it. */
    confirm: (id: string): void => {
      const session = find(books.sessions, id);
      if (session.status === 'open' && session.mode === 'payment') hold(session);
    },

    decline: (id: string): void => {
      const session = find(books.sessions, id);
      if (session.status !== 'open' || session.mode !== 'payment') return;
      const intent = intentOf(session);
      session.payment_intent = intent.id;
      emit('payment_intent.payment_failed', intent);
    },

    /** Ends the period now and pays the next one, or pays what is owed, also of an ended one: as long as Stripe takes it. */
    renewalPaid: (id: string): void => {
      const subscription = find(books.subscriptions, id);
      const latest = find(books.invoices, subscription.latest_invoice);
      if (isUnpaid(latest)) billing.pay(latest.status === 'draft' ? billing.finalise(latest) : latest);
      else if (subscription.status !== 'canceled') billing.pay(billing.finalise(next(subscription)));
    },
    /** Ends the period now, and the card is declined. */
    renewalFailed: (id: string): void => billing.fail(billing.finalise(cutShort(id))),
    /** Ends the period now. The card is not charged yet. */
    renewalBegins: (id: string): void => void cutShort(id),
    /** The rest of the period is made dearer in the dashboard, and the card is declined for the difference. */
    changeFailed: (id: string): void => billing.fail(billing.change(find(books.subscriptions, id), 1000)),
  };
};
