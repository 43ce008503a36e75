/** Slow, salted hashes of passwords, a limited number at a time. Throws `PasswordsBusy` when too many wait. */
export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /**
   * Whether a password is the one of `hash`. `outdated`: it is, but the hash is weaker than those made today. Without a hash the
   * answer is `wrong`, after the same time as with one: nobody can tell by the clock which accounts exist.
   */
  readonly check: (password: string, hash: string | undefined) => Promise<'right' | 'outdated' | 'wrong'>;
}

/** So many passwords wait to be hashed that another one would wait too long. Trying again in a moment may help. */
export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy';
}
