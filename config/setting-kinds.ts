import { isIP } from 'node:net';

import * as v from 'valibot';

import { isThisMachine } from '#domain/this-machine.ts';

/** The kinds of values of settings, each with its messages for invalid values. */

export const wholeNumber = (smallest: number, largest: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(smallest, `must be at least ${smallest}`),
    v.maxValue(largest, `must be at most ${largest}`),
  );

export const yesOrNo = v.pipe(
  v.picklist(['yes', 'no', 'true', 'false'], 'must be yes or no'),
  v.transform((text) => text === 'yes' || text === 'true'),
);

export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of: ${options.join(', ')}`);

/** Whether requests to it cannot be read on the way: by TLS, or within this machine. */
export const isSafelyReached = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));

const isSafeOrigin = (text: string): boolean => {
  const parsed = URL.parse(text);
  if (parsed === null || !isSafelyReached(parsed)) return false;
  return parsed.href === `${parsed.origin}/` && /^[a-z\d.:[\]-]+$/.test(parsed.host);
};

/** Parts of a text, separated by commas. */
const listed = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);

/** `https://pay.example, https://pay.example.org`: safely reached origins. */
export const origins = v.pipe(
  listed,
  v.check(
    (list) => list.every(isSafeOrigin),
    'must be origins such as https://pay.example, separated by commas (http only on this machine)',
  ),
  v.transform((list) => list.map((text) => new URL(text).origin)),
);

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
};

/** `10.0.0.0/8, ::1`: networks or single addresses, separated by commas. */
export const networks = v.pipe(
  listed,
  v.check((list) => list.every(isNetwork), 'must be networks such as 10.0.0.0/8, separated by commas'),
);

/** Reads `text`; where that fails, the setting is invalid, and `complaint` says how. */
export const readAs = <Value>(read: (text: string) => Value | undefined, complaint: string) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value);
      if (value !== undefined) return value;
      addIssue({ message: complaint });
      return NEVER;
    }),
  );

/** A provider's key. `what` names the missing one. It is never repeated. */
export const key = (what: string) => v.pipe(v.string(), v.regex(/^[!-~]+$/, 'must be one word'), v.description(what));

/** A URL to which a key may be sent. */
const keptSafe = (text: string): URL | undefined => {
  const parsed = URL.parse(text);
  if (parsed === null || !isSafelyReached(parsed)) return undefined;
  const { search, hash, username, password } = parsed;
  return `${search}${hash}${username}${password}` === '' ? parsed : undefined;
};

/** `https://api.example/v2`: the URL of a provider's API; the value has no slash at its end. */
export const apiAddress = readAs((text) => {
  const parsed = keptSafe(text);
  return parsed && `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '');
}, 'must be an address that starts with https:// (http:// only on this machine), without a user and with nothing after its path');

/** `https://api.example`: the host of a provider that has its own paths. */
export const apiHost = readAs(
  (text) => (keptSafe(text)?.pathname === '/' ? text : undefined),
  'must be https:// (http:// only on this machine), a host and a port, with nothing after them',
);

/** `https://shop.example`: the URL of a site. A path in it would be lost in every link. */
export const address = readAs((text) => {
  const parsed = URL.parse(text);
  const isSite =
    parsed !== null && ['http:', 'https:'].includes(parsed.protocol) && parsed.href === `${parsed.origin}/`;
  return isSite ? parsed.origin : undefined;
}, 'must be an address such as https://shop.example, with nothing after the host and its port');
