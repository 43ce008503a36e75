import { Hono } from 'hono';
import { match } from 'ts-pattern';

import type { Secrets } from '#application/ports/secrets.ts';
import type { Receipt, verifyPayment } from '#application/verify-payment.ts';
import { dollarsOf } from '#domain/money.ts';
import type { Border } from '#adapters/http/border.ts';
import { PaymentQuery } from '#adapters/http/contract/checkout-requests.ts';
import type { FailureBody } from '#adapters/http/contract/contract.ts';
import type { PaymentAnswer } from '#adapters/http/contract/purchase-contract.ts';
import { FAILURES, failureBody } from '#adapters/http/failures.ts';
import { readQuery } from '#adapters/http/input.ts';
import { limitedVisitWork } from '#adapters/http/limits.ts';
import { VERIFY_PAYMENT } from '#adapters/http/own-paths.ts';
import { visitorHash } from '#adapters/http/visitor.ts';

export type PaymentUseCases = { readonly verifyPayment: ReturnType<typeof verifyPayment> };

type Needs = PaymentUseCases & Pick<Border, 'limiter' | 'clientAddress' | 'https'> & { readonly secrets: Secrets };

const receiptBody = ({ lineItem, price, paidAt }: Receipt) => ({
  lineItem,
  amount: dollarsOf(price),
  paidAt: new Date(paidAt).toISOString(),
});

/** What the success page asks: what has become of a payment. */
export const paymentRoutes = ({ verifyPayment, limiter, secrets, clientAddress, https }: Needs): Hono =>
  new Hono().get(VERIFY_PAYMENT, async (c) => {
    const { session_id, lead } = readQuery(c, PaymentQuery);
    const question = { checkoutRef: session_id, leadId: lead, visitorHash: visitorHash(c, secrets, https) };
    const outcome = await limitedVisitWork(limiter, 'payment', clientAddress(c), () => verifyPayment(question));
    return match(outcome)
      .with({ is: 'paid' }, ({ email, isUndeliverable, saleNumber, receipt }) => {
        const paid = { success: true, status: 'paid', email, saleNumber } as const;
        const undeliverable = isUndeliverable && { undeliverable: true };
        return c.json({ ...paid, ...undeliverable, ...(receipt && receiptBody(receipt)) } satisfies PaymentAnswer);
      })
      .with({ is: 'processing' }, () => c.json({ success: false, status: 'processing' } satisfies PaymentAnswer))
      .with({ is: 'failed' }, ({ message }) =>
        c.json({ success: false, status: 'failed', error: message } satisfies PaymentAnswer),
      )
      .with({ is: 'unknown' }, () => {
        const [status] = FAILURES.PAYMENT_UNKNOWN;
        const failed = { success: false, status: 'failed', ...failureBody('PAYMENT_UNKNOWN') } as const;
        return c.json(failed satisfies PaymentAnswer & FailureBody, status);
      })
      .exhaustive();
  });
