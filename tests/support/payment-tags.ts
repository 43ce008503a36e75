import { withPaymentTags } from '#adapters/http/pages/payment-tags.ts';
import type { BrowserPart, BrowserScript } from '#application/ports/payment-profile.ts';

const STRIPE_PAGES = ['https://checkout.stripe.com'];

export const script = (publicKey: string, name = 'stripe'): BrowserScript => ({
  name,
  publicKey,
  sources: [],
  frames: [],
  calls: [],
});

/** Writes into the test's page what the server would: the provider's name, the origins of the hosted pages, and the script that has to be there first. */
export const writePaymentTags = ({
  title = 'Stripe',
  hostedPages = STRIPE_PAGES,
  script: one,
}: Partial<BrowserPart> = {}): void => {
  const head = withPaymentTags('</head>', { title, hostedPages, script: one });
  document.head.innerHTML = head.replace('</head>', '');
};
