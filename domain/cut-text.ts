/** The half of a surrogate pair that a cut leaves. It is no text, and no store takes it as one. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** The start of a text, of so many UTF-16 units at most, and of one less where the last one would be half a character. */
export const cutText = (text: string, longest: number): string => text.slice(0, longest).replace(HALF_CHARACTER, '');
