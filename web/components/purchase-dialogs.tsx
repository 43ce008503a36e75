import { useEffect, useState } from 'react';

import { beginPaymentScript, preparePaymentScript } from '#web/payment-script.ts';
import { closePurchase, needsEmail, resumePurchase, usePurchase } from '#web/stores/purchase.ts';
import type { PurchaseState } from '#web/stores/purchase.ts';
import { usePurchased } from '#web/stores/purchased.ts';
import { CheckoutSummary } from './checkout-summary.tsx';
import { Dialog } from './dialog.tsx';
import { TermsDialog } from './terms-dialog.tsx';

// Fetched along with the dialogs: the connection may be gone when it is needed.
preparePaymentScript();

const STEPS = {
  summary: { title: 'Checkout Summary', number: 1 },
  terms: { title: 'Terms and Conditions', number: 2 },
} as const;

/** The hosted payment page is the last step, if there is one. */
const stepCount = (purchase: PurchaseState): number => (needsEmail(purchase) ? 2 : 3);

/** The button that was pressed, or the heading of the list where that button is gone or disabled. */
const focusAfter = (): HTMLElement | undefined => {
  const { opener } = usePurchase.getState();
  if (opener?.isConnected && !opener.matches(':disabled')) return opener;
  return document.querySelector<HTMLElement>('#available-leads') ?? undefined;
};

const onPageShow = ({ persisted }: PageTransitionEvent): void => {
  if (persisted) resumePurchase();
};

/** The dialogs between 'Claim This Lead' and the payment page. Renders nothing until a lead is claimed. */
export const PurchaseDialogs = () => {
  const step = usePurchase((purchase) => purchase.step);
  const count = usePurchase(stepCount);
  // While it leaves the screen, the dialog still shows its last step.
  const [shown, setShown] = useState<keyof typeof STEPS>('summary');
  if (step !== 'closed' && step !== shown) setShown(step);
  const { title, number } = STEPS[shown];

  const isOpen = step !== 'closed';
  const leadId = usePurchase(({ lead }) => lead?.id ?? '');
  const isBought = usePurchased().has(leadId);
  // Bought in another tab, or before this page was restored by Back.
  useEffect(() => {
    if (isOpen && isBought) closePurchase();
  }, [isOpen, isBought]);

  useEffect(() => {
    if (isOpen) beginPaymentScript();
  }, [isOpen]);

  useEffect(() => {
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  return (
    <Dialog open={isOpen} onClose={closePurchase} title={title} step={{ number, of: count }} focusAfter={focusAfter}>
      {shown === 'terms' ? <TermsDialog /> : <CheckoutSummary />}
    </Dialog>
  );
};
