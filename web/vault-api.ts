import { Top5Answer } from '#adapters/http/contract.ts';
import { CheckoutAnswer } from '#adapters/http/purchase-contract.ts';

import { ask } from './api.ts';

/** Vaulted leads as the public may see them, their contact masked. */
export const exampleLeads = (signal?: AbortSignal): Promise<Top5Answer> =>
  ask(Top5Answer, '/api/good-lead/top5', signal);

/** Opens the hosted checkout of a subscription for the signed-in user; the browser then goes to `url`. */
export const openSubscriptionCheckout = (): Promise<CheckoutAnswer> =>
  ask(CheckoutAnswer, '/api/stripe/subscription/create-checkout-session', undefined, { method: 'POST' });
