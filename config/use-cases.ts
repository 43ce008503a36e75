import { answeredTo } from '#application/answered-to.ts';
import { browseLeads } from '#application/browse-leads.ts';
import { browseVault } from '#application/browse-vault.ts';
import { buyLead } from '#application/buy-lead.ts';
import { closeCheckouts } from '#application/close-checkouts.ts';
import { confirmSubscription } from '#application/confirm-subscription.ts';
import { contactUs } from '#application/contact-us.ts';
import { editProfile } from '#application/edit-profile.ts';
import { erasePerson } from '#application/erase-person.ts';
import { exportVault } from '#application/export-vault.ts';
import { findAccount } from '#application/find-account.ts';
import { findSale } from '#application/find-sale.ts';
import { foreseeChange } from '#application/foresee-change.ts';
import { forgetOld } from '#application/forget-old.ts';
import { followSubscription } from '#application/follow-subscription.ts';
import { forwardMessage } from '#application/forward-message.ts';
import { identify } from '#application/identify.ts';
import { importLeads } from '#application/import-leads.ts';
import { keepSubscription } from '#application/keep-subscription.ts';
import { requestPasswordReset } from '#application/request-password-reset.ts';
import { resendDelivery } from '#application/resend-delivery.ts';
import { resendEmailChange } from '#application/resend-email-change.ts';
import { resendVerification } from '#application/resend-verification.ts';
import { checkResetToken, resetPassword } from '#application/reset-password.ts';
import { signIn } from '#application/sign-in.ts';
import { signOut } from '#application/sign-out.ts';
import { signUp } from '#application/sign-up.ts';
import { verifyEmail } from '#application/verify-email.ts';
import { writeToAccount } from '#application/write-to-account.ts';
import { createCoupon } from '#application/create-coupon.ts';
import { deliverLead } from '#application/deliver-lead.ts';
import { doJob } from '#application/do-job.ts';
import { receiveNotification } from '#application/receive-notification.ts';
import { reconcile } from '#application/reconcile.ts';
import { refreshWeek } from '#application/refresh-week.ts';
import { refundPurchase } from '#application/refund-purchase.ts';
import { settleCheckout } from '#application/settle-checkout.ts';
import { settlePurchase } from '#application/settle-purchase.ts';
import { settleSubscription } from '#application/settle-subscription.ts';
import { showExamples } from '#application/show-examples.ts';
import { showUser } from '#application/show-user.ts';
import { stopCoupon } from '#application/stop-coupon.ts';
import { subscribe } from '#application/subscribe.ts';
import { sweepPurchases } from '#application/sweep-purchases.ts';
import { sweepSubscriptions } from '#application/sweep-subscriptions.ts';
import { tellLoser } from '#application/tell-loser.ts';
import { undoImport } from '#application/undo-import.ts';
import { unsubscribe } from '#application/unsubscribe.ts';
import { validateCoupon } from '#application/validate-coupon.ts';
import { verifyPayment } from '#application/verify-payment.ts';
import { withdrawLead } from '#application/withdraw-lead.ts';
import type { Outside } from './outside.ts';

/** Every use-case on its ports: the same for the product and for its tests. */
export const useCasesOn = (given: Outside) => {
  const outside = { ...given, mailer: answeredTo(given.mailer, given.contactTo) };
  const knowing = { ...outside, identify: identify(outside), showUser: showUser(outside) };
  const settling = {
    ...knowing,
    settlePurchase: settlePurchase(outside),
    settleSubscription: settleSubscription(outside),
  };
  return {
    browseLeads: browseLeads(outside),
    showExamples: showExamples(outside),
    foreseeChange: foreseeChange(outside),
    validateCoupon: validateCoupon(outside),
    buyLead: buyLead(outside),
    verifyPayment: verifyPayment(settling),
    receiveNotification: receiveNotification(outside),
    signUp: signUp(outside),
    verifyEmail: verifyEmail(outside),
    resendVerification: resendVerification(outside),
    requestPasswordReset: requestPasswordReset(outside),
    checkResetToken: checkResetToken(outside),
    resetPassword: resetPassword(outside),
    identify: knowing.identify,
    showUser: knowing.showUser,
    browseVault: browseVault(knowing),
    exportVault: exportVault(knowing),
    subscribe: subscribe(settling),
    confirmSubscription: confirmSubscription(settling),
    unsubscribe: unsubscribe(settling),
    keepSubscription: keepSubscription(settling),
    signIn: signIn(outside),
    signOut: signOut(outside),
    editProfile: editProfile(knowing),
    resendEmailChange: resendEmailChange(knowing),
    contactUs: contactUs(outside),
    importLeads: importLeads(outside),
    undoImport: undoImport(outside),
    createCoupon: createCoupon(outside),
    stopCoupon: stopCoupon(outside),
    refreshWeek: refreshWeek(outside),
    forgetOld: forgetOld(outside),
    withdrawLead: withdrawLead(outside),
    erasePerson: erasePerson(outside),
    refundPurchase: refundPurchase(settling),
    findSale: findSale(outside),
    findAccount: findAccount(outside),
    resendDelivery: resendDelivery(outside),
    reconcile: reconcile(settling),
    doJob: doJob({
      ...settling,
      settleCheckout: settleCheckout(settling),
      followSubscription: followSubscription(settling),
      sweepSubscriptions: sweepSubscriptions(settling),
      closeCheckouts: closeCheckouts(settling),
      deliverLead: deliverLead(outside),
      tellLoser: tellLoser(outside),
      sweepPurchases: sweepPurchases(settling),
      refreshWeek: refreshWeek(outside),
      forgetOld: forgetOld(outside),
      writeToAccount: writeToAccount(outside),
      forwardMessage: forwardMessage(outside),
    }),
  };
};

export type UseCases = ReturnType<typeof useCasesOn>;
