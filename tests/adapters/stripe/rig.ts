import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';

import { memoryClock } from '#adapters/memory/clock.ts';
import { stripePayments } from '#adapters/stripe/payments.ts';
import { DAY, MINUTE } from '#domain/instant.ts';
import { turnableLine } from '#tests/contracts/payment-line.ts';
import type { SubscriptionRig } from '#tests/contracts/subscription-rig.ts';

import { booksAt } from './books.ts';
import { landingOf } from './buyer.ts';
import { SECRET_KEY, WEBHOOK_SECRET, bodyOf, headersOf, stripeDouble } from './double.ts';
import type { ServedDouble, StripeDouble } from './double.ts';
import { serveDouble } from './served.ts';

export type StripeRig = SubscriptionRig & { readonly double: StripeDouble };

/** What is asked: the double of the latest rig, at the end of its line. */
let current: ServedDouble | undefined;

/** How long Stripe's library waits before it repeats a request, in seconds: it takes half a second or more, and most tests would be that. */
const RETRY_DELAY = 0.01;

/** The double of the latest rig, as a server of its own for all tests of a file, which the library asks anew almost at once. */
export const serveStripe = () => {
  const served = { url: '' };
  let server: Awaited<ReturnType<typeof serveDouble>> | undefined;
  beforeAll(async () => {
    server = await serveDouble(() => current);
    served.url = server.url;
  });
  beforeEach(() => void vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(RETRY_DELAY));
  afterAll(() => server?.close());
  return served;
};

/** Puts the rig's double where the adapter looks for Stripe, for all tests of a file. Nothing else may be asked. */
export const interceptStripe = (): void => {
  const server = setupServer(
    http.all('https://api.stripe.com/*', async ({ request }) => {
      const { method, url, headers } = request;
      const answer = await current?.answer({ method, url, headers, body: await request.text() });
      if (answer === undefined) return HttpResponse.error();
      return new HttpResponse(bodyOf(answer), {
        status: answer.status,
        headers: headersOf(answer),
      });
    }),
  );
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterAll(() => server.close());
};

/** The adapter before a fresh double, with a clock to turn. */
export const stripeRig = ({
  priceId,
  apiUrl,
  through = (answer) => answer,
}: {
  readonly priceId?: string;
  readonly apiUrl?: string;
  /** What becomes of the double's answers on their way. */
  readonly through?: (answer: StripeDouble['answer']) => StripeDouble['answer'];
} = {}): StripeRig => {
  const clock = memoryClock(Date.parse('2026-11-23T15:04:05.678Z'));
  const whole = stripeDouble(clock);
  const double = { ...whole, answer: through(whole.answer) };
  const line = turnableLine();
  current = {
    ...double,
    answer: async (request) => {
      const fares = await line.next();
      if (fares === 'cut') return undefined;
      if (fares === 'busy') return double.failure(429, 'rate_limit');
      if (fares === 'failing') return double.failure(500, 'api_error');
      if (fares === 'locked out') return double.failure(401, 'no_account');
      const foreign = line.foreignAnswer(fares);
      if (foreign !== undefined) return foreign;
      const answer = double.answer(request);
      return fares === 'answers lost' && request.method !== 'GET' ? undefined : answer;
    },
  };
  const { account, bank, buyer, dashboard, sign } = double;
  const { books } = account;
  const adapter = () =>
    stripePayments({
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      priceId,
      apiUrl,
      clock,
      publishableKey: undefined,
      checkoutOrigins: [],
    });
  return {
    payments: adapter(),
    beside: adapter,
    restored: adapter,
    secrets: [SECRET_KEY, WEBHOOK_SECRET],
    double,
    ...booksAt(double),
    now: clock,
    paymentElsewhere: {
      refundPart: async (ref, part) => dashboard.refund(ref, part),
      inquire: async (ref) => bank.inquire(ref),
      dispute: async (ref) => bank.dispute(ref),
      disputeIsWon: async (ref) => bank.decide(ref, 'won'),
      disputeIsLost: async (ref) => bank.decide(ref, 'lost'),
    },
    keepsPrefilledEmail: true,
    heldFor: 7 * DAY,
    signatureLasts: 5 * MINUTE,
    line: { ...line, pages: () => books.sessions.size },
    advance: async (milliseconds) => clock.step(milliseconds),
    buyer: {
      pay: async ({ ref }, email) =>
        buyer.pay(ref, email) === 'paid' ? landingOf(account.find(books.sessions, ref)) : undefined,
      payAnother: async ({ ref }, email, amount) => {
        buyer.pay(ref, email);
        account.find(books.intents, account.find(books.sessions, ref).payment_intent ?? '').amount = amount;
      },
      decline: async ({ ref }) => buyer.decline(ref),
      goBack: async () => {},
    },
    renewal: {
      begins: async (ref) => buyer.renewalBegins(ref),
      paid: async (ref) => buyer.renewalPaid(ref),
      failed: async (ref) => buyer.renewalFailed(ref),
      givenUp: async (ref) => account.billing.end(account.find(books.subscriptions, ref)),
    },
    notifications: async () => account.events.map((event) => sign(new TextEncoder().encode(event))),
    forged: ({ body }) => sign(body, 'whsec_of_somebody_else'),
    signed: (body) => sign(body),
    unrelated: () => {
      const event = { id: 'evt_7', object: 'event', type: 'payout.paid', created: account.now(), data: { object: {} } };
      return sign(new TextEncoder().encode(JSON.stringify(event)));
    },
  };
};
