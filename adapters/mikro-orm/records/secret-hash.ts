/** The key is the SHA-256 of a secret, in hex: this check keeps the secret itself out. */
export const SECRET_HASH = `hash ~ '^[0-9a-f]{64}$'`;
