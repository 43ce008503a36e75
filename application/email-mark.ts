import type { Secrets } from './ports/secrets.ts';

export type Hashing = Pick<Secrets, 'hash'>;

/** A mark that separates the addresses that an account has wanted, or had: too short a piece of a hash to be reversed. */
export const markOf = (email: string, { hash }: Hashing): string => hash(email).slice(0, 8);
