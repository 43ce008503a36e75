import { createHmac } from 'node:crypto';

import { DAY, SECOND } from '#domain/instant.ts';
import type { RawNotification } from '#application/ports/provider-notification.ts';

import { stripeAccount } from './account.ts';
import { apiOf } from './api.ts';
import { bankAt } from './bank.ts';
import { buyerAt } from './buyer.ts';
import { Declined } from './things.ts';

export const SECRET_KEY = 'sk_test_canary_key';
export const WEBHOOK_SECRET = 'whsec_canary_secret';

export type Request = {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Headers;
};
/** `json`: a string is sent as it stands, and is none. */
export type Answer = { readonly status: number; readonly json: object | string; readonly location?: string };

/** What an answer is on the wire. */
export const bodyOf = ({ json }: Answer): string => (typeof json === 'string' ? json : JSON.stringify(json));

export const headersOf = ({ location }: Answer): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  ...(location !== undefined && { location }),
});

/**
 * What goes wrong: a failure before anything was done, too many requests, a no, one that repeats what was sent, one that names the
 * field it is about, or an answer that is lost after all was done.
 */
export type Trouble =
  | 'fails'
  | 'is busy'
  | 'is busy in old words'
  | 'declines'
  | 'drops the answer'
  | 'declines in words'
  | 'declines a field'
  /** Somebody else answers, who stands in between. */
  | Answer;

/** A Stripe in memory with its own books, its own clock, idempotency keys as Stripe keeps them, and its bad days. */
export const stripeDouble = (clock: () => number) => {
  const account = stripeAccount(clock);
  const handlers = apiOf(account);
  const kept = new Map<string, Answer & { readonly request: string; readonly until: number }>();
  const troubles: { on: string; what: Trouble }[] = [];
  const asked: {
    readonly call: string;
    readonly key: string | null;
    readonly headers: Headers;
    readonly body: string;
  }[] = [];

  const blind = new Set<string>();
  const before = new Map<string, () => void>();

  const failure = (status: number, code: string, param?: string): Answer => ({
    status,
    json: {
      error: { type: status === 400 ? 'invalid_request_error' : 'api_error', code, param, message: 'canary text' },
    },
  });

  const routed = (method: string, path: string) => {
    for (const name of [path, path.replace(/^(\/v1(?:\/checkout)?\/\w+)\/[^/]+/, '$1/:id')]) {
      const handler = handlers[`${method} ${name}`];
      if (handler !== undefined) return { call: `${method} ${name}`, handler };
    }
    return { call: `${method} ${path}`, handler: undefined };
  };

  const answerOnce = ({ method, url, body, headers }: Request, trouble: Trouble | undefined): Answer => {
    const { pathname, search } = new URL(url);
    if (typeof trouble === 'object') return trouble;
    if (headers.get('authorization') !== `Bearer ${SECRET_KEY}`) return failure(401, 'no_account');
    if (trouble === 'is busy') return failure(429, 'rate_limit');
    if (trouble === 'is busy in old words') return failure(400, 'rate_limit');
    if (trouble === 'declines') return failure(400, 'charge_disputed');
    if (trouble === 'declines in words') return failure(400, 'canary: what was sent', 'metadata[canary of them]');
    if (trouble === 'declines a field')
      return failure(400, 'parameter_invalid_empty', 'line_items[0][price_data][currency]');
    const fields = new Map(new URLSearchParams(method === 'GET' ? search : body));
    const address = ['customer_email', 'email'].find((name) => /[^ -~]/.test(fields.get(name) ?? ''));
    if (address !== undefined) return failure(400, 'email_invalid', address);
    const { handler } = routed(method, pathname);
    const id = pathname.replace(/^\/v1(?:\/checkout)?\/\w+\/?/, '').split('/')[0] ?? '';
    if (handler === undefined) throw new Error(`the double knows no ${method} ${pathname}`);
    if (blind.has(`${method} ${pathname}`)) return { status: 200, json: { object: 'list', data: [] } };
    const key = headers.get('idempotency-key');
    const request = `${method} ${pathname} ${body}`;
    const earlier = key === null ? undefined : kept.get(key);
    if (earlier !== undefined && earlier.until > clock()) {
      if (earlier.request !== request) return failure(400, 'idempotency_error');
      return earlier;
    }
    let answer: Answer;
    try {
      answer =
        trouble === 'fails' ? failure(500, 'api_error') : { status: 200, json: structuredClone(handler(id, fields)) };
    } catch (error) {
      if (!(error instanceof Declined)) throw error;
      // What was declined before it began is not kept.
      return failure(error.status, error.code);
    }
    if (key !== null) kept.set(key, { ...answer, request, until: clock() + DAY });
    return answer;
  };

  const sign = (body: Uint8Array, secret = WEBHOOK_SECRET): RawNotification => {
    const time = Math.floor(clock() / SECOND);
    const mac = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
    return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${mac}` } };
  };

  return {
    account,
    buyer: buyerAt(account),
    bank: bankAt(account),
    /** What the shop's people do without the shop. */
    dashboard: {
      /** With whatever is billed to it. */
      deleteCustomer: (id: string): void => {
        const { books, billing } = account;
        Object.assign(account.find(books.customers, id), { deleted: true });
        for (const one of books.subscriptions.values())
          if (one.customer === id && one.status !== 'canceled') billing.end(one);
      },
      refund: (paymentRef: string, part?: number): void => {
        const fields = { payment_intent: paymentRef, ...(part !== undefined && { amount: String(part) }) };
        handlers['POST /v1/refunds']?.('', new Map(Object.entries(fields)));
      },
    },
    sign,
    asked,
    failure,
    /** The next call of that name, as in `POST /v1/refunds`, goes wrong. */
    trouble: (on: string, what: Trouble): void => void troubles.push({ on, what }),
    /** Just before the next call of that name something happens. */
    before: (call: string, what: () => void): void => void before.set(call, what),
    /** From now on that list is empty, as a search that is behind. */
    blind: (call: string): void => void blind.add(call),
    /** `undefined`: the connection breaks. */
    answer: (request: Request): Answer | undefined => {
      const { call } = routed(request.method, new URL(request.url).pathname);
      const { headers, body } = request;
      before.get(call)?.();
      before.delete(call);
      asked.push({ call, key: headers.get('idempotency-key'), headers, body });
      const at = troubles.findIndex(({ on }) => on === call);
      const [trouble] = at < 0 ? [] : troubles.splice(at, 1);
      const answer = answerOnce(request, trouble?.what);
      return trouble?.what === 'drops the answer' ? undefined : answer;
    },
  };
};

export type StripeDouble = ReturnType<typeof stripeDouble>;

/** One at the end of a line: what it answers may take its time. */
export type ServedDouble = Omit<StripeDouble, 'answer'> & {
  readonly answer: (request: Request) => Promise<Answer | undefined> | Answer | undefined;
};
