import { Agent, request } from 'node:http';

import { LONGEST_WAIT } from './guest.ts';
import type { Wish } from './guest.ts';

/** What becomes of a request on a connection of one's own. */
export type Fate =
  | { readonly is: 'answered'; readonly status: number; readonly text: string; readonly cookie: string | undefined }
  /** Nobody listens there. */
  | { readonly is: 'refused' }
  /** The connection ended without a word of the answer. `isKept`: it had carried an answer before, and nobody had said that it would end. */
  | { readonly is: 'cut'; readonly isKept: boolean }
  | { readonly is: 'broken' | 'silent' };

/** Somebody with at most one connection, kept from one request to the next like a browser's, or not at all. */
export type Customer = {
  readonly ask: (address: string, wish: Wish) => Promise<Fate>;
  /** Whether the last answer said that the connection ends. */
  readonly isTold: () => boolean;
  readonly leave: () => void;
};

export const customerOf = (keeps: boolean): Customer => {
  const agent = new Agent({ keepAlive: keeps, maxSockets: 1 });
  let isTold = false;

  const ask: Customer['ask'] = (address, { path, method = 'GET', json, form, cookie }) =>
    new Promise((resolve) => {
      const body =
        json !== undefined ? JSON.stringify(json) : form !== undefined ? String(new URLSearchParams(form)) : '';
      const asked = request(address + path, {
        agent,
        method,
        headers: {
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(cookie !== undefined && { cookie }),
          'content-length': Buffer.byteLength(body),
        },
      });
      const clock = setTimeout(() => {
        resolve({ is: 'silent' });
        asked.destroy();
      }, LONGEST_WAIT);
      const end = (fate: Fate): void => {
        clearTimeout(clock);
        resolve(fate);
      };
      asked.once('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('close', () => {
          if (!response.complete) return end({ is: 'broken' });
          isTold = response.headers.connection === 'close';
          const cookieOf = response.headers['set-cookie']?.[0]?.split(';')[0];
          return end({ is: 'answered', status: response.statusCode ?? 0, text, cookie: cookieOf });
        });
      });
      asked.on('error', (error: NodeJS.ErrnoException) => {
        end(error.code === 'ECONNREFUSED' ? { is: 'refused' } : { is: 'cut', isKept: asked.reusedSocket });
      });
      asked.end(body);
    });
  return { ask, isTold: () => isTold, leave: () => agent.destroy() };
};
