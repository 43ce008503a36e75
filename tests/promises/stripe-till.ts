import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { stripePayments } from '#adapters/stripe/payments.ts';
import type { Lead } from '#domain/lead.ts';
import { SECRET_KEY, WEBHOOK_SECRET, bodyOf, stripeDouble } from '#tests/adapters/stripe/double.ts';
import type { Answer, StripeDouble } from '#tests/adapters/stripe/double.ts';
import { openShop } from '#tests/application/shop.ts';
import type { Dice } from '#tests/race/dice.ts';
import { FAILURE, countingStripe } from './counting-stripe.ts';
import type { Vices } from './counting-stripe.ts';
import { faultsBy } from './faults.ts';
import type { Mix } from './faults.ts';
import type { Entry, Till } from './till.ts';

const BUSY: Answer = { status: 429, json: { error: { type: 'api_error', code: 'rate_limit', message: 'busy' } } };

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** Stripe's double as a server that fails, is busy, loses its answers, and takes its time. */
export const stripeTill = async (leads: readonly Lead[], mix: Mix, dice: Dice, vices: Vices = {}): Promise<Till> => {
  const { next, heal } = faultsBy(mix, dice);
  let double: StripeDouble | undefined;
  let books: ReturnType<typeof countingStripe> | undefined;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    const sent = headers['idempotency-key'];
    const key = vices.randomKeys !== true && typeof sent === 'string' ? sent : undefined;
    const body = await textOf(request);
    const fault = next();
    if (fault === 'slow') await wait(dice.between(1, 20));
    const answer =
      fault === 'busy' ? BUSY : (books?.answer({ method, path: url, body, key }, fault === 'fails') ?? FAILURE);
    if (fault === 'drops') return void request.socket.destroy();
    // What Stripe advises: its library tries again at once, or leaves that to us.
    const again = {
      ...(fault === 'busy' && { 'retry-after': '1' }),
      'stripe-should-retry': String(dice.throwOne() < 0.1),
    };
    response.writeHead(answer.status, { 'content-type': 'application/json', ...again }).end(bodyOf(answer));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const shop = await openShop({
    leads,
    around: (outside) => {
      double = stripeDouble(outside.clock);
      books = countingStripe(double, vices);
      const { clock } = outside;
      const keys = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, publishableKey: undefined };
      const settings = { ...keys, priceId: undefined, checkoutOrigins: [], apiUrl, clock };
      return { ...outside, payments: stripePayments(settings) };
    },
  });
  if (double === undefined || books === undefined) throw new Error('the shop has no provider');
  const { account, buyer } = double;
  const { charges, reused } = books;

  return {
    shop,
    pay: async ({ ref }, email) => void buyer.pay(ref, email),
    meddle: async ({ ref }, how) => {
      const intent = account.books.intents.get(account.books.sessions.get(ref)?.payment_intent ?? '');
      if (intent?.status !== 'requires_capture') return;
      if (how === 'lapses') account.cancel(intent);
      else {
        Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
        charges.set(intent.id, 1);
      }
    },
    books: async () => {
      const back = new Set([...account.books.refunds.values()].map(({ payment_intent: id }) => id));
      return new Map(
        [...account.books.sessions.values()].map(({ id, payment_intent: ref }): [string, Entry] => {
          const status = account.books.intents.get(ref ?? '')?.status;
          const collected = back.has(ref ?? '') ? 'gone back' : 'collected';
          const money =
            status === 'succeeded'
              ? collected
              : status === 'requires_capture'
                ? 'held'
                : status === 'canceled'
                  ? 'gone back'
                  : 'none';
          return [id, { money, charges: charges.get(ref ?? '') ?? 0 }];
        }),
      );
    },
    oddities: () => {
      const pages = Map.groupBy(account.books.sessions.values(), ({ metadata }) => metadata['purchase_id']);
      const doubled = [...pages].filter(([, { length }]) => length > 1);
      return [
        ...reused.map((what) => `one key for two requests: ${what}`),
        ...doubled.map(([purchase, { length }]) => `purchase ${purchase} has ${length} pages`),
      ];
    },
    heal,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
