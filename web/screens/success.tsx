import { CircleCheck, Info, LoaderCircle } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Link, useSearch } from 'wouter';

import { SaleReceipt } from '#web/components/sale-receipt.tsx';
import { ScreenTitle } from '#web/components/screen-title.tsx';
import { usePayment } from '#web/stores/payment.ts';
import type { Payment } from '#web/stores/payment.ts';

const LOOKS: Record<Payment['is'], { readonly icon: LucideIcon; readonly colours: string; readonly title: string }> = {
  verifying: { icon: LoaderCircle, colours: 'bg-sunken text-ink-muted', title: 'Verifying Payment...' },
  paid: { icon: CircleCheck, colours: 'bg-brand-soft text-brand-ink', title: 'Success! Your Lead is On the Way.' },
  failed: { icon: Info, colours: 'bg-sunken text-ink-muted', title: 'Payment Failed' },
};

/** Where the hosted payment page sends the buyer; a reload asks again. */
export const Success = () => {
  const { payment, tryAgain } = usePayment(useSearch());
  const { icon: Icon, colours, title } = LOOKS[payment.is];
  const card = useRef<HTMLDivElement>(null);
  const askAgain = (): void => {
    card.current?.querySelector('h1')?.focus();
    tryAgain();
  };
  const mayTryAgain = payment.is === 'failed' && payment.mayTryAgain;
  return (
    <div className="page grid min-h-dvh grid-cols-1 content-start justify-items-center py-10 sm:py-20 print:min-h-0">
      <div ref={card} className="card w-full px-5 py-8 sm:w-160 sm:px-12 sm:py-12">
        <span className={`grid size-14 place-items-center rounded-full ${colours}`}>
          <Icon aria-hidden size={28} className={payment.is === 'verifying' ? 'motion-safe:animate-spin' : ''} />
        </span>
        <div role="status" className="mt-5">
          <ScreenTitle page={title}>{title}</ScreenTitle>
          <p className="mt-2 max-w-measure text-lg text-pretty text-ink-muted">{textOf(payment)}</p>
        </div>
        {mayTryAgain && (
          <p className="mt-2 text-ink-muted">If you have paid, your lead arrives by email all the same.</p>
        )}
        {payment.is === 'paid' && <SaleReceipt {...payment} />}
        {payment.is !== 'verifying' && (
          <div className="mt-8 flex flex-col gap-2 sm:flex-row">
            {mayTryAgain && (
              <button type="button" className="button-solid" onClick={askAgain}>
                Try again
              </button>
            )}
            <Link href="/" className={mayTryAgain ? 'button-line' : 'button-solid'}>
              Back to Home
            </Link>
            {payment.is === 'failed' && (
              <Link href="/contact-us" className="button-quiet">
                Contact Us
              </Link>
            )}
          </div>
        )}
      </div>
    </div>
  );
};

const textOf = (payment: Payment): string => {
  switch (payment.is) {
    case 'verifying':
      return 'This takes a few seconds. Please leave this page open.';
    case 'paid':
      return 'The contact details of your lead are being sent to you by email.';
    case 'failed':
      return payment.error;
  }
};
