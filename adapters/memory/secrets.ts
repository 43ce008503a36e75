import { createHash } from 'node:crypto';

import type { Secrets } from '#application/ports/secrets.ts';
import { SALE_CHARACTERS, saleNumberOf } from '#domain/sale-number.ts';

const charactersOf = (count: number): string =>
  Array.from(
    { length: 8 },
    (_, place) => SALE_CHARACTERS[Math.floor(count / SALE_CHARACTERS.length ** (7 - place)) % SALE_CHARACTERS.length],
  ).join('');

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
    saleNumber: () => saleNumberOf(charactersOf((sales += 1))),
  };
};
