import { UnknownCheckout } from '#application/ports/payment-provider.ts';

type Kind = 'cs' | 'pi' | 'sub' | 'cus';

/** The reference, if Stripe could have made it. Throws `UnknownCheckout` for any other, which is then not even asked for. */
export const reference = (kind: Kind, text: string): string => {
  if (!new RegExp(String.raw`^${kind}_[\w-]{1,250}$`).test(text)) throw new UnknownCheckout(`not a ${kind}_ reference`);
  return text;
};

/** The id of what Stripe answers either as its id or, expanded, as a whole. */
export const idOf = (one: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof one === 'string' ? one : one?.id;
