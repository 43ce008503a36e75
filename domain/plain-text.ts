import { normalized } from './normalized.ts';

/** Marks that show nothing, such as a zero-width space, and those on other characters, such as the frame of a digit. */
const UNSEEN = /[\p{Cf}\p{M}]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;
const DOTS = /[\u00B7\u2022\u2027\u2219\u22C5\u3002\u30FB]/g;

/**
 * A text as a plain keyboard writes it, for patterns to look into: `５１２–555·0142` → `512-555.0142`. Accents on letters that
 * have no character of their own are lost.
 */
export const plainText = (text: string): string =>
  /\P{ASCII}/u.test(text)
    ? normalized(text, 'NFKC').replaceAll(UNSEEN, '').replaceAll(DASHES, '-').replaceAll(DOTS, '.')
    : text;
