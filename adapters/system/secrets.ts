import { createHash, randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

import type { Secrets } from '#application/ports/secrets.ts';

// No letter that reads like a digit (B, I, L, O, S, Z), and no vowel, so that no number spells a word.
const SIGNS = '0123456789CDFGHJKMNPQRTVWXY';

const four = (): string => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** Randomness of the operating system. Ids made in one process sort strictly by their making. */
export const systemSecrets = (): Secrets => ({
  id: () => v7(),
  token: () => randomBytes(32).toString('base64url'),
  hash: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
  saleNumber: () => `HL-${four()}-${four()}`,
});
