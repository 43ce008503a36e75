/** `%40`, `%C3%A9`: a character as it is escaped in a URL. Other bytes are no character. */
const IN_ADDRESS = /%(?:[0-7][\da-f]|(?:c[2-9a-f]|d[\da-f])%[89ab][\da-f])/gi;

const BY_NUMBER = /&#(?:x0*([\da-f]{1,5})|0*(\d{1,6}));?/gi;

const BY_NAME: Readonly<Record<string, string>> = {
  '&commat;': '@',
  '&apos;': "'",
  '&lsquo;': "'",
  '&rsquo;': "'",
  '&nbsp;': ' ',
  '&period;': '.',
  '&ndash;': '-',
  '&hyphen;': '-',
};

/** `&eacute;`, `&Ntilde;`: names are compared without accents. */
const ACCENTED = /&([a-z])(?:acute|cedil|circ|grave|ring|tilde|uml);/gi;

/**
 * A text as people would see it, without the escapes of forms and pages: `ann%40example.com`, `O&#39;Brien` → `ann@example.com`,
 * `O'Brien`.
 */
export const shownByPages = (text: string): string =>
  text
    .replaceAll(IN_ADDRESS, (code) => decodeURIComponent(code))
    .replaceAll('&amp;', '&')
    .replaceAll(BY_NUMBER, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll(ACCENTED, '$1')
    .replaceAll(/&[a-z]+;/g, (name) => BY_NAME[name] ?? name);
