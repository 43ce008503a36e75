import { createHash } from 'node:crypto';

import type { Secrets } from '#application/ports/secrets.ts';

const SIGNS = '0123456789CDFGHJKMNPQRTVWXY';

const signsOf = (count: number): string =>
  Array.from({ length: 8 }, (_, place) => SIGNS[Math.floor(count / SIGNS.length ** (7 - place)) % SIGNS.length]).join(
    '',
  );

/** Secrets that everybody can guess: each kind counts up, the same in every run. */
export const memorySecrets = (): Secrets => {
  let ids = 0;
  let tokens = 0;
  let sales = 0;
  return {
    id: () => `01900000-0000-7000-8000-${String((ids += 1).toString(16)).padStart(12, '0')}`,
    token: () =>
      createHash('sha256')
        .update(`token ${(tokens += 1)}`)
        .digest('base64url'),
    hash: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
    saleNumber: () => {
      const signs = signsOf((sales += 1));
      return `HL-${signs.slice(0, 4)}-${signs.slice(4)}`;
    },
  };
};
