import { useEffect, useState } from 'react';

import { beginPaymentScript, preparePaymentScript } from '#web/payment-script.ts';
import { closePurchase, needsEmail, resumePurchase, usePurchase } from '#web/stores/purchase.ts';
import type { Purchase } from '#web/stores/purchase.ts';
import { usePurchased } from '#web/stores/purchased.ts';
import { CheckoutSummary } from './checkout-summary.tsx';
import { Dialog } from './dialog.tsx';
import { TermsDialog } from './terms-dialog.tsx';

// As the dialogs themselves, before the connection drops.
preparePaymentScript();

const STEPS = {
  summary: { title: 'Checkout Summary', number: 1 },
  terms: { title: 'Terms and Conditions', number: 2 },
} as const;

/** The hosted payment page is the last step, if there is one. */
const stepCount = (purchase: Purchase): number => (needsEmail(purchase) ? 2 : 3);

/** The very button that was pressed, or the heading of the list when that button is gone or may not be pressed any more. */
const focusAfter = (): HTMLElement | undefined => {
  const { opener } = usePurchase.getState();
  if (opener?.isConnected && !opener.matches(':disabled')) return opener;
  return document.querySelector<HTMLElement>('#available-leads') ?? undefined;
};

const onPageShow = ({ persisted }: PageTransitionEvent): void => {
  if (persisted) resumePurchase();
};

/** What stands between 'Claim This Lead' and the payment page. Renders nothing until a lead is claimed. */
export const PurchaseDialogs = () => {
  const step = usePurchase((purchase) => purchase.step);
  const count = usePurchase(stepCount);
  // While it leaves the screen the dialog still shows what it last was.
  const [shown, setShown] = useState<keyof typeof STEPS>('summary');
  if (step !== 'closed' && step !== shown) setShown(step);
  const { title, number } = STEPS[shown];

  const isOpen = step !== 'closed';
  const leadId = usePurchase(({ lead }) => lead?.id ?? '');
  const isBought = usePurchased().has(leadId);
  // In another tab, or on the page that one has come back from.
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
