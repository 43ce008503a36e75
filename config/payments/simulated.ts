import * as v from 'valibot';

import { simulatedCheckout } from '#adapters/simulated-checkout/simulated-checkout.ts';
import { oneOf } from '#config/setting-kinds.ts';
import { paymentOption } from './provider.ts';

/** Hosted pages of our own; no money moves. */
export const simulatedOption = paymentOption({
  name: 'simulated',
  needed: {},
  optional: { SIMULATED_NOTIFICATIONS: v.optional(oneOf(['once', 'twice', 'never']), 'once') },
  read: (values) => ({ notifications: values.SIMULATED_NOTIFICATIONS }),
  open: (settings, needs) => {
    const signingSecret = needs.secrets.token();
    const { payments, pages, buyer } = simulatedCheckout({ ...needs, ...settings, signingSecret });
    return { payments, pages: [pages], buyer };
  },
});
