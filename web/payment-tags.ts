import { PAYMENT_TAGS } from '#adapters/http/contract/contract.ts';

/** The words of one of the page's payment tags, as the server has written them; none without that tag. */
export const paymentTag = (name: keyof typeof PAYMENT_TAGS): readonly string[] =>
  document
    .querySelector<HTMLMetaElement>(`meta[name="${PAYMENT_TAGS[name]}"]`)
    ?.content.split(' ')
    .filter((word) => word !== '') ?? [];
