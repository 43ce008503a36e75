import { DAY, SECOND } from '#domain/instant.ts';

import { billingIn } from './billing.ts';
import { Declined } from './things.ts';
import type { Customer, Dispute, Intent, Invoice, Price, Refund, Session, Subscription, Thing } from './things.ts';

/** How long the bank holds money. */
const HELD_FOR = (7 * DAY) / SECOND;

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
      customer: null,
      metadata: {},
      status: 'succeeded',
      ...changes,
    });

  const billing = billingIn({ books, now, newId, emit, keep, addIntent });

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
    billing.tick();
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
    billing,
    expire,
    cancel,
    find,
  };
};

export type StripeAccount = ReturnType<typeof stripeAccount>;
