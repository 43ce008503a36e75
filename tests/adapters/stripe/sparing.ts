import type { StripeDouble } from './double.ts';

type Ask = StripeDouble['answer'];

/** What such a host has at all. */
const CALLS = [
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions',
  'GET /v1/checkout/sessions/:id',
  'POST /v1/checkout/sessions/:id/expire',
  'GET /v1/payment_intents/:id',
  'POST /v1/payment_intents/:id/capture',
  'POST /v1/payment_intents/:id/cancel',
  'POST /v1/refunds',
  'POST /v1/customers',
  'GET /v1/subscriptions/:id',
  'POST /v1/subscriptions/:id',
  'DELETE /v1/subscriptions/:id',
];

/** What it tells of each thing. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'checkout.session': [
    'mode',
    'status',
    'payment_status',
    'amount_total',
    'url',
    'success_url',
    'metadata',
    'customer_details',
    'payment_intent',
    'subscription',
  ],
  payment_intent: ['status', 'amount', 'latest_charge'],
  refund: ['status', 'amount'],
  customer: [],
  subscription: ['status', 'customer', 'items', 'cancel_at_period_end', 'latest_invoice'],
};

const UNKNOWN = {
  status: 404,
  json: { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } },
};

const callOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\/(?:cs|pi|cus|sub|in|ch)_\w+/, '/:id')}`;

const sparingly = (thing: Readonly<Record<string, unknown>>): object => {
  const { id, object, data } = thing;
  if (Array.isArray(data)) return { object, data: data.map(sparingly) };
  const told = FIELDS[String(object)] ?? [];
  return { id, object, ...Object.fromEntries(told.map((name) => [name, thing[name]])) };
};

/**
 * A host that speaks Stripe's language and keeps little: neither invoices nor charges, nor more of a thing than its name and what one
 * cannot do without. It tells no thing inside of another one.
 */
export const sparing =
  (ask: Ask): Ask =>
  (request) => {
    const url = new URL(request.url);
    url.search = String(new URLSearchParams([...url.searchParams].filter(([name]) => !name.startsWith('expand'))));
    if (!CALLS.includes(callOf(request.method, url.pathname))) return UNKNOWN;
    const answer = ask({ ...request, url: url.href });
    return answer?.status === 200 ? { ...answer, json: sparingly({ ...(answer.json as object) }) } : answer;
  };
