import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';

import { ApiFailure } from '#web/api.ts';
import { expectScreen } from '#web/navigation.ts';
import { confirmSubscription } from '#web/subscription-api.ts';

import { joined } from './joined.ts';
import { PATIENCE } from './patience.ts';
import { dismissToast, toast } from './toasts.ts';
import { checkVisitor } from './visitor.ts';

/** What a subscriber's payment came to: `settled` tells the user's own standing, `subscribed` that it has begun just now. */
type Outcome = 'subscribed' | 'settled' | 'processing' | 'unreachable' | 'signed-out' | 'left';

export type Confirmation = 'confirming' | Exclude<Outcome, 'signed-out' | 'left'>;

const ERROR = 'Subscription Error';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const refused = (description: string): 'settled' => {
  toast({ title: ERROR, description, tone: 'error' });
  return 'settled';
};

/** How many screens wait for the outcome. */
let waiting = 0;

const asked = async (sessionId: string, [wait, ...waits]: readonly number[]): Promise<Outcome> => {
  const { status, error } = await confirmSubscription(sessionId);
  if (status === 'subscribed') return 'subscribed';
  if (status === 'failed') return refused(error ?? 'Your payment was not completed.');
  if (wait === undefined) return 'processing';
  await pause(wait);
  return waiting === 0 ? 'left' : asked(sessionId, waits);
};

/** A refusal is final and tells why; anything else may pass. */
const failed = (fault: unknown): Outcome => {
  if (!(fault instanceof ApiFailure)) return 'unreachable';
  if (fault.status === 401) return 'signed-out';
  const isRefusal = fault.status >= 400 && fault.status < 500 && fault.status !== 429;
  return isRefusal ? refused(fault.message) : 'unreachable';
};

/** Asks how the checkout ended, until the server knows, and then who the user is by now. */
const confirm = joined(async (sessionId): Promise<Outcome> => {
  dismissToast(ERROR);
  const outcome = await asked(sessionId, PATIENCE).catch(failed);
  if (outcome === 'unreachable' || outcome === 'left') return outcome;
  expectScreen();
  const visitor = await checkVisitor();
  if (visitor.standing === 'nobody') return 'signed-out';
  if (visitor.standing !== 'signed-in' || outcome === 'signed-out') return 'unreachable';
  if (outcome === 'settled') return outcome;
  return visitor.user.isSubscribed ? 'subscribed' : 'processing';
});

const withoutSession = (): string => {
  const query = new URLSearchParams(window.location.search);
  query.delete('session_id');
  return query.size === 0 ? window.location.pathname : `${window.location.pathname}?${query}`;
};

/**
 * Confirms the checkout that the address names, if any, and takes it out of the address, whatever comes of it; who is not
 * signed in (any more) comes back with it. `tryAgain` asks once more after what may pass.
 */
export const useConfirmation = (): { readonly confirmation: Confirmation; readonly tryAgain: () => void } => {
  const query = useSearch();
  const [, navigate] = useLocation();
  const [sessionId] = useState(() => new URLSearchParams(query).get('session_id') ?? '');
  const [round, setRound] = useState(0);
  const [answered, setAnswered] = useState<{ readonly round: number; readonly outcome: Confirmation }>();

  useEffect(() => {
    if (sessionId === '') return undefined;
    let isLeft = false;
    waiting += 1;
    void confirm(sessionId).then((outcome) => {
      if (isLeft || outcome === 'signed-out' || outcome === 'left') return;
      setAnswered({ round, outcome });
      navigate(withoutSession(), { replace: true });
    });
    return () => {
      isLeft = true;
      waiting -= 1;
    };
  }, [sessionId, round, navigate]);

  const asking = sessionId === '' ? 'settled' : 'confirming';
  return {
    confirmation: answered?.round === round ? answered.outcome : asking,
    tryAgain: () => setRound(round + 1),
  };
};
