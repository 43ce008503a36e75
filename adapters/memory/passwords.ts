import { createHash } from 'node:crypto';

import type { Passwords } from '#application/ports/passwords.ts';

const FORM = /^\$sha256\$s=(\d+)\$(\d+)\$([0-9a-f]{64})$/;

/**
 * Passwords hashed at once, so that many tests can do it: nothing here is slow, and nobody waits. Hashes of another
 * `strength` are outdated.
 */
export const memoryPasswords = ({ strength = 1 }: { readonly strength?: number } = {}): Passwords => {
  let salts = 0;
  const digest = (password: string, salt: string): string =>
    createHash('sha256').update(`${salt} ${password}`, 'utf8').digest('hex');
  return {
    hash: async (password) => {
      const salt = String((salts += 1));
      return `$sha256$s=${strength}$${salt}$${digest(password, salt)}`;
    },
    check: async (password, hash = '') => {
      const [, made, salt = '', kept] = FORM.exec(hash) ?? [];
      if (kept !== digest(password, salt)) return 'wrong';
      return Number(made) === strength ? 'right' : 'outdated';
    },
  };
};
