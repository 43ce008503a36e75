import { LRUCache } from 'lru-cache';

/** About as many addresses as visitors use in a day. */
const MOST = 2_000;

/** In characters: longer than an address with a search and a page. */
const LONGEST = 300;

export type Remembered<Meaning> = {
  readonly known: (address: string) => Meaning | undefined;
  /** Answers the meaning. */
  readonly remember: (address: string, meaning: Meaning) => Meaning;
};

/** What addresses, or parts of them, mean: visitors repeat the same ones all day, and each is read once. */
export const remembered = <Meaning extends object>(): Remembered<Meaning> => {
  const meanings = new LRUCache<string, Meaning>({ max: MOST });
  return {
    known: (address) => meanings.get(address),
    remember: (address, meaning) => {
      if (address.length <= LONGEST) meanings.set(address, meaning);
      return meaning;
    },
  };
};
