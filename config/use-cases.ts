import { browseLeads } from '#application/browse-leads.ts';
import { buyLead } from '#application/buy-lead.ts';
import { closeCheckouts } from '#application/close-checkouts.ts';
import { contactUs, forwardMessage } from '#application/contact-us.ts';
import { editProfile } from '#application/edit-profile.ts';
import { identify } from '#application/identify.ts';
import type { Passwords } from '#application/ports/passwords.ts';
import { requestPasswordReset } from '#application/request-password-reset.ts';
import { resendVerification } from '#application/resend-verification.ts';
import { checkResetToken, resetPassword } from '#application/reset-password.ts';
import { signIn } from '#application/sign-in.ts';
import { signOut } from '#application/sign-out.ts';
import { signUp } from '#application/sign-up.ts';
import { verifyEmail } from '#application/verify-email.ts';
import { writeToAccount } from '#application/write-to-account.ts';
import { deliverLead } from '#application/deliver-lead.ts';
import { doJob } from '#application/do-job.ts';
import type { Atomically } from '#application/ports/atomically.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Log } from '#application/ports/log.ts';
import type { Mailer } from '#application/ports/mailer.ts';
import type { Marketplace } from '#application/ports/marketplace.ts';
import type { PaymentProvider } from '#application/ports/payment-provider.ts';
import type { Secrets } from '#application/ports/secrets.ts';
import { receiveNotification } from '#application/receive-notification.ts';
import { settleCheckout } from '#application/settle-checkout.ts';
import { settlePurchase } from '#application/settle-purchase.ts';
import { showExamples } from '#application/show-examples.ts';
import { sweepPurchases } from '#application/sweep-purchases.ts';
import { tellLoser } from '#application/tell-loser.ts';
import { validateCoupon } from '#application/validate-coupon.ts';
import { verifyPayment } from '#application/verify-payment.ts';

/** Everything outside that the use-cases talk to, and the settings that shape them. */
export type Outside = {
  readonly atomically: Atomically;
  readonly marketplace: Marketplace;
  readonly payments: PaymentProvider;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly shelfCycles: number;
  readonly termsRequired: boolean;
  readonly passwords: Passwords;
  readonly concealAccounts: boolean;
  /** Where messages of the contact form go. */
  readonly contactTo: string;
  /** The shop's address in mails, without a slash at its end. */
  readonly shopUrl: string;
};

/** Every use-case on its ports: the same for the product and for its tests. */
export const useCasesOn = (outside: Outside) => {
  const settling = { ...outside, settlePurchase: settlePurchase(outside) };
  const following = { ...settling, settleCheckout: settleCheckout(settling) };
  return {
    browseLeads: browseLeads(outside),
    showExamples: showExamples(outside),
    validateCoupon: validateCoupon(outside),
    buyLead: buyLead(outside),
    verifyPayment: verifyPayment(following),
    receiveNotification: receiveNotification(outside),
    signUp: signUp(outside),
    verifyEmail: verifyEmail(outside),
    resendVerification: resendVerification(outside),
    requestPasswordReset: requestPasswordReset(outside),
    checkResetToken: checkResetToken(outside),
    resetPassword: resetPassword(outside),
    identify: identify(outside),
    signIn: signIn(outside),
    signOut: signOut(outside),
    editProfile: editProfile(outside),
    contactUs: contactUs(outside),
    doJob: doJob({
      ...following,
      closeCheckouts: closeCheckouts(settling),
      deliverLead: deliverLead(outside),
      tellLoser: tellLoser(outside),
      sweepPurchases: sweepPurchases(settling),
      writeToAccount: writeToAccount(outside),
      forwardMessage: forwardMessage(outside),
    }),
  };
};
