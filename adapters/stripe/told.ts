/**
 * A thing as it is told by a host that speaks Stripe's language. Stripe tells all of it; another host may leave out what it does not keep.
 */
export type Told<Thing extends { readonly id: string }> = Pick<Thing, 'id'> & Partial<Thing>;
