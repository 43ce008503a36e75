import { generateKeyPairSync, sign } from 'node:crypto';

// A certificate is a nest of DER values: a tag, a length, and bytes or further values.
const der = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(contents);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};

const sequence = (...contents: readonly Uint8Array[]) => der(0x30, ...contents);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (year: number) => der(0x17, Buffer.from(`${String(year % 100).padStart(2, '0')}0101000000Z`));

const SHA256_WITH_ECDSA = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const SUBJECT_ALTERNATIVE_NAME = oid('551d11');

/** A key and a certificate that signs itself, for this machine alone, valid from 2020 to 2049. PEM. */
export const selfSigned = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('localhost')))));
  const alternatives = sequence(der(0x87, Buffer.from([127, 0, 0, 1])), der(0x82, Buffer.from('localhost')));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    SHA256_WITH_ECDSA,
    name,
    sequence(utcTime(2020), utcTime(2049)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, alternatives)))),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const base64 = sequence(body, SHA256_WITH_ECDSA, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g)?.join('\n') ?? '';
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
};
