import { useRef } from 'react';
import { Link } from 'wouter';

import { NoticeCard } from '#web/components/notice-card.tsx';
import type { Notice } from '#web/components/notice-card.tsx';
import { SaleReceipt } from '#web/components/sale-receipt.tsx';
import { useRetry } from '#web/components/use-retry.ts';
import { keptList } from '#web/stores/left-list.ts';
import { usePayment } from '#web/stores/payment.ts';
import type { PaymentState } from '#web/stores/payment.ts';
import { useQuery } from '#web/use-query.ts';

/** Where the hosted payment page sends the buyer; a reload, or coming back to the page, asks again. */
export const Success = () => {
  const { payment, tryAgain } = usePayment(useQuery());
  const card = useRef<HTMLDivElement>(null);
  const mayTryAgain = payment.is === 'failed' && payment.mayTryAgain;
  const askAgain = useRetry(card, mayTryAgain ? tryAgain : undefined);
  const actions = payment.is !== 'verifying' && (
    <>
      {mayTryAgain && (
        <button type="button" className="button-solid" onClick={askAgain}>
          Try again
        </button>
      )}
      <Link href={keptList()} className={mayTryAgain ? 'button-line' : 'button-solid'}>
        Back to Home
      </Link>
      {payment.is === 'failed' && (
        <Link href="/contact-us" className="button-quiet">
          Contact Us
        </Link>
      )}
    </>
  );
  return (
    <div className="page grid min-h-dvh grid-cols-1 content-start justify-items-center py-10 sm:py-20 print:min-h-0">
      <p className="mb-4 hidden text-xl font-bold print:block">Homelead</p>
      <NoticeCard {...noticeOf(payment)} ref={card} actions={actions}>
        {mayTryAgain && (
          <p className="mt-2 text-ink-muted">If you have paid, your lead arrives by email all the same.</p>
        )}
        {payment.is === 'paid' && <SaleReceipt {...payment} />}
      </NoticeCard>
    </div>
  );
};

const noticeOf = (payment: PaymentState): Notice => {
  switch (payment.is) {
    case 'verifying':
      return {
        look: 'busy',
        title: 'Verifying Payment...',
        text: 'This takes a few seconds. Please leave this page open.',
      };
    case 'paid':
      if (payment.undeliverable === true)
        return {
          look: 'failed',
          title: 'Your Lead Has Not Reached You',
          text: 'The lead is yours, but our email to this address was refused. Write to us, and give another address.',
        };
      return {
        look: 'done',
        title: 'Success! Your Lead is On the Way.',
        text: 'The contact details of your lead are being sent to you by email.',
      };
    case 'failed':
      return { look: 'failed', title: 'Payment Failed', text: payment.error };
  }
};
