/** Passwords have 6 to 128 characters (code points), of whatever kind; they are never trimmed or changed. */
export const SHORTEST_PASSWORD = 6;
export const LONGEST_PASSWORD = 128;

export type PasswordStrength = 'Weak' | 'Medium' | 'Strong';

const CLASSES = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{Lu}\p{Ll}\p{Nd}]/u] as const;

const STRONG_LENGTH = 8;
const STRONG_CLASSES = 3;
const MEDIUM_CLASSES = 2;

/** How strong a password looks, shown and never enforced. The classes are upper case, lower case, digits and everything else. */
export const passwordStrength = (password: string): PasswordStrength => {
  const classes = CLASSES.filter((characters) => characters.test(password)).length;
  const { length } = [...password];
  if (length >= STRONG_LENGTH && classes >= STRONG_CLASSES) return 'Strong';
  return length >= SHORTEST_PASSWORD && classes >= MEDIUM_CLASSES ? 'Medium' : 'Weak';
};
