import { ApiFailure } from '#web/api.ts';
import { hostedPage } from '#web/hosted-page.ts';
import { expectScreen } from '#web/navigation.ts';
import { awaitPaymentScript, paymentTitle, ScriptMissing } from '#web/payment-script.ts';
import { openSubscriptionCheckout } from '#web/subscription-api.ts';

import { noticeSessionEnd, tellSessionEnded } from './session-ended.ts';
import { toast } from './toasts.ts';
import { awaitVisitor, checkVisitor } from './visitor.ts';
import type { Visitor } from './visitor.ts';

const CHECKOUT_FAILED = 'Failed to create checkout session.';

const tellRefusal = (description: string): void =>
  void toast({ title: 'Subscription Error', description, tone: 'error' });

const tellOutage = (): void =>
  void toast({
    title: 'Network Error',
    description: 'An unexpected error occurred. Please try again later.',
    tone: 'error',
  });

const tell = (fault: unknown): void => {
  if (fault instanceof ScriptMissing) return tellRefusal(fault.message);
  if (!(fault instanceof ApiFailure) || fault.status === 0) return tellOutage();
  const isWordless = fault.code === 'UNREADABLE' || fault.code === 'NOT_FOUND';
  tellRefusal(isWordless ? CHECKOUT_FAILED : fault.message);
};

const follow = (url: string): boolean => {
  try {
    window.location.assign(hostedPage(url));
    return true;
  } catch {
    tellRefusal(`${paymentTitle()} initialization failed.`);
    return false;
  }
};

/** Where a click on 'Subscribe Now' leads; `nowhere`: it failed, which has been told. */
export type Way = 'sign-up' | 'sign-in' | 'checkout' | 'dashboard' | 'nowhere';

/** Another tab was faster: whoever is subscribed already has the dashboard. */
const toDashboard = async (refusal: ApiFailure): Promise<Way> => {
  expectScreen();
  const visitor = await checkVisitor();
  if (visitor.standing === 'signed-in' && visitor.user.isSubscribed) return 'dashboard';
  tell(refusal);
  return 'nowhere';
};

const toCheckout = async (): Promise<Way> => {
  try {
    await awaitPaymentScript();
    const { url } = await openSubscriptionCheckout();
    return follow(url) ? 'checkout' : 'nowhere';
  } catch (fault) {
    if (noticeSessionEnd(fault)) {
      tellSessionEnded();
      return 'sign-in';
    }
    if (fault instanceof ApiFailure && fault.code === 'ALREADY_SUBSCRIBED') return toDashboard(fault);
    tell(fault);
    return 'nowhere';
  }
};

/** Opens the checkout of a subscription for who is signed in; the others need an account first. */
export const subscribe = async (visitor: Visitor): Promise<Way> => {
  const isOpen = visitor.standing === 'checking' || visitor.standing === 'unknown';
  const { standing } = isOpen ? await awaitVisitor() : visitor;
  return standing === 'nobody' ? 'sign-up' : toCheckout();
};
