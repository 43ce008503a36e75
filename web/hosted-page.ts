/** Where a hosted payment page may be, besides our own origin. */
const HOSTED_PAGE_ORIGINS: readonly string[] = ['https://checkout.stripe.com'];

/** The address to send the browser to. Throws for any other origin, so that a forged answer leads nobody astray. */
export const hostedPage = (url: string): string => {
  const address = new URL(url, location.origin);
  if (address.origin !== location.origin && !HOSTED_PAGE_ORIGINS.includes(address.origin))
    throw new Error(`not a payment page: ${address.origin}`);
  return address.href;
};
