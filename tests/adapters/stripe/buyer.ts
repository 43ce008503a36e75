import type { StripeAccount } from './account.ts';
import type { Session } from './things.ts';

/** Where the hosted page sends the browser after the payment. */
export const landingOf = ({ id, success_url: url }: Session): string => url.replaceAll('{CHECKOUT_SESSION_ID}', id);

/** What people do: on the hosted page, and with their cards when a month is over. */
export const buyerAt = (account: StripeAccount) => {
  const { books, now, newId, emit, keep, addIntent, bill, find, renew, payLate, itemOf } = account;

  const intentOf = ({ amount_total: amount, metadata, payment_intent: before }: Session) =>
    books.intents.get(before ?? '') ??
    addIntent(amount, { capture_method: 'manual', status: 'requires_payment_method', metadata });

  const begin = ({ customer, amount_total: amount, metadata }: Session): string => {
    const id = newId('sub');
    const start = now();
    const invoice = bill(id, amount, true);
    const subscription = keep(books.subscriptions, {
      id,
      object: 'subscription',
      status: 'active',
      cancel_at: null,
      cancel_at_period_end: false,

      customer: customer ?? newId('cus'),
      ended_at: null,
      latest_invoice: invoice.id,
      metadata,
      start_date: start,
      items: { data: [{ current_period_start: start, current_period_end: start, amount }] },
    });
    const item = itemOf(subscription);
    const date = new Date(start * 1_000);
    item.current_period_end = date.setUTCMonth(date.getUTCMonth() + 1) / 1_000;
    emit('customer.subscription.created', subscription);
    emit('invoice.paid', invoice);
    return id;
  };

  return {
    pay: (id: string, email: string): 'paid' | 'not paid' => {
      const session = find(books.sessions, id);
      if (session.status !== 'open') return 'not paid';
      // The page lets nobody change an address that the shop has given.
      const known = session.customer_email ?? books.customers.get(session.customer ?? '')?.email;
      Object.assign(session, { status: 'complete', customer_details: { email: known ?? email } });
      if (session.mode === 'subscription') {
        Object.assign(session, { payment_status: 'paid', subscription: begin(session) });
      } else if (session.amount_total === 0) session.payment_status = 'no_payment_required';
      else {
        // Held money is no paid page: that word only comes with the collecting.
        const intent = intentOf(session);
        Object.assign(intent, { status: 'requires_capture', created: now() });
        session.payment_intent = intent.id;
      }
      emit('checkout.session.completed', session);
      return 'paid';
    },

    decline: (id: string): void => {
      const session = find(books.sessions, id);
      if (session.status !== 'open' || session.mode !== 'payment') return;
      const intent = intentOf(session);
      session.payment_intent = intent.id;
      emit('payment_intent.payment_failed', intent);
    },

    /** Ends the period now or, if its card was declined before, pays what is open. */
    renewalPaid: (id: string): void => {
      const subscription = find(books.subscriptions, id);
      if (subscription.status === 'past_due') payLate(subscription);
      else renew(subscription, itemOf(subscription).current_period_end, true);
    },
    renewalFailed: (id: string): void => renew(find(books.subscriptions, id), now(), false),
  };
};
