/** `%40`, `%C3%A9`: a character as it is escaped in a URL. Other bytes are no character. */
const IN_ADDRESS = /%(?:[0-7][\da-f]|(?:c[2-9a-f]|d[\da-f])%[89ab][\da-f])/gi;

/** `&#39;`, `&#x27;`, `&eacute;`, `&amp;`. */
const ESCAPE =
  /&(?:#x0*([\da-f]{1,5})(?![\da-f]);?|#0*(\d{1,6})(?!\d);?|([a-z])(acute|caron|cedil|circ|grave|ring|tilde|uml);|[a-z]+;)/gi;

const BY_NAME: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&apos;': "'",
  '&bull;': '•',
  '&commat;': '@',
  '&gt;': '>',
  '&hellip;': '…',
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
  '&shy;': '\u00AD',
  '&szlig;': 'ß',
};

/** The combining marks of accents. */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  caron: '\u030C',
  cedil: '\u0327',
  circ: '\u0302',
  grave: '\u0300',
  ring: '\u030A',
  tilde: '\u0303',
  uml: '\u0308',
};

/** What the numbers 128 to 159 stand for in pages: the characters of Windows, as old forms write quotes and dashes. */
const OF_WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

const numbered = (number: number): string => OF_WINDOWS[number - 128] ?? String.fromCodePoint(number);

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
    const character = numbered(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    return NO_CHARACTER.test(character) ? escape : character;
  });

/** An escape that stands for no character. Pages show nothing there that a reader would notice. */
const OF_NO_CHARACTER = /&#(?:x[\da-f]+|\d+);?/gi;

/** How often a text is escaped at most: in the link of a form, in a page, and in a file of pages. */
const LAYERS = 3;

const withoutLayer = (text: string): string =>
  unescaped(text.replaceAll(IN_ADDRESS, (code) => decodeURIComponent(code)));

/**
 * A text as people would see it, without the escapes of forms and pages, also where these are escaped again: `ann%40example.com`,
 * `O&amp;#39;Brien` → `ann@example.com`, `O'Brien`.
 */
export const shownByPages = (text: string): string => {
  let shown = text;
  for (let layer = 0; layer < LAYERS && /[%&]/.test(shown); layer += 1) shown = withoutLayer(shown);
  return shown.replaceAll(OF_NO_CHARACTER, '');
};
