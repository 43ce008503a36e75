import { emailOf } from '#domain/email.ts';
import { ApiFailure } from '#web/api.ts';
import { leadsAddress, leadsHref } from '#web/leads-address.ts';
import { dollarsText } from '#web/price.ts';
import { hostedPage } from '#web/hosted-page.ts';
import { awaitPaymentScript, ScriptMissing } from '#web/payment-script.ts';
import { openCheckout } from '#web/purchase-api.ts';
import { refuseCoupon } from './apply-coupon.ts';
import { untellCoupon } from './coupon-toasts.ts';
import { isGone, leaveGone } from './lead-gone.ts';
import { keepList } from './left-list.ts';
import { backToSummary, needsEmail, totalOf, usePurchase } from './purchase.ts';
import { dismissToast, toast } from './toasts.ts';

const { getState, setState } = usePurchase;

const REDIRECTING = 'Redirecting to payment...';
const PAYMENT_ERROR = 'Payment Error';
const TRY_AGAIN = 'There was an error processing your payment. Please try again.';

/** Says what failed, and where it can be mended. */
const stayWith = (text: string, at: 'terms' | 'coupon' = 'terms', more = ''): void => {
  toast({ title: PAYMENT_ERROR, description: text, tone: 'error' });
  if (at === 'coupon') backToSummary();
  setState({ busy: undefined, problem: { at, text: text + more } });
};

/** Money is taken only on the hosted page, which has not been reached. Without that page the lead may have been given away already. */
const stayUncharged = (text: string): void =>
  stayWith(text, 'terms', needsEmail(getState()) ? '' : ' You were not charged.');

/** Nothing is to be paid, but the shop needs an address. */
const askEmail = (text: string): void =>
  setState({ busy: undefined, asksEmail: true, discountedPrice: 0, problem: { at: 'email', text } });

const showNewPrice = (price: number): void => {
  const problem = { at: 'price', text: `The price has changed. You now pay ${dollarsText(price)}.` } as const;
  const prices = getState().couponCode === '' ? { listPrice: price } : { listPrice: undefined, discountedPrice: price };
  untellCoupon();
  backToSummary();
  setState({ problem, ...prices });
};

const failed = (fault: unknown, leadId: string): void => {
  dismissToast(REDIRECTING);
  if (fault instanceof ScriptMissing)
    return stayWith(fault.message, 'terms', fault.needsReload ? ' Please reload the page.' : '');
  if (!(fault instanceof ApiFailure)) return stayUncharged(TRY_AGAIN);
  if (isGone(fault.code)) return leaveGone(leadId, fault.code, fault.message);
  switch (fault.code) {
    case 'COUPON_REFUSED':
      backToSummary();
      return refuseCoupon(fault.message);
    case 'EMAIL_NEEDED':
      return askEmail(fault.message);
    case 'TOO_MANY_TRIES':
      return stayWith(fault.message, 'couponCode' in fault.fields ? 'coupon' : 'terms');
    default:
      if (fault.price !== undefined) return showNewPrice(fault.price);
      // Refused by a rule: trying again would not help, and the server says what would.
      return stayUncharged(fault.status === 403 || fault.status === 409 ? fault.message : TRY_AGAIN);
  }
};

/** Whether the browser is on its way to the payment page. */
let isLeaving = false;

/**
 * Opens the hosted payment page for the lead at the price shown, and sends the browser there. Where none is needed, the lead goes
 * to `emailTyped`, and the browser to the success page. A second call is ignored.
 */
export const acceptTerms = async (termsVersion: string, emailTyped = ''): Promise<void> => {
  const { lead, busy, turn, couponCode } = getState();
  const amount = totalOf(getState());
  if (busy !== undefined) return;
  if (lead === undefined || amount === undefined) return stayWith('Lead information is missing.');
  const isUnhosted = needsEmail(getState());
  const email = emailOf(emailTyped);
  if (isUnhosted && email === undefined) return askEmail('Invalid email address');
  setState({ busy: 'payment', problem: undefined });
  dismissToast(PAYMENT_ERROR);
  const isStale = (): boolean => getState().turn !== turn;
  try {
    if (!isUnhosted) {
      toast({ title: REDIRECTING, tone: 'note' });
      // Before a checkout is opened: without the script the browser could not go there.
      await awaitPaymentScript();
    }
    if (isStale()) return;
    const { url } = await openCheckout({
      leadId: lead.id,
      amount,
      description: `Buyer Lead in ${lead.city}`,
      ...(couponCode !== '' && { couponCode }),
      termsVersion,
      ...(isUnhosted && { email }),
      returnTo: leadsHref(leadsAddress(location.search)),
    });
    if (isStale()) return;
    keepList(location.search);
    // In the place of the dialog's step of the history, which Back leaves and Forward could not pass.
    location.replace(hostedPage(url));
    // The success page of a lead that was given away without a payment is shown in any case.
    isLeaving = !isUnhosted;
  } catch (fault) {
    if (!isStale()) failed(fault, lead.id);
  }
};

// A buyer who turns away is not led to the payment page any more.
usePurchase.subscribe(({ turn, step }, before) => {
  if (turn === before.turn) return;
  dismissToast(REDIRECTING);
  // On a page that was restored by Back the step has not changed: only its own requests are under way there.
  if (isLeaving && step !== before.step) window.stop();
  isLeaving = false;
});
