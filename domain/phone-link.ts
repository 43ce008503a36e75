/** The (0) behind a country code, which is dialled only inside the country, or whatever else stands between digits. */
const GAP = /(?<=^\+\d+)\D*\(0\)|(?!^\+)\D+/g;

/**
 * What dials a number that `isPhone` takes: `+1 (512) 555-0142 x12` → `tel:+15125550142,12`; `undefined` for a text without
 * digits. The comma is a pause, which phones know; of `;ext=12` (RFC 3966) Android dials the letters, too.
 */
export const phoneLink = (phone: string): string | undefined =>
  /\d/.test(phone) ? `tel:${phone.trim().replaceAll(GAP, (gap) => (/x|#/i.test(gap) ? ',' : ''))}` : undefined;
