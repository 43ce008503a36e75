import { hash, randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

import type { Secrets } from '#application/ports/secrets.ts';
import { SALE_CHARACTERS, saleNumberOf } from '#domain/sale-number.ts';

const saleCharacters = (): string =>
  Array.from({ length: 8 }, () => SALE_CHARACTERS[randomInt(SALE_CHARACTERS.length)]).join('');

const ID_BYTES = 16;
const TOKEN_BYTES = 32;

/** The next `bytes` random ones, of a larger draw: to draw them alone takes ten times as long as all that is made of them. */
const randomOf = (bytes: number): (() => Buffer) => {
  let [drawn, used] = [randomBytes(0), 0];
  return () => {
    if (used === drawn.length) [drawn, used] = [randomBytes(256 * bytes), 0];
    used += bytes;
    return drawn.subarray(used - bytes, used);
  };
};

/** UUIDs that sort strictly by their making: within a millisecond they count on from a random number (RFC 9562, 6.2). */
const sortedIds = (): (() => string) => {
  const random = randomOf(ID_BYTES);
  let [msecs, seq] = [Number.NEGATIVE_INFINITY, 0];
  return () => {
    const bytes = random();
    const now = Date.now();
    if (now > msecs) [msecs, seq] = [now, new DataView(bytes.buffer, bytes.byteOffset).getInt32(6) & 0x7f_ff_ff_ff];
    else {
      seq = (seq + 1) | 0;
      if (seq === 0) msecs += 1;
    }
    return v7({ random: bytes, msecs, seq });
  };
};

/** Randomness of the operating system. Ids made in one process sort strictly by their making. */
export const systemSecrets = (): Secrets => {
  const random = randomOf(TOKEN_BYTES);
  return {
    id: sortedIds(),
    token: () => random().toString('base64url'),
    hash: (text) => hash('sha256', text),
    saleNumber: () => saleNumberOf(saleCharacters()),
  };
};
