import { isIP } from 'node:net';

import { isThisMachine } from '#domain/this-machine.ts';
import type { BeforeApp } from './cache-first.ts';
import type { FailureBody } from './contract/contract.ts';
import { FAILURES } from './failures.ts';
import { apiHeaders } from './headers.ts';

const MESSAGE =
  'Without PUBLIC_URL the shop answers at localhost and at addresses such as 127.0.0.1 alone. Set PUBLIC_URL to the address that you use.';

/** `[::1]:3000` without its brackets and its port. */
const nameOf = (host: string): string => host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');

const isOwn = (host: string): boolean => {
  const name = nameOf(host);
  return isThisMachine(name) || isIP(name) !== 0;
};

/**
 * Refuses whoever came by a name that somebody else can own. Such a name may be made to lead to this machine (DNS rebinding): the page
 * that came from it a moment ago would then read the development mailbox as its own. Who names no host is no browser.
 */
export const byOwnNames: BeforeApp = (app) => (request, response) => {
  const { host } = request.headers;
  if (host === undefined || host === '' || isOwn(host)) return app(request, response);
  const [status] = FAILURES.CROSS_ORIGIN;
  const body = { error: MESSAGE, message: MESSAGE, code: 'CROSS_ORIGIN' } as const satisfies FailureBody;
  response.writeHead(status, { ...apiHeaders(false), 'content-type': 'application/json' }).end(JSON.stringify(body));
};
