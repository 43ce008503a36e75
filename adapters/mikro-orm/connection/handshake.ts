/** Codes for a certificate that is rejected. */
const OF_CERTIFICATE =
  /^(?:CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED)$/;
/** Codes for a failure of encryption, or for a key or a certificate of ours that cannot be read. */
const OF_ENCRYPTION = /^(?:EPROTO|ERR_(?:TLS|SSL|OSSL)_\w+)$/;
/** The same, and a missing or wrong password, in messages of pg that have no code. */
const WORDS =
  /^(?:The server does not support SSL connections|There was an error establishing an SSL connection|SASL\b)/;

/** Whether a server answers but the handshake fails: on encryption, on its certificate or on a password. */
export const isOfHandshake = (code: string, message: string): boolean =>
  OF_CERTIFICATE.test(code) || OF_ENCRYPTION.test(code) || WORDS.test(message);
