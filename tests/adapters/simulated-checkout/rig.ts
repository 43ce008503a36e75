import type { Hono } from 'hono';

import { memoryClock } from '#adapters/memory/clock.ts';
import { memoryDocuments } from '#adapters/memory/documents.ts';
import { memorySecrets } from '#adapters/memory/secrets.ts';
import { signed } from '#adapters/simulated-checkout/signature.ts';
import { simulatedCheckout } from '#adapters/simulated-checkout/simulated-checkout.ts';
import type { Documents } from '#application/ports/documents.ts';
import type { OpenedCheckout } from '#application/ports/payment-provider.ts';
import type { RawNotification } from '#application/ports/provider-notification.ts';
import { DAY, MINUTE } from '#domain/instant.ts';
import type { SubscriptionRig } from '#tests/contracts/subscription-rig.ts';

import { booksOf } from './books.ts';
import type { Books } from './books.ts';

export type Outcome = 'pay' | 'decline' | 'cancel';

export type SimulatedRig = SubscriptionRig &
  Books & {
    readonly pages: Hono;
    readonly documents: Documents;
    readonly post: (checkout: OpenedCheckout, outcome: Outcome, email: string) => Promise<Response>;
    /** Presses a button in the list of subscriptions. */
    readonly press: (id: string, outcome: 'renew' | 'fail' | 'end') => Promise<Response>;
    /** Presses a button in the list of payments. */
    readonly pressPayment: (paymentRef: string, outcome: 'refund' | 'dispute' | 'bounce' | 'win') => Promise<Response>;
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
  const settings: Parameters<typeof simulatedCheckout>[0] = {
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
  };
  const { payments, pages, buyer } = simulatedCheckout(settings);

  const post: SimulatedRig['post'] = async ({ url }, outcome, email) =>
    pages.request(new URL(url).pathname, { method: 'POST', body: new URLSearchParams({ outcome, email }) });

  const press: SimulatedRig['press'] = async (id, outcome) =>
    pages.request(`/dev/subscriptions/${id}`, { method: 'POST', body: new URLSearchParams({ outcome }) });

  const pressPayment: SimulatedRig['pressPayment'] = async (paymentRef, outcome) =>
    pages.request(`/dev/payments/${paymentRef}`, { method: 'POST', body: new URLSearchParams({ outcome }) });

  const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const sign = (body: Uint8Array) => signed(signingSecret, body, clock());
  return {
    payments,
    pages,
    documents,
    post,
    ...booksOf({ pages, documents }),
    press,
    pressPayment,
    payDirectly: buyer.pay,
    secrets: [signingSecret],
    beside: () => simulatedCheckout(settings).payments,
    restored: { none: 'the books of this provider are the documents: it is lost with them' },
    line: { none: 'this provider is a part of the shop: no line to it could be cut' },
    elsewhere: {
      refund: async ({ ref }) => void (await pressPayment(ref.replace('cs_', 'pi_'), 'refund')),
      refundPart: { none: 'the pages of this provider send back all or nothing' },
      refundFails: async ({ ref }) => void (await pressPayment(ref.replace('cs_', 'pi_'), 'bounce')),
      inquire: { none: 'the banks of this provider ask nothing' },
      dispute: async ({ ref }) => void (await pressPayment(ref.replace('cs_', 'pi_'), 'dispute')),
      disputeIsWon: async ({ ref }) => void (await pressPayment(ref.replace('cs_', 'pi_'), 'win')),
      disputeIsLost: { none: 'a dispute at this provider is lost until it is won' },
    },
    becomesStrange: { none: 'all states of this provider are in its types' },
    pageBecomesStrange: { none: 'all states of this provider are in its types' },
    renewal: {
      begins: { none: 'this provider takes each month as it begins' },
      paid: async (ref) => void (await press(ref, 'renew')),
      failed: async (ref) => void (await press(ref, 'fail')),
      // It waits for 14 days.
      givenUp: async () => clock.step(14 * DAY),
    },
    paymentElsewhere: { none: 'no bank takes a month of this provider back' },
    now: clock,
    heldFor: 7 * DAY,
    signatureLasts: 5 * MINUTE,
    advance: async (milliseconds) => {
      clock.step(milliseconds);
    },
    buyer: {
      pay: async (checkout, email) => (await post(checkout, 'pay', email)).headers.get('location') ?? undefined,
      payAnother: { none: 'the page of this provider takes what was asked' },
      decline: async (checkout, email) => void (await post(checkout, 'decline', email)),
      goBack: async (checkout) => void (await post(checkout, 'cancel', '')),
    },
    notifications: async () => {
      await quiet();
      return sent;
    },
    forged: ({ body }) => signed('another-secret', body, clock()),
    signed: sign,
    unrelated: () => sign(json({ id: 'evt_sim_7', type: 'checkout.viewed', checkout: 'cs_sim_7' })),
  };
};
