import { isIP } from 'node:net';

import type { MiddlewareHandler } from 'hono';

import { isThisMachine } from '#domain/this-machine.ts';
import type { BeforeApp } from './cache-first.ts';
import { FAILURES, failureBody, refuse } from './failures.ts';
import { apiHeaders } from './headers.ts';

const MESSAGE =
  'Here only localhost and addresses such as 127.0.0.1 are answered. Set PUBLIC_URL to the address by which you come.';

/** `[::1]:3000` without its brackets and its port. */
const nameOf = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');

/**
 * Whether a request came by a name that somebody else can own. Such a name may be made to lead to this machine (DNS rebinding): the page
 * that came from it a moment ago would then read the development mailbox as its own. Who names no host is no browser.
 */
const isForeign = (host: string | undefined): boolean => {
  if (host === undefined || host === '') return false;
  const name = nameOf(host);
  return !isThisMachine(name) && isIP(name) === 0;
};

/** For a shop without a public URL: it answers by no foreign name at all, not even what is in memory. */
export const byOwnNames: BeforeApp = (app) => (request, response) => {
  if (!isForeign(request.headers.host)) return app(request, response);
  const [status] = FAILURES.CROSS_ORIGIN;
  const body = JSON.stringify(failureBody('CROSS_ORIGIN', MESSAGE));
  response.writeHead(status, { ...apiHeaders(false), 'content-type': 'application/json' }).end(body);
};

/** For the development pages of a shop on this machine, where a proxy and health checks have names of their own for all the rest. */
export const ownNamesAlone: MiddlewareHandler = (c, next) =>
  isForeign(c.req.header('host')) ? Promise.resolve(refuse(c, 'CROSS_ORIGIN', { message: MESSAGE })) : next();

/** Whether visitors reach the shop on this machine alone. */
export const isOnThisMachine = (publicUrl: string | undefined): boolean =>
  publicUrl === undefined || isThisMachine(new URL(publicUrl).hostname);
