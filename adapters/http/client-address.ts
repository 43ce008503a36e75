import { BlockList, SocketAddress, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** `::ffff:192.0.2.1`: an IPv4 address in the form of a socket that serves both families. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** The canonical form of an address, without a zone; `undefined` if it is none. */
const addressOf = (text: string): string | undefined => {
  const address = text.trim();
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  const short = new SocketAddress({ address, family: 'ipv6' }).address;
  return MAPPED.exec(short)?.[1] ?? short;
};

/** `203.0.113.7:50123`, `[2001:db8::7]:443`, `[2001:db8::7]`: hops as some proxies write them, with the client's port. */
const WITH_PORT = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/;

/** The address of a hop, without its port. */
const hopOf = (text: string): string | undefined => {
  const [, bare, bracketed] = WITH_PORT.exec(text.trim()) ?? [];
  return addressOf(bare ?? bracketed ?? text);
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
};

/** Whether an address is in one of the networks, such as `10.0.0.0/8`. */
export const inNetworks = (networks: readonly string[]): ((address: string) => boolean) => {
  const list = listOf(networks);
  return (address) => list.check(address, familyOf(address));
};

const remoteAddress = (c: Context): string => {
  try {
    return getConnInfo(c).remote.address ?? '';
  } catch {
    // The request came over no socket, as in a test.
    return '';
  }
};

/** The address at the other end of the request's socket. */
export const peerOf = (c: Context): string | undefined => addressOf(remoteAddress(c));

/** What a request says about its origin. */
export type RequestSource = {
  /** The address at the other end of its socket. */
  readonly peer: string;
  /** Its `X-Forwarded-For`. */
  readonly forwarded: string | undefined;
};

/**
 * The address of the client: the other end of its socket. Only if that is one of our own proxies, `X-Forwarded-For` is believed, from
 * the right, as far as our proxies have written it: the first hop that is none of them is the client. No other header is read.
 * `unknown` without a socket. `trustedProxies` are addresses or networks such as `10.0.0.0/8`.
 */
export const addressBy = (trustedProxies: readonly string[]): ((source: RequestSource) => string) => {
  const isTrusted = inNetworks(trustedProxies);

  return ({ peer, forwarded }) => {
    const near = addressOf(peer);
    if (near === undefined) return 'unknown';
    if (forwarded === undefined) return near;
    let client = near;
    for (const hop of forwarded.split(',').toReversed()) {
      const next = isTrusted(client) ? hopOf(hop) : undefined;
      if (next === undefined) return client;
      client = next;
    }
    return client;
  };
};

/** As `addressBy`, of a request to the app. */
export const clientAddress = (trustedProxies: readonly string[]): ((c: Context) => string) => {
  const clientOf = addressBy(trustedProxies);
  return (c) => clientOf({ peer: remoteAddress(c), forwarded: c.req.header('x-forwarded-for') });
};
