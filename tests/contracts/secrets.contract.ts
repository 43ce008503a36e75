import { describe, expect, test } from 'vitest';

import type { Secrets } from '#application/ports/secrets.ts';

const many = <T>(make: () => T): readonly T[] => Array.from({ length: 5_000 }, make);

export const secretsContract = (name: string, make: () => Secrets): void => {
  describe(`secrets: ${name}`, () => {
    test('ids are UUIDs of version 7, no two alike, and sort by their making', () => {
      const ids = many(make().id);
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.toSorted()).toEqual(ids);
    });

    test('tokens are 32 bytes in base64url, no two alike', () => {
      const tokens = many(make().token);
      for (const token of tokens) {
        expect(token).toMatch(/^[\w-]{43}$/);
        expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      }
      expect(new Set(tokens).size).toBe(tokens.length);
    });

    test.for([
      ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      ['ñ', '024bb90888ca89a15a19e9bdd8c712bfb070465fce1ef25e43c170ea44fc5e5f'],
    ])('the hash of %j is its SHA-256 in hex', ([text, hash]) => {
      expect(make().hash(text ?? '')).toBe(hash);
    });

    test('sale numbers have two groups of four signs, none of them a letter that reads like a digit, no two alike', () => {
      const numbers = many(make().saleNumber);
      for (const number of numbers) expect(number).toMatch(/^HL(?:-[0-9ACDEFGHJKMNPQRTUVWXY]{4}){2}$/);
      expect(new Set(numbers).size).toBe(numbers.length);
    });
  });
};
