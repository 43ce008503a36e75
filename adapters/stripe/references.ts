import { UnknownCheckout } from '#application/ports/payment-provider.ts';

type Kind = 'cs' | 'pi' | 'sub' | 'cus';

/** The reference, if it has the form of Stripe's. Throws `UnknownCheckout` for any other, without asking Stripe. */
export const reference = (kind: Kind, text: string): string => {
  if (!new RegExp(String.raw`^${kind}_[\w-]{1,250}$`).test(text)) throw new UnknownCheckout(`not a ${kind}_ reference`);
  return text;
};

/** The id of an object that Stripe answers either as its id or expanded. */
export const idOf = (one: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof one === 'string' ? one : one?.id;
