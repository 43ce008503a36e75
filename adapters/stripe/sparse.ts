/** An object of Stripe's API of which only the id is certain: another host of the same API may leave out fields that it does not keep. */
export type Sparse<Thing extends { readonly id: string }> = Pick<Thing, 'id'> & Partial<Thing>;
