import { isIP } from 'node:net';

import { isThisMachine } from '#domain/this-machine.ts';
import type { BeforeApp } from './cache-first.ts';
import type { FailureBody } from './contract/contract.ts';
import { FAILURES } from './failures.ts';
import { apiHeaders } from './headers.ts';

const MESSAGE =
  'On the machine of its developers the shop answers at localhost and at addresses such as 127.0.0.1 alone. Set PUBLIC_URL to the address that you use.';

/** Of an app that has a public URL on this machine: a proxy and the health checks of other processes have names for all the rest. */
const DEVELOPMENT = '/dev/';

/** `[::1]:3000` without its brackets and its port. */
const nameOf = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');

const isOwn = (host: string): boolean => {
  const name = nameOf(host);
  return isThisMachine(name) || isIP(name) !== 0;
};

const byOwnNames =
  (paths: string): BeforeApp =>
  (app) =>
  (request, response) => {
    const { host } = request.headers;
    const isFree = !(request.url ?? '').startsWith(paths);
    if (isFree || host === undefined || host === '' || isOwn(host)) return app(request, response);
    const [status] = FAILURES.CROSS_ORIGIN;
    const body = { error: MESSAGE, message: MESSAGE, code: 'CROSS_ORIGIN' } as const satisfies FailureBody;
    response.writeHead(status, { ...apiHeaders(false), 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

/**
 * What stands before the app of a shop that visitors reach on this machine alone: whoever came by a name that somebody else can own is
 * refused, everywhere without a public URL, and else at the development pages. Such a name may be made to lead to this machine (DNS
 * rebinding): the page that came from it a moment ago would then read the development mailbox as its own. Who names no host is no browser.
 */
export const ownNamesAt = (publicUrl: string | undefined): BeforeApp => {
  if (publicUrl === undefined) return byOwnNames('');
  return isThisMachine(new URL(publicUrl).hostname) ? byOwnNames(DEVELOPMENT) : (app) => app;
};
