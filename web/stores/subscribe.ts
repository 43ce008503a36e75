import { ApiFailure } from '#web/api.ts';
import { hostedPage } from '#web/hosted-page.ts';
import { expectScreen } from '#web/navigation.ts';
import { awaitPaymentScript, paymentTitle, ScriptMissing } from '#web/payment-script.ts';
import { openSubscriptionCheckout } from '#web/subscription-api.ts';

import { noticeSessionEnd } from './session-ended.ts';
import { dismissToast, toast } from './toasts.ts';
import { mayLeave } from './unsaved.ts';
import { awaitVisitor, checkVisitor } from './visitor.ts';
import type { Visitor } from './visitor.ts';

const CHECKOUT_FAILED = 'Failed to create checkout session.';
const ERROR = 'Subscription Error';
const NETWORK_ERROR = 'Network Error';

const complain = (description: string, title = ERROR): void => void toast({ title, description, tone: 'error' });

const tell = (fault: unknown): void => {
  if (fault instanceof ScriptMissing) return complain(fault.message);
  if (!(fault instanceof ApiFailure) || fault.code === 'UNREACHABLE')
    return complain('An unexpected error occurred. Please try again later.', NETWORK_ERROR);
  const isWordless = fault.code === 'UNREADABLE' || fault.code === 'NOT_FOUND';
  complain(isWordless ? CHECKOUT_FAILED : fault.message);
};

const follow = (url: string): boolean => {
  try {
    window.location.assign(hostedPage(url));
    return true;
  } catch {
    complain(`${paymentTitle()} initialization failed.`);
    return false;
  }
};

/** Where a click on 'Subscribe Now' leads. `nowhere`: it failed, which was said already, or the visitor has turned away. */
export type Way = 'sign-up' | 'sign-in' | 'checkout' | 'dashboard' | 'nowhere';

const isSubscribed = (visitor: Visitor): boolean => visitor.standing === 'signed-in' && visitor.user.isSubscribed;

/** Another tab was faster: a user who is already subscribed goes to the dashboard. */
const toDashboard = async (refusal: ApiFailure, hasLeft: () => boolean): Promise<Way> => {
  expectScreen();
  if (isSubscribed(await checkVisitor())) return 'dashboard';
  if (!hasLeft()) tell(refusal);
  return 'nowhere';
};

const toCheckout = async ({ standing }: Visitor, hasLeft: () => boolean): Promise<Way> => {
  try {
    await awaitPaymentScript();
    if (hasLeft()) return 'nowhere';
    const { url } = await openSubscriptionCheckout();
    // Edits may have been begun meanwhile.
    return !hasLeft() && mayLeave() && follow(url) ? 'checkout' : 'nowhere';
  } catch (fault) {
    if (hasLeft()) return 'nowhere';
    // Somebody whose check has failed may never have had a session.
    if (noticeSessionEnd(fault)) return standing === 'signed-in' ? 'sign-in' : 'sign-up';
    if (fault instanceof ApiFailure && fault.code === 'ALREADY_SUBSCRIBED') return toDashboard(fault, hasLeft);
    tell(fault);
    return 'nowhere';
  }
};

/**
 * Opens the checkout of a subscription for a signed-in user; others need an account first. A visitor who turns away meanwhile is led
 * nowhere, and reads of no failure.
 */
export const subscribe = async (visitor: Visitor, hasLeft: () => boolean): Promise<Way> => {
  [ERROR, NETWORK_ERROR].forEach(dismissToast);
  const isOpen = visitor.standing === 'checking' || visitor.standing === 'unknown';
  const found = isOpen ? await awaitVisitor() : visitor;
  if (hasLeft()) return isSubscribed(found) ? 'dashboard' : 'nowhere';
  return found.standing === 'nobody' ? 'sign-up' : toCheckout(found, hasLeft);
};
