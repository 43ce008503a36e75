/** One decoder for all: it keeps no state between texts. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text of the bytes; `undefined` where they are not UTF-8. */
export const utf8Text = (bytes: ArrayBuffer): string | undefined => {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
};

/** A run of percent-encoded bytes in a form. */
const ENCODED = /(?:%[\da-f]{2})+/gi;

/**
 * Whether a form's encoded bytes are UTF-8: invalid bytes would be read as replacement characters, and one password would be as good as
 * another.
 */
export const isUtf8Form = (form: string): boolean => {
  try {
    form.replaceAll(ENCODED, decodeURIComponent);
    return true;
  } catch {
    return false;
  }
};
