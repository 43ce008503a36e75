/** Where words have no spaces between them, or endings without one. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether words begin in a script in which a word cannot be told from those beside it. */
export const areUnspaced = (words: string): boolean => UNSPACED.test(words);

const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const WORD_AFTER = /^[\p{L}\p{N}]/u;

/**
 * Whether a text holds these words, one at least, and not as a part of others. Searched by hand: a regular expression for each lead would
 * have to be compiled each time.
 */
export const holdsWords = (text: string, words: string, isMeant: (at: number) => boolean = () => true): boolean => {
  const isUnspaced = areUnspaced(words);
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const isWhole =
      isUnspaced ||
      (!WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at)) && !WORD_AFTER.test(text.slice(end, end + 2)));
    if (isWhole && isMeant(at)) return true;
  }
  return false;
};
