import { isIPv6 } from 'node:net';

/** `::ffff:192.0.2.1`, the form in which a socket that serves both families tells an IPv4 address. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network that one household or office has: an IPv4 address as it is, of an IPv6 address the first 64 bits, since it may change the
 * rest at will. Any other text, such as an account, stays as it is.
 */
export const networkOf = (key: string): string => {
  const mapped = MAPPED.exec(key)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = key.split('%');
  if (!isIPv6(address)) return key;
  // A URL knows the one short form of an address; the gap in it stands for as many zeros as are missing.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const groups = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
};
