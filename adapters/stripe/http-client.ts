import type { IncomingMessage } from 'node:http';

import Stripe from 'stripe';

type Client = ReturnType<typeof Stripe.createNodeHttpClient>;
type Response = Awaited<ReturnType<Client['makeRequest']>>;

/** In characters. The longest list that is requested has a hundred customers, and takes a tenth of that. */
const LONGEST_ANSWER = 4_000_000;

/** The code of an error that does not come from Stripe. */
export const NOT_OF_STRIPE = 'not_of_stripe';

// Made anew each time: Stripe's client writes into it.
const noneOfStripe = () => ({ error: { type: 'api_error', code: NOT_OF_STRIPE } });

const isError = (told: unknown): told is object =>
  typeof told === 'object' && told !== null && 'error' in told && typeof told.error === 'object' && told.error !== null;

/** Whether an answer is an object of Stripe's or a list of them: of an object even a host that keeps little tells the id. */
const isThing = (told: unknown): told is object =>
  typeof told === 'object' &&
  told !== null &&
  (('id' in told && typeof told.id === 'string') || ('data' in told && Array.isArray(told.data)));

/** What an answer says. One that goes on and on is broken off, as it would fill the memory: a fault of the connection. */
const toldBy = (response: Response): Promise<unknown> => {
  const body = response.getRawResponse() as IncomingMessage;
  let length = 0;
  body.on('data', (part: string | Buffer) => {
    length += part.length;
    if (length > LONGEST_ANSWER) body.destroy(new Error('an answer without an end'));
  });
  return response.toJSON();
};

/** The error in an answer, if it holds one. What is no JSON holds none; a body that breaks off is a fault of the connection. */
const errorIn = async (response: Response): Promise<object | undefined> => {
  try {
    const told = await toldBy(response);
    return isError(told) ? told : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/**
 * Stripe's own client takes any JSON without an `error` for the requested object, whatever the status: even that of a gateway which has
 * not reached Stripe. Here such an answer becomes an error with its status, also where that is 200.
 */
export const httpClient = (): Client => {
  const client = Stripe.createNodeHttpClient();
  const makeRequest: Client['makeRequest'] = async (...request) => {
    const response = await client.makeRequest(...request);
    const isSuccess = response.getStatusCode() < 300;
    const toJSON = async (): Promise<object> => {
      if (!isSuccess) return (await errorIn(response)) ?? noneOfStripe();
      const told = await toldBy(response);
      return isThing(told) || isError(told) ? told : noneOfStripe();
    };
    return Object.assign(Object.create(response) as Response, { toJSON });
  };
  return { getClientName: () => client.getClientName(), makeRequest };
};
