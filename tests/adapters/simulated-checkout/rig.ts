import type { Hono } from 'hono';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import type { Checkout } from '#adapters/simulated-checkout/checkout.ts';
import { signed } from '#adapters/simulated-checkout/signature.ts';
import { simulatedCheckout } from '#adapters/simulated-checkout/simulated-checkout.ts';
import type { Documents } from '#application/ports/documents.ts';
import type { OpenedCheckout, RawNotification } from '#application/ports/payment-provider.ts';
import { DAY, MINUTE } from '#domain/instant.ts';
import type { Money, Shown } from '#tests/contracts/payment-rig.ts';
import type { SubscriptionRig } from '#tests/contracts/subscription-rig.ts';

export type Outcome = 'pay' | 'decline' | 'cancel';

/** One checkout as the list for developers shows it. */
export type Listed = {
  readonly id: string;
  readonly kind: 'purchase' | 'subscription';
  readonly amount: number;
  readonly lineItem: string;
  readonly state: string;
  readonly email: string | null;
  readonly history: readonly { readonly what: string; readonly at: string }[];
};

/** One subscription as the list for developers shows it; the dates are texts. */
export type ListedSubscription = {
  readonly id: string;
  readonly customer: string;
  readonly email: string;
  readonly state: 'active' | 'overdue' | 'ended';
  readonly startedAt: string;
  readonly paidThrough: string;
  readonly endsAt: string | null;
  readonly payments: readonly {
    readonly ref: string;
    readonly amount: number;
    readonly at: string;
    readonly refundedAt: string | null;
  }[];
};

export type SimulatedRig = SubscriptionRig & {
  readonly pages: Hono;
  readonly documents: Documents;
  readonly post: (checkout: OpenedCheckout, outcome: Outcome, email: string) => Promise<Response>;
  readonly list: () => Promise<readonly Listed[]>;
  readonly listSubscriptions: () => Promise<readonly ListedSubscription[]>;
  /** Presses a button in the list of subscriptions. */
  readonly press: (id: string, outcome: 'renew' | 'fail' | 'end') => Promise<Response>;
  /** Presses a button in the list of payments. */
  readonly pressPayment: (paymentRef: string, outcome: 'refund' | 'dispute') => Promise<Response>;
  /** Does what a person does on the hosted page, without a page. */
  readonly payDirectly: (ref: string, email: string) => Promise<void>;
};

export type Changes = Partial<
  Pick<Parameters<typeof simulatedCheckout>[0], 'notifications' | 'notify' | 'documents' | 'publicUrl'>
>;

const quiet = async (): Promise<void> => {
  // Notifications start with the next turn of the event loop; their retries, in these tests, with the one after.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};

/** A simulated checkout with a clock to turn and a shop that keeps what it is told. */
export const simulatedRig = (changes: Changes = {}): SimulatedRig => {
  const clock = memoryClock(Date.parse('2026-11-23T15:04:05.678Z'));
  const sent: RawNotification[] = [];
  const signingSecret = 'the-secret-of-these-tests';
  const documents = changes.documents ?? memoryDocuments();
  const { payments, pages, buyer } = simulatedCheckout({
    notifications: 'once',
    notify: async (raw) => {
      sent.push(raw);
    },
    publicUrl: 'http://localhost:3000',
    ...changes,
    documents,
    clock,
    signingSecret,
    secrets: memorySecrets(),
    retryAfter: [0, 0, 0],
  });

  const post: SimulatedRig['post'] = async ({ url }, outcome, email) =>
    pages.request(new URL(url).pathname, { method: 'POST', body: new URLSearchParams({ outcome, email }) });

  const list = async () => (await (await pages.request('/dev/checkout.json')).json()) as readonly Listed[];

  const listSubscriptions = async () =>
    (await (await pages.request('/dev/subscriptions.json')).json()) as readonly ListedSubscription[];

  const press: SimulatedRig['press'] = async (id, outcome) =>
    pages.request(`/dev/subscriptions/${id}`, { method: 'POST', body: new URLSearchParams({ outcome }) });

  const pressPayment: SimulatedRig['pressPayment'] = async (paymentRef, outcome) =>
    pages.request(`/dev/payments/${paymentRef}`, { method: 'POST', body: new URLSearchParams({ outcome }) });

  const subscriptionMoney = async (ref: string) => {
    const all = (await listSubscriptions()).find(({ id }) => id === ref)?.payments ?? [];
    const sum = (payments: typeof all) => payments.reduce((total, { amount }) => total + amount, 0);
    return { taken: sum(all), givenBack: sum(all.filter(({ refundedAt }) => refundedAt !== null)) };
  };

  const money = async ({ ref }: OpenedCheckout): Promise<Money> => {
    const listed = (await list()).find(({ id }) => id === ref);
    if (listed === undefined) throw new Error('the checkout is not listed');
    const times = (what: string) => listed.history.filter((move) => move.what === what).length;
    // The first month of a subscription was never held.
    const over = times('collected') + times('released') + times('lapsed');
    const held = listed.kind === 'purchase' ? times('authorised') - over : 0;
    return {
      held: held * listed.amount,
      taken: times('collected') * listed.amount,
      givenBack: (times('refunded') + times('disputed')) * listed.amount,
    };
  };

  const shown = async ({ ref }: OpenedCheckout): Promise<Shown> => {
    const { amount, lineItem, email, cancelUrl, monthly } = (await documents.read(
      'simulated-checkout',
      ref,
    )) as Checkout;
    // Its pages write all amounts in dollars.
    const takes = monthly === undefined ? 'once' : 'each month';
    return { currency: 'USD', amount, lineItem, email: email ?? undefined, cancelUrl, takes };
  };

  const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const sign = (body: Uint8Array) => signed(signingSecret, body, clock());
  return {
    payments,
    pages,
    documents,
    post,
    list,
    listSubscriptions,
    press,
    pressPayment,
    money,
    subscriptionMoney,
    payDirectly: buyer.pay,
    line: { none: 'this provider is a part of the shop: no line to it could be cut' },
    elsewhere: {
      refund: async ({ ref }) => void (await pressPayment(ref.replace('cs_', 'pi_'), 'refund')),
      refundPart: { none: 'the pages of this provider send back all or nothing' },
      refundFails: { none: 'a refund of this provider never fails' },
      dispute: async ({ ref }) => void (await pressPayment(ref.replace('cs_', 'pi_'), 'dispute')),
    },
    becomesStrange: { none: 'all states of this provider are in its types' },
    shown,
    renewal: {
      paid: async (ref) => void (await press(ref, 'renew')),
      failed: async (ref) => void (await press(ref, 'fail')),
    },
    now: clock,
    heldFor: 7 * DAY,
    signatureLasts: 5 * MINUTE,
    advance: async (milliseconds) => {
      clock.step(milliseconds);
    },
    buyer: {
      pay: async (checkout, email) => (await post(checkout, 'pay', email)).headers.get('location') ?? undefined,
      decline: async (checkout, email) => void (await post(checkout, 'decline', email)),
      goBack: async (checkout) => void (await post(checkout, 'cancel', '')),
    },
    notifications: async () => {
      await quiet();
      return sent;
    },
    forged: ({ body }) => signed('another-secret', body, clock()),
    signed: sign,
    unrelated: () =>
      sign(json({ id: 'evt_sim_7', type: 'checkout.viewed', occurredAt: clock(), checkout: 'cs_sim_7' })),
  };
};
