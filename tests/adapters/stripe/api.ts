import { MINUTE, SECOND } from '#domain/instant.ts';

import type { StripeAccount } from './account.ts';
import { chargeIdOf } from './bank.ts';
import { itemOf } from './billing.ts';
import { Declined } from './things.ts';
import type { Intent, Invoice, Metadata, Refund, Session } from './things.ts';

/** A request's fields with their whole names, as in `line_items[0][quantity]`. */
export type Fields = ReadonlyMap<string, string>;

type Handler = (id: string, fields: Fields) => object;

const metadataOf = (fields: Fields, under = 'metadata'): Metadata =>
  Object.fromEntries(
    [...fields].flatMap(([name, value]) =>
      name.startsWith(`${under}[`) ? [[name.slice(under.length + 1, -1), value]] : [],
    ),
  );

const expands = (fields: Fields, what: string): boolean =>
  [...fields].some(([name, value]) => name.startsWith('expand[') && value === what);

const listOf = (data: readonly object[]) => ({ object: 'list', has_more: false, data });

/** Every call of Stripe's that the shop makes, by method and path; `:id` stands for the thing's id. */
export const apiOf = (account: StripeAccount): Readonly<Record<string, Handler>> => {
  const { books, now, newId, emit, keep, billing, expire, cancel, find } = account;

  const isThere = (customer: string): boolean =>
    books.customers.has(customer) && !books.customers.get(customer)?.deleted;
  /** One that was not deleted. */
  const customerOf = (id: string) => {
    if (!isThere(id)) throw new Declined(404, 'resource_missing');
    return find(books.customers, id);
  };

  const openSession = (fields: Fields): Session => {
    const [mode = '', customer] = [fields.get('mode'), fields.get('customer')];
    const [priceId, told] = [fields.get('line_items[0][price]'), fields.get('line_items[0][price_data][unit_amount]')];
    if (priceId !== undefined && !books.prices.has(priceId)) throw new Declined(400, 'resource_missing');
    const price = books.prices.get(priceId ?? '');
    const amount = Number(told ?? price?.unit_amount);
    const minutes = ((Number(fields.get('expires_at')) - now()) * SECOND) / MINUTE;
    if (!(minutes >= 30 && minutes <= 1440)) throw new Declined(400, 'parameter_invalid_integer');
    if (!Number.isSafeInteger(amount)) throw new Declined(400, 'parameter_invalid_integer');
    if (amount !== 0 && amount < 50) throw new Declined(400, 'amount_too_small');
    if (fields.get('allowed_payment_method_types[0]') !== 'card') throw new Declined(400, 'other_methods');
    const holds = fields.get('payment_intent_data[capture_method]') === 'manual';
    if (holds !== (mode === 'payment' && amount !== 0)) throw new Declined(400, 'parameter_unknown');
    if (customer !== undefined && !isThere(customer)) throw new Declined(400, 'resource_missing');
    const id = newId('cs');
    return keep(books.sessions, {
      id,
      object: 'checkout.session',
      mode,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: amount,
      currency: fields.get('line_items[0][price_data][currency]') ?? price?.currency ?? '',
      interval: fields.get('line_items[0][price_data][recurring][interval]') ?? price?.recurring.interval ?? null,
      line_item: fields.get('line_items[0][price_data][product_data][name]') ?? '',
      cancel_url: fields.get('cancel_url') ?? '',
      customer: customer ?? null,
      customer_email: fields.get('customer_email') ?? null,
      customer_details: null,
      expires_at: Number(fields.get('expires_at')),
      metadata: metadataOf(fields),
      payment_intent: null,
      subscription: null,
      success_url: fields.get('success_url') ?? '',
      url: `${account.pages.origin}/c/pay/${id}`,
    });
  };
  const intentIn = (id: string, ...states: Intent['status'][]): Intent => {
    const intent = find(books.intents, id);
    if (!states.includes(intent.status)) throw new Declined(400, 'payment_intent_unexpected_state');
    return intent;
  };
  const chargeOf = (intent: Intent) => {
    const id = chargeIdOf(intent);
    // The flag stays, also of an inquiry, and however it ends.
    const disputed = [...books.disputes.values()].some(({ charge }) => charge === id);
    const back = [...books.refunds.values()].filter((one) => one.payment_intent === intent.id);
    const sent = back.reduce((sum, { status, amount }) => (status === 'succeeded' ? sum + amount : sum), 0);
    const refunded = intent.amount_received > 0 && sent >= intent.amount_received;
    return { id, object: 'charge', payment_intent: intent.id, disputed, refunded };
  };
  /** A payment, with its charge when that is asked for. */
  const withCharge = (intent: Intent, isAsked: boolean): object => ({
    ...intent,
    latest_charge: isAsked ? chargeOf(intent) : chargeIdOf(intent),
  });
  const told = ({ payments, ...invoice }: Invoice, all: boolean) => (all ? { ...invoice, payments } : invoice);

  return {
    'POST /v1/customers': (_, fields) =>
      keep(books.customers, {
        id: newId('cus'),
        object: 'customer',
        created: now(),
        email: fields.get('email') ?? null,
        metadata: metadataOf(fields),
      }),
    'POST /v1/customers/:id': (id, fields) => Object.assign(customerOf(id), { email: fields.get('email') ?? null }),
    'GET /v1/customers/search': (_, fields) => {
      const wanted = /^metadata\['payer_id'\]:'(.*)'$/.exec(fields.get('query') ?? '')?.[1];
      return listOf(
        [...books.customers.values()].filter(({ id, metadata }) => isThere(id) && metadata['payer_id'] === wanted),
      );
    },
    'GET /v1/customers/:id': (id) => {
      const { object, deleted, ...customer } = find(books.customers, id);
      return deleted ? { id, object, deleted } : { object, ...customer };
    },

    'GET /v1/prices/:id': (id) => find(books.prices, id),

    'POST /v1/checkout/sessions': (_, fields) => openSession(fields),
    'GET /v1/checkout/sessions': (_, fields) => {
      const [payment, subscription] = [fields.get('payment_intent') ?? '', fields.get('subscription') ?? ''];
      // What is missing is a 404 only where the address names it.
      if (!books.intents.has(payment) && !books.subscriptions.has(subscription))
        throw new Declined(400, 'resource_missing');
      return listOf(
        [...books.sessions.values()].filter(
          (one) => one.payment_intent === payment || one.subscription === subscription,
        ),
      );
    },
    'GET /v1/checkout/sessions/:id': (id, fields) => {
      const session = find(books.sessions, id);
      const isAsked = expands(fields, 'payment_intent.latest_charge');
      const intent = isAsked ? books.intents.get(session.payment_intent ?? '') : undefined;
      return intent === undefined ? session : { ...session, payment_intent: withCharge(intent, isAsked) };
    },
    'POST /v1/checkout/sessions/:id/expire': (id) => {
      const session = find(books.sessions, id);
      if (session.status !== 'open') throw new Declined(400, 'session_not_open');
      expire(session);
      return session;
    },

    'GET /v1/payment_intents/:id': (id, fields) =>
      withCharge(find(books.intents, id), expands(fields, 'latest_charge')),
    'POST /v1/payment_intents/:id/capture': (id) => {
      const intent = intentIn(id, 'requires_capture');
      return Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    },
    'POST /v1/payment_intents/:id/cancel': (id) => {
      const intent = intentIn(id, 'requires_capture');
      cancel(intent);
      return intent;
    },

    'POST /v1/refunds': (_, fields) => {
      const { id, amount } = intentIn(fields.get('payment_intent') ?? '', 'succeeded');
      const disputes = [...books.disputes.values()].filter((one) => one.payment_intent === id);
      if (disputes.some((one) => !one.is_charge_refundable)) throw new Declined(400, 'charge_disputed');
      const sent = [...books.refunds.values()].filter((one) => one.payment_intent === id);
      const left = sent.reduce((rest, one) => (one.status === 'failed' ? rest : rest - one.amount), amount);
      if (left === 0) throw new Declined(400, 'charge_already_refunded');
      const part = Number(fields.get('amount') ?? left);
      const refund: Refund = {
        id: newId('re'),
        object: 'refund',
        amount: part,
        payment_intent: id,
        status: 'succeeded',
      };
      emit('charge.refunded', { id: newId('ch'), object: 'charge', payment_intent: id, refunded: part === left });
      return keep(books.refunds, refund);
    },
    'GET /v1/refunds': (_, fields) =>
      listOf([...books.refunds.values()].filter((one) => one.payment_intent === fields.get('payment_intent'))),

    'GET /v1/disputes': (_, fields) =>
      listOf([...books.disputes.values()].filter(({ charge }) => charge === fields.get('charge'))),

    'GET /v1/invoices': (_, fields) => {
      const all = [...books.invoices.values()].filter(
        ({ parent, status }) =>
          parent.subscription_details.subscription === fields.get('subscription') &&
          status === (fields.get('status') ?? status),
      );
      return listOf(all.toReversed().map((invoice) => told(invoice, expands(fields, 'data.payments'))));
    },
    'GET /v1/invoices/:id': (id, fields) => told(find(books.invoices, id), expands(fields, 'payments')),
    'POST /v1/invoices/:id/finalize': (id, fields) =>
      billing.finalise(
        Object.assign(find(books.invoices, id), { auto_advance: fields.get('auto_advance') !== 'false' }),
      ),
    'POST /v1/invoices/:id/void': (id) => billing.voided(find(books.invoices, id)),
    'GET /v1/invoice_payments': (_, fields) => {
      const wanted = fields.get('payment[payment_intent]') ?? '';
      if (!books.intents.has(wanted)) throw new Declined(400, 'resource_missing');
      const paid = [...books.invoices.values()].flatMap((invoice) =>
        invoice.payments.data.flatMap((one) => (one.payment.payment_intent === wanted ? [{ ...one, invoice }] : [])),
      );
      return listOf(
        paid.map(({ invoice, ...one }) => ({
          ...one,
          invoice: expands(fields, 'data.invoice') ? told(invoice, false) : invoice.id,
        })),
      );
    },
    'GET /v1/charges': (_, fields) => {
      const customer = customerOf(fields.get('customer') ?? '').id;
      const charged = [...books.intents.values()].filter((one) => one.customer === customer && one.amount_received > 0);
      return listOf(charged.toReversed().map(chargeOf));
    },

    'GET /v1/subscriptions/:id': (id, fields) => {
      const subscription = find(books.subscriptions, id);
      const invoice = find(books.invoices, subscription.latest_invoice);
      return expands(fields, 'latest_invoice.payments') ? { ...subscription, latest_invoice: invoice } : subscription;
    },
    'POST /v1/subscriptions/:id': (id, fields) => {
      const subscription = find(books.subscriptions, id);
      if (subscription.status === 'canceled') throw new Declined(400, 'invalid_canceled_subscription_fields');
      if (fields.has('cancel_at') && fields.has('cancel_at_period_end'))
        throw new Declined(400, 'parameters_exclusive');
      if (subscription.schedule !== null && (fields.has('cancel_at') || fields.has('cancel_at_period_end')))
        throw new Declined(400, 'managed_by_schedule');
      const ends = fields.get('cancel_at_period_end') === 'true';
      const hasOwnDate = subscription.cancel_at !== null && !subscription.cancel_at_period_end;
      // An end of a date of its own is only changed or forgotten by that word: of the other one Stripe does not say so.
      if (!fields.has('cancel_at') && (hasOwnDate || !(ends || subscription.cancel_at_period_end))) return subscription;
      const at = ends ? itemOf(subscription).current_period_end : Number(fields.get('cancel_at') ?? 0) || null;
      Object.assign(subscription, { cancel_at_period_end: ends, cancel_at: at });
      emit('customer.subscription.updated', subscription);
      return subscription;
    },
    'DELETE /v1/subscriptions/:id': (id) => {
      const subscription = find(books.subscriptions, id);
      // What has ended can be read, but is not there to be ended.
      if (subscription.status === 'canceled') throw new Declined(404, 'resource_missing');
      billing.end(subscription);
      return subscription;
    },

    'POST /v1/subscription_schedules/:id/release': (id) => {
      const subscription = [...books.subscriptions.values()].find(({ schedule }) => schedule === id);
      // One that was released, or has come to its end, can be read, but not released.
      if (subscription === undefined) throw new Declined(400, 'schedule_not_active');
      // The dates that it had set go with it.
      Object.assign(subscription, { schedule: null, cancel_at: null, cancel_at_period_end: false });
      emit('customer.subscription.updated', subscription);
      return { id, object: 'subscription_schedule', status: 'released' };
    },
  };
};
