import { UnknownCheckout } from '#application/ports/payment-provider.ts';

type Kind = 'cs' | 'pi' | 'sub' | 'cus';

/** Whether a reference has the form of Stripe's. */
export const isReference = (kind: Kind, text: string): boolean =>
  new RegExp(String.raw`^${kind}_[\w-]{1,250}$`).test(text);

/** The reference, if it has the form of Stripe's. Throws `UnknownCheckout` for any other, without asking Stripe. */
export const reference = (kind: Kind, text: string): string => {
  if (!isReference(kind, text)) throw new UnknownCheckout(`not a ${kind}_ reference`);
  return text;
};

/** The id of an object that Stripe answers either as its id or expanded. */
export const idOf = (one: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof one === 'string' ? one : one?.id;
