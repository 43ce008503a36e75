/** The key of what a secret opens is a SHA-256 in hex: the secret itself does not get in. */
export const SECRET_HASH = `hash ~ '^[0-9a-f]{64}$'`;
