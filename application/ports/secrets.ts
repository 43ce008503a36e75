/** Randomness that nobody can guess, and hashes that nobody can turn back. */
export interface Secrets {
  /** A UUIDv7: ids sort by the time of their making. */
  readonly id: () => string;
  /** 32 random bytes in base64url, 43 characters. */
  readonly token: () => string;
  /** SHA-256 in hex, 64 characters. For tokens and texts; never for passwords. */
  readonly hash: (text: string) => string;
  /** A sale number: `HL-7K2M-9QXD`, without letters that read like digits. */
  readonly saleNumber: () => string;
}
