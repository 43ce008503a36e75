import type { PaymentAnswer } from '#adapters/http/contract/purchase-contract.ts';
import { pause } from '#web/pause.ts';
import { verifyPayment } from '#web/purchase-api.ts';
import { asksToWait, isFinalRefusal } from '#web/refusals.ts';
import { useHydrated } from '#web/use-hydrated.ts';

import { PATIENCE } from './patience.ts';
import { markPurchased } from './purchased.ts';
import { useAnswer } from './use-answer.ts';

/** What is known of a sale; only its buyer is told all of it. `amount` in dollars. */
export type Sale = Pick<PaymentAnswer, 'email' | 'undeliverable' | 'saleNumber' | 'lineItem' | 'amount' | 'paidAt'>;

/** The state of the payment that the buyer has come back from. */
export type PaymentState =
  | { readonly is: 'verifying' }
  | ({ readonly is: 'paid' } & Sale)
  | { readonly is: 'failed'; readonly error: string; readonly mayTryAgain: boolean };

const FAILED = 'Failed to verify payment.';
const STILL_PROCESSING = 'Your payment has not been confirmed yet.';

const VERIFYING: PaymentState = { is: 'verifying' };

const failed = (error: string, mayTryAgain = false): PaymentState => ({ is: 'failed', error, mayTryAgain });

type WayBack = { readonly sessionId: string; readonly lead: string };

const wayBackOf = (query: string): WayBack => {
  const parameters = new URLSearchParams(query);
  return { sessionId: parameters.get('session_id') ?? '', lead: parameters.get('lead') ?? '' };
};

const missing = ({ sessionId, lead }: WayBack): PaymentState | undefined => {
  if (lead === '') return failed('Lead information is missing.');
  return sessionId === '' ? failed(FAILED) : undefined;
};

/** In milliseconds: who has waited so long, as for a network that answers nothing, may press a button. */
const LONG = 30_000;

const PROCESSING: PaymentAnswer = { success: false, status: 'processing' };

/** A request that is dropped tells nothing of the payment: the page asks again, as it does while that is processing. */
const verify = async (
  { sessionId, lead }: WayBack,
  signal: AbortSignal,
  [wait, ...waits]: readonly number[] = PATIENCE,
  started = performance.now(),
): Promise<PaymentState> => {
  const { success, status, error, ...sale } = await verifyPayment(sessionId, lead, signal).catch((fault: unknown) => {
    const isEnough = wait === undefined || performance.now() - started >= LONG;
    if (isEnough || signal.aborted || isFinalRefusal(fault) || asksToWait(fault)) throw fault;
    return PROCESSING;
  });
  if (success) {
    markPurchased(lead);
    return { is: 'paid', ...sale };
  }
  if (status !== 'processing') return failed(error ?? 'An unknown error occurred.');
  if (wait === undefined) return failed(STILL_PROCESSING, true);
  await pause(wait, signal);
  return verify({ sessionId, lead }, signal, waits, started);
};

/** A refusal is final and gives its reason; anything else may pass. A server that asks to wait says until when. */
const failureOf = (fault: unknown): PaymentState => {
  if (asksToWait(fault)) return failed(fault.message, true);
  if (!isFinalRefusal(fault)) return failed(FAILED, true);
  return failed(fault.code === 'INVALID_INPUT' || fault.code === 'UNREADABLE' ? FAILED : fault.message);
};

const ask = (query: string, signal: AbortSignal): Promise<PaymentState> =>
  verify(wayBackOf(query), signal).catch(failureOf);

/** In milliseconds: the mail leaves just after the sale, and a refusal of it comes within seconds. */
const MAIL_TAKES = 15_000;

const askLater = (query: string, signal: AbortSignal): Promise<PaymentState> =>
  pause(MAIL_TAKES, signal).then(() => ask(query, signal), failureOf);

/**
 * Asks the server how the payment in the query ended, until it knows; and once more, later, whether the mail was refused. `tryAgain`
 * asks once more after a failure that may pass.
 */
export const usePayment = (query: string): { readonly payment: PaymentState; readonly tryAgain: () => void } => {
  const refusal = missing(wayBackOf(query));
  const { answer = VERIFYING, askAgain } = useAnswer(refusal === undefined ? query : '', ask);
  const isMailed = answer.is === 'paid' && answer.undeliverable !== true;
  const { answer: later } = useAnswer(isMailed ? query : '', askLater);
  const news = later?.is === 'paid' ? later : answer;
  // The server draws one page for all who come back, whatever their query says.
  const payment = useHydrated() ? (refusal ?? news) : VERIFYING;
  return { payment, tryAgain: askAgain };
};
