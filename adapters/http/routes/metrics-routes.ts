import { createHash, timingSafeEqual } from 'node:crypto';

import { Hono } from 'hono';
import type { Context } from 'hono';

import { peerOf } from '#adapters/http/client-address.ts';
import { refuse } from '#adapters/http/failures.ts';
import { isThisMachine } from '#domain/this-machine.ts';

export type MetricsText = { readonly contentType: string; readonly text: string };

type Needs = {
  readonly metrics: () => Promise<MetricsText>;
  /** Whoever sends it may read from anywhere; without one only this machine may. */
  readonly token: string | undefined;
  /** Whether an address is a trusted proxy: a request that it hands on comes from another client. */
  readonly isTrustedProxy: (address: string) => boolean;
};

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const PORT = /:\d+$/;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The metrics of this process, for a scraper on this machine or one with the token. For others the route does not exist. */
export const metricsRoutes = ({ metrics, token, isTrustedProxy }: Needs): Hono => {
  const isFromHere = (c: Context): boolean => {
    const peer = peerOf(c);
    return (
      peer !== undefined &&
      isThisMachine(peer) &&
      !isTrustedProxy(peer) &&
      !FORWARDED.some((name) => c.req.header(name) !== undefined) &&
      // A page in a browser on this machine can send a request too, by a name that resolves to this machine.
      isThisMachine((c.req.header('host') ?? '').replace(PORT, ''))
    );
  };
  const expected = token === undefined ? undefined : hashOf(`Bearer ${token}`);
  const knowsToken = (c: Context): boolean =>
    expected !== undefined && timingSafeEqual(hashOf(c.req.header('authorization') ?? ''), expected);

  return new Hono().all('/metrics', async (c) => {
    const isReading = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isReading || !(knowsToken(c) || isFromHere(c))) return refuse(c, 'NOT_FOUND');
    const { contentType, text } = await metrics();
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  });
};
