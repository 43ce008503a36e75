import { breakingPayments } from '#adapters/circuit-breaker/payments.ts';
import { choice, opening } from './choice.ts';
import type { PaymentOption } from './payments/provider.ts';
import { simulatedOption } from './payments/simulated.ts';
import { stripeOption } from './payments/stripe.ts';

/** A provider that is another machine: it is left alone for a while when it is away. */
const outside = (option: PaymentOption): PaymentOption =>
  opening(option, (opened, { log }) => ({ ...opened, payments: breakingPayments(opened.payments, { log }) }));

/** Who takes money in earnest. */
const IN_EARNEST = [stripeOption].map(outside);

/** What the setting `PAYMENTS` can be, in words. */
export const PAYMENT_CHOICES = `${IN_EARNEST.map(({ name }) => name).join(' or ')}, or ${simulatedOption.name} (no money moves)`;

/** Who takes the money. */
export const PAYMENTS = choice('PAYMENTS', { otherwise: simulatedOption, options: IN_EARNEST });
