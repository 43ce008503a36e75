/**
 * The (0) behind a country code, `+44 (0)20 7946 0958`, `(011) 44 (0)20…`, and what stands before it: it is dialed only inside the
 * country.
 */
export const TRUNK_ZERO = /(?<=^\D{0,2}(?:\+|00|011)\D{0,3}\d{1,3})\D*\(0\)/;

/** Anything between digits. */
const GAP = /(?!^\+)\D+/g;

/** What is dialed to leave a country, 011 in the USA and 00 elsewhere, before a number of another one. Some write a + before it. */
export const EXIT_CODE = /^\+?(?:00|011)(?=[1-9]\d{8})/;

/**
 * The link that dials a number that `isPhone` accepts: `+1 (512) 555-0142 x12` → `tel:+15125550142,12`; `undefined` for a text without
 * digits. The comma is a pause, which phones understand; of `;ext=12` (RFC 3966) Android dials the letters, too.
 */
export const phoneLink = (phone: string): string | undefined =>
  /\d/.test(phone)
    ? `tel:${phone
        .replace(TRUNK_ZERO, '')
        .replace(/^\D+(?=\+)/, '')
        .replaceAll(GAP, (gap) => (/x|#/i.test(gap) ? ',' : ''))
        .replace(EXIT_CODE, '+')}`
    : undefined;
