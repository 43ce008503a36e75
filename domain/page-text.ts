/** `%40`, `%C3%A9`: a character as it is escaped in a URL. Other bytes are no character. */
const IN_ADDRESS = /%(?:[0-7][\da-f]|(?:c[2-9a-f]|d[\da-f])%[89ab][\da-f])/gi;

/** `&#39;`, `&#x27;`, `&eacute;`, `&amp;`. */
const ESCAPE =
  /&(?:#x0*([\da-f]{1,5})(?![\da-f]);?|#0*(\d{1,6})(?!\d);?|([a-z])(acute|cedil|circ|grave|ring|tilde|uml);|[a-z]+;)/gi;

const BY_NAME: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&apos;': "'",
  '&commat;': '@',
  '&gt;': '>',
  '&hyphen;': '-',
  '&ldquo;': '“',
  '&lsquo;': '‘',
  '&lt;': '<',
  '&mdash;': '—',
  '&nbsp;': '\u00A0',
  '&ndash;': '–',
  '&period;': '.',
  '&quot;': '"',
  '&rdquo;': '”',
  '&rsquo;': '’',
};

/** The combining marks of accents. */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  cedil: '\u0327',
  circ: '\u0302',
  grave: '\u0300',
  ring: '\u030A',
  tilde: '\u0303',
  uml: '\u0308',
};

/** Numbers of no character: halves of one, and controls other than line ends and tabs. */
const NO_CHARACTER = /^(?:[^\P{Cc}\t\n\r]|\p{Cs})$/u;

/**
 * A text without the escapes that web forms leave in it, each read once: `O&#39;Brien`, `N&uacute;&ntilde;ez` → `O'Brien`, `Núñez`, with
 * accents as signs of their own. What stands for no character stays.
 */
export const unescaped = (text: string): string =>
  text.replaceAll(ESCAPE, (escape: string, hex?: string, decimal?: string, letter?: string, accent?: string) => {
    if (letter !== undefined) return `${letter}${ACCENTS[accent?.toLowerCase() ?? ''] ?? ''}`;
    if (hex === undefined && decimal === undefined) return BY_NAME[escape.toLowerCase()] ?? escape;
    const character = String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    return NO_CHARACTER.test(character) ? escape : character;
  });

/**
 * A text as people would see it, without the escapes of forms and pages, also where they are escaped once more: `ann%40example.com`,
 * `O&amp;#39;Brien` → `ann@example.com`, `O'Brien`.
 */
export const shownByPages = (text: string): string =>
  unescaped(text.replaceAll(IN_ADDRESS, (code) => decodeURIComponent(code)).replaceAll('&amp;', '&'));
