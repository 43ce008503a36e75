import { SECRET_KEY } from '#tests/adapters/stripe/double.ts';
import type { Answer, StripeDouble } from '#tests/adapters/stripe/double.ts';

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly key: string | undefined;
};

export const FAILURE: Answer = {
  status: 500,
  json: { error: { type: 'api_error', code: 'api_error', message: 'failed' } },
};

/** How Stripe is worse than itself. */
export type Vices = {
  /** Each request comes under a key of its own, that of a second try too. */
  readonly randomKeys?: boolean;
  /** It collects from a payment again and again. */
  readonly greed?: boolean;
};

/** Stripe's double with keys of its own, and a count of what it collects. What fails is kept under its key, as at Stripe. */
export const countingStripe = (double: StripeDouble, { greed = false }: Vices) => {
  const kept = new Map<string, { readonly request: string; readonly answer: Answer }>();
  const charges = new Map<string, number>();
  const reused: string[] = [];

  const work = ({ method, path, body }: Asked): Answer => {
    const headers = new Headers({ authorization: `Bearer ${SECRET_KEY}` });
    const [, id = ''] = /^\/v1\/payment_intents\/([^/]+)\/capture$/.exec(path) ?? [];
    const intent = double.account.books.intents.get(id);
    const answer =
      greed && intent?.status === 'succeeded'
        ? { status: 200, json: { ...intent } }
        : (double.answer({ method, url: `http://stripe.test${path}`, headers, body }) ?? FAILURE);
    if (id !== '' && answer.status === 200) charges.set(id, (charges.get(id) ?? 0) + 1);
    return answer;
  };

  return {
    charges,
    /** Keys that two different requests were sent under. */
    reused,
    answer: (asked: Asked, fails: boolean): Answer => {
      const { method, path, body, key } = asked;
      const request = `${method} ${path} ${body}`;
      const before = key === undefined ? undefined : kept.get(key);
      if (before !== undefined && before.request !== request) reused.push(`${key}: ${before.request} and ${request}`);
      if (before !== undefined) return before.answer;
      const answer = fails ? FAILURE : work(asked);
      if (key !== undefined) kept.set(key, { request, answer });
      return answer;
    },
  };
};
