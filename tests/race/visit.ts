import { setTimeout as wait } from 'node:timers/promises';

import type { Diary } from './diary.ts';
import { CONTACT_TEXTS } from './offers.ts';
import type { Shop, Which } from './shop.ts';
import type { Violation } from './truth.ts';

export type Answer = {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  readonly cookie: string | undefined;
};

/** `gone`: there was no answer, because the process died, or because we went away. Nobody knows what it has done. */
export type Asked = Answer | 'gone';

type Request = {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly cookie?: string | undefined;
  /** Goes away after so long, without waiting for the answer. */
  readonly patience?: number | undefined;
};

/** A browser's way to the shop, by either of its processes. */
export type Visit = {
  readonly ask: (which: Which, request: Request) => Promise<Asked>;
  /** Asks again, at the other process, while there is no answer or the shop is out of order. */
  readonly insist: (which: Which, request: Request) => Promise<Asked>;
};

/** An answer that takes so long never comes. */
const LONGEST = 20_000;

const TRIES = 200;

/** What a shop may answer to somebody who does nothing wrong. */
const EXPECTED = new Set([200, 303, 409, 503]);

const bodyOf = ({ json, form }: Request): { body?: string; headers: Record<string, string> } =>
  json !== undefined
    ? { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
    : form !== undefined
      ? { body: String(new URLSearchParams(form)), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      : { headers: {} };

export const visitOf = (
  shop: Shop,
  {
    name,
    diary,
    found,
  }: { readonly name: string; readonly diary: Diary; readonly found: (violation: Violation) => void },
): Visit => {
  const check = (request: Request, { status, text }: Answer): void => {
    const what = `${request.method ?? 'GET'} ${request.path}`;
    if (!EXPECTED.has(status))
      found({ what: `${name} got ${status} at ${what}: ${text.slice(0, 300)}`, about: [name] });
    for (const [contact] of text.matchAll(CONTACT_TEXTS))
      found({ what: `${name} read a contact (${contact}) at ${what}`, about: [name] });
  };

  const ask: Visit['ask'] = async (which, request) => {
    const { path, method = 'GET', cookie, patience = LONGEST } = request;
    const address = shop.address(which);
    if (address === undefined) return 'gone';
    const { body, headers } = bodyOf(request);
    const noted = `${method} ${path.slice(0, 60)}${request.form === undefined ? '' : ` ${request.form['outcome']}`} at ${which}`;
    try {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: { ...headers, ...(cookie !== undefined && { cookie }) },
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
      });
      const text = await response.text();
      const answer = {
        status: response.status,
        text,
        location: response.headers.get('location') ?? undefined,
        cookie: response.headers.getSetCookie()[0]?.split(';')[0],
      };
      const isJson = response.headers.get('content-type')?.includes('json');
      diary.note(name, `${noted} → ${answer.status} ${isJson === true ? text.slice(0, 120) : ''}`);
      check(request, answer);
      return answer;
    } catch {
      diary.note(name, `${noted} → no answer`);
      return 'gone';
    }
  };

  return {
    ask,
    insist: async (which, request) => {
      let answer: Asked = 'gone';
      for (let tries = 0; tries < TRIES; tries += 1) {
        answer = await ask(((which + tries) % 2) as Which, request);
        if (answer !== 'gone' && answer.status !== 503) return answer;
        await wait(50);
      }
      return answer;
    },
  };
};
