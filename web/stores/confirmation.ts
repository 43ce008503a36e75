import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'wouter';

import { addressWithout } from '#web/address-without.ts';
import { ApiFailure } from '#web/api.ts';
import { expectScreen } from '#web/navigation.ts';
import { pause } from '#web/pause.ts';
import { isFinalRefusal } from '#web/refusals.ts';
import { confirmSubscription } from '#web/subscription-api.ts';
import { useQuery } from '#web/use-query.ts';

import { joined } from './joined.ts';
import { PATIENCE } from './patience.ts';
import { dismissToast, toast } from './toasts.ts';
import { useAnswer } from './use-answer.ts';
import { checkVisitor } from './visitor.ts';

/**
 * The outcome of a subscriber's payment: `subscribed`, the subscription has just begun; `going-on`, it goes on; `settled`, the user's
 * own state tells.
 */
type Outcome = 'subscribed' | 'going-on' | 'settled' | 'processing' | 'unreachable' | 'signed-out' | 'left';

export type Confirmation = 'confirming' | Exclude<Outcome, 'signed-out' | 'left'>;

const ERROR = 'Subscription Error';

/** Shown for a session id that the server rejects as malformed: the address was changed on its way here. */
const UNKNOWN = 'This payment could not be found.';

const refused = (description: string): 'settled' => {
  toast({ title: ERROR, description, tone: 'error' });
  return 'settled';
};

/** How many screens wait for the outcome that they share. */
let waiting = 0;

const asked = async (sessionId: string, [wait, ...waits]: readonly number[]): Promise<Outcome> => {
  const { status, error, goesOn = false } = await confirmSubscription(sessionId);
  if (status === 'subscribed') return goesOn ? 'going-on' : 'subscribed';
  if (status === 'failed') return refused(error ?? 'Your payment was not completed.');
  if (wait === undefined) return 'processing';
  await pause(wait);
  return waiting === 0 ? 'left' : asked(sessionId, waits);
};

const failed = (fault: unknown): Outcome => {
  if (fault instanceof ApiFailure && fault.status === 401) return 'signed-out';
  if (!isFinalRefusal(fault)) return 'unreachable';
  return refused(fault.code === 'INVALID_INPUT' ? UNKNOWN : fault.message);
};

/** Asks how the checkout ended, until the server knows, and then for the user's new state. */
const confirm = joined(async (sessionId): Promise<Outcome> => {
  dismissToast(ERROR);
  const outcome = await asked(sessionId, PATIENCE).catch(failed);
  if (outcome === 'unreachable' || outcome === 'left') return outcome;
  expectScreen();
  const visitor = await checkVisitor();
  if (visitor.standing === 'nobody') return 'signed-out';
  if (visitor.standing !== 'signed-in' || outcome === 'signed-out') return 'unreachable';
  if (outcome === 'settled') return outcome;
  const { isSubscribed, paymentFailed } = visitor.user;
  if (!isSubscribed) return 'processing';
  if (outcome !== 'processing') return outcome;
  // Settled meanwhile by somebody faster. An overdue month says nothing of this payment.
  return paymentFailed ? 'processing' : 'subscribed';
});

/** Counts the screens that wait, until each is left. */
const confirmAndWait = (sessionId: string, leaving: AbortSignal): Promise<Outcome> => {
  waiting += 1;
  leaving.addEventListener('abort', () => void (waiting -= 1));
  return confirm(sessionId);
};

/**
 * Confirms the checkout in the address, if any, and removes it from there, whatever the outcome; a user who has to sign in (again)
 * comes back with it. `tryAgain` asks once more after a failure that may pass.
 */
export const useConfirmation = (): { readonly confirmation: Confirmation; readonly tryAgain: () => void } => {
  const query = useQuery();
  const [, navigate] = useLocation();
  const [sessionId] = useState(() => new URLSearchParams(query).get('session_id'));
  const { answer, askAgain } = useAnswer(sessionId ?? '', confirmAndWait);
  const found = sessionId === '' ? 'settled' : answer;
  const outcome = found === 'signed-out' || found === 'left' ? undefined : found;

  // A layout effect: together with the drawing of the outcome, not after it.
  useLayoutEffect(() => {
    if (outcome !== undefined) navigate(addressWithout('session_id'), { replace: true });
  }, [outcome, navigate]);

  return { confirmation: outcome ?? (sessionId === null ? 'settled' : 'confirming'), tryAgain: askAgain };
};
