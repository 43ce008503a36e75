/** The longest address that SMTP carries, and the longest part before the @ (RFC 5321). */
const LONGEST = 254;
const LONGEST_LOCAL = 64;

/** After the @, between dots, there are letters and digits of any language; of the other signs of ASCII only hyphens, and inside. */
const SHAPE =
  /^[^\s\p{C}@<>(),;:"[\]\\]+@(?:(?!-|[^.]*-\.)[^\s\p{C}!-,./:-@[-`{-~]+\.)+(?!-|.*-$|\d+$)[^\s\p{C}!-,./:-@[-`{-~]{2,}$/u;

/** Whether `text` is one e-mail address that a mail could be sent to. */
export const isEmail = (text: string): boolean =>
  text.length <= LONGEST && text.lastIndexOf('@') <= LONGEST_LOCAL && SHAPE.test(text) && !/^\.|\.[.@]/.test(text);

/** The normal form under which an address is kept and compared: trimmed, lower case. `undefined` if it is none. */
export const emailOf = (text: string): string | undefined => {
  const normal = text.trim().toLowerCase();
  return isEmail(normal) ? normal : undefined;
};
