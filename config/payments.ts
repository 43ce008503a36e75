import { choice } from './choice.ts';
import { simulatedOption } from './payments/simulated.ts';
import { stripeOption } from './payments/stripe.ts';

/** Who takes money in earnest. */
const IN_EARNEST = [stripeOption];

/** What the setting `PAYMENTS` can be, in words. */
export const PAYMENT_CHOICES = `${IN_EARNEST.map(({ name }) => name).join(' or ')}, or ${simulatedOption.name} (no money moves)`;

/** Who takes the money. */
export const PAYMENTS = choice('PAYMENTS', { otherwise: simulatedOption, options: IN_EARNEST });
