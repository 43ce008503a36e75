import { paymentTag } from './payment-tags.ts';

/**
 * The address to send the browser to: a page of ours, or of an origin that the server has named. Throws for any other, so that a
 * forged answer leads nobody astray.
 */
export const hostedPage = (url: string): string => {
  const address = new URL(url, location.origin);
  if (address.origin !== location.origin && !paymentTag('pages').includes(address.origin))
    throw new Error(`not a payment page: ${address.origin}`);
  return address.href;
};
