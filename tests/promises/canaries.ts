/** Something that must not get about, and where it belongs nevertheless. */
export type Canary = {
  readonly what: string;
  readonly text: string;
  /** Tables that may hold it. */
  readonly tables?: readonly string[];
  /** Who may be answered with it. */
  readonly toldTo?: readonly string[];
  /** Who may be mailed it. */
  readonly mailedTo?: readonly string[];
};

/** A piece of what the shop gave away: something that it printed or stored, an answer, a mail. */
export type Piece = {
  readonly from: 'output' | 'table' | 'answer' | 'mail';
  /** Which table, or to whom. */
  readonly where: string;
  /** To find it again. */
  readonly name: string;
  readonly text: string;
};

const placesOf = ({ tables = [], toldTo = [], mailedTo = [] }: Canary, from: Piece['from']): readonly string[] =>
  ({ output: [], table: tables, answer: toldTo, mail: mailedTo })[from];

/** As it is, in an address, and in a JSON text. */
const formsOf = (text: string): readonly string[] =>
  [...new Set([text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)])].map((form) => form.toLowerCase());

/** Where canaries are that they must not be. */
export const strayIn = (pieces: readonly Piece[], canaries: readonly Canary[]): readonly string[] => {
  const forms = canaries.map((canary) => ({ canary, forms: formsOf(canary.text) }));
  return pieces.flatMap(({ from, where, name, text }) => {
    const lower = text.toLowerCase();
    return forms.flatMap(({ canary, forms: all }) => {
      if (placesOf(canary, from).includes(where)) return [];
      const at = all.map((form) => lower.indexOf(form)).find((index) => index >= 0);
      if (at === undefined) return [];
      return [`${canary.what} is in the ${from} ${where}, ${name}: …${text.slice(Math.max(0, at - 60), at + 80)}…`];
    });
  });
};

/** Canaries that belong somewhere and were seen nowhere: whoever looks has not looked well. */
export const unseenIn = (pieces: readonly Piece[], canaries: readonly Canary[]): readonly string[] => {
  const all = pieces.map(({ text }) => text.toLowerCase());
  return canaries
    .filter((canary) => (['table', 'answer', 'mail'] as const).some((from) => placesOf(canary, from).length > 0))
    .filter(({ text }) => !all.some((piece) => formsOf(text).some((form) => piece.includes(form))))
    .map(({ what }) => `${what} was never seen, not even where it belongs`);
};
