/** The (0) after a country code, which is dialed only inside the country, and anything else between digits. */
const GAP = /(?<=^\+\d+)\D*\(0\)|(?!^\+)\D+/g;

/**
 * The link that dials a number that `isPhone` accepts: `+1 (512) 555-0142 x12` → `tel:+15125550142,12`; `undefined` for a text without
 * digits. The comma is a pause, which phones understand; of `;ext=12` (RFC 3966) Android dials the letters, too.
 */
export const phoneLink = (phone: string): string | undefined =>
  /\d/.test(phone) ? `tel:${phone.trim().replaceAll(GAP, (gap) => (/x|#/i.test(gap) ? ',' : ''))}` : undefined;
