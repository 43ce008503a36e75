import { breakingPayments } from '#adapters/circuit-breaker/payments.ts';
import { onKnownPages } from '#adapters/known-pages/payments.ts';
import { choice, opening } from './choice.ts';
import { named } from './payments/provider.ts';
import type { PaymentOption } from './payments/provider.ts';
import { simulatedOption } from './payments/simulated.ts';
import { stripeOption } from './payments/stripe.ts';

/** A provider on another machine: while it is away, it is not called for a while, and it may be set up with pages that nobody expects. */
const outside = (option: PaymentOption): PaymentOption =>
  opening(option, (opened, { log }) => ({
    ...opened,
    payments: onKnownPages(breakingPayments(opened.payments, { log })),
  }));

/** Providers with real money. */
const IN_EARNEST = [stripeOption].map(named).map(outside);

/** The possible values of `PAYMENTS`, in words. */
export const PAYMENT_CHOICES = `${IN_EARNEST.map(({ name }) => name).join(' or ')}, or ${simulatedOption.name} (no money moves)`;

/** The setting for the payment provider. */
export const PAYMENTS = choice('PAYMENTS', { otherwise: simulatedOption, options: IN_EARNEST });
