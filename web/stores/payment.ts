import { useEffect, useState } from 'react';

import { ApiFailure, verifyPayment } from '#web/api.ts';
import { PATIENCE } from './patience.ts';
import { markPurchased } from './purchased.ts';

/** What the buyer has come back from the payment page with. */
export type Payment =
  | { readonly is: 'verifying' }
  | { readonly is: 'paid'; readonly email: string | undefined; readonly saleNumber: string | undefined }
  | { readonly is: 'failed'; readonly error: string; readonly mayTryAgain: boolean };

const FAILED = 'Failed to verify payment.';
const STILL_PROCESSING = 'Your payment has not been confirmed yet.';

const VERIFYING: Payment = { is: 'verifying' };

const failed = (error: string, mayTryAgain = false): Payment => ({ is: 'failed', error, mayTryAgain });

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

type Question = { readonly sessionId: string; readonly lead: string; readonly signal: AbortSignal };

const verify = async (question: Question, [wait, ...waits]: readonly number[] = PATIENCE): Promise<Payment> => {
  const { sessionId, lead, signal } = question;
  const { success, status, email, saleNumber, error } = await verifyPayment(sessionId, lead, signal);
  if (success) {
    markPurchased(lead);
    return { is: 'paid', email, saleNumber };
  }
  if (status !== 'processing') return failed(error ?? 'An unknown error occurred.');
  if (wait === undefined) return failed(STILL_PROCESSING, true);
  await pause(wait, signal);
  return verify(question, waits);
};

/** A refusal is final and tells why; anything else may pass, and a server that asks to wait tells until when. */
const failureOf = (fault: unknown): Payment => {
  if (fault instanceof ApiFailure && fault.code === 'TOO_MANY_TRIES') return failed(fault.message, true);
  const isRefusal = fault instanceof ApiFailure && fault.status >= 400 && fault.status < 500 && fault.status !== 429;
  if (!isRefusal) return failed(FAILED, true);
  return failed(fault.code === 'INVALID_INPUT' || fault.code === 'UNREADABLE' ? FAILED : fault.message);
};

const missing = (sessionId: string, lead: string): Payment | undefined => {
  if (lead === '') return failed('Lead information is missing.');
  return sessionId === '' ? failed(FAILED) : undefined;
};

/** Asks the server how the payment ended, until it knows. `tryAgain` asks once more after a failure that may pass. */
export const usePayment = (
  sessionId: string,
  lead: string,
): { readonly payment: Payment; readonly tryAgain: () => void } => {
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState<{ readonly question: string; readonly payment: Payment }>();
  const refusal = missing(sessionId, lead);
  const question = `${round} ${lead} ${sessionId}`;

  useEffect(() => {
    if (missing(sessionId, lead) !== undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    void verify({ sessionId, lead, signal })
      .catch(failureOf)
      .then((payment) => {
        if (!signal.aborted) setAnswered({ question, payment });
      });
    return () => leaving.abort();
  }, [sessionId, lead, question]);

  const payment = refusal ?? (answered?.question === question ? answered.payment : VERIFYING);
  return { payment, tryAgain: () => setRound(round + 1) };
};
