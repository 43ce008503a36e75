/**
 * The characters of sale numbers: no letter that reads like a digit (B, I, L, O, S, Z), and no vowel, so that no number spells a word.
 */
export const SALE_CHARACTERS = '0123456789CDFGHJKMNPQRTVWXY';

/** The number by which people name a sale, made of eight characters: `HL-7K2M-9QXD`. */
export const saleNumberOf = (characters: string): string => `HL-${characters.slice(0, 4)}-${characters.slice(4)}`;

/** Whether a text is a sale number, exactly as it is written. */
export const isSaleNumber = (text: string): boolean => /^HL-[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(text);

/**
 * The sale number that somebody has heard or typed: in letters of any case, with or without `HL`, dashes and blanks; `undefined` if the
 * text is none.
 */
export const saleNumberIn = (text: string): string | undefined => {
  const characters = /^(?:HL)?([0-9A-Z]{8})$/.exec(text.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, ''))?.[1];
  return characters === undefined ? undefined : saleNumberOf(characters);
};
