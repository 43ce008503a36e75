/** A number in [0, 1) that looks random and is the same in every run: of the `salt`-th question about the `index`-th thing. */
export const hashed = (index: number, salt: number): number => {
  let bits = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
};

export const pick = <Value>(list: readonly Value[], index: number, salt: number): Value =>
  list[Math.floor(hashed(index, salt) * list.length)] as Value;
