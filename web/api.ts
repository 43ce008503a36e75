import * as v from 'valibot';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import type { FailureCode } from '#adapters/http/contract/contract.ts';

import { RefusalReading, UnsoldReading, UserReading } from './readings.ts';

/** How long a call may take before it counts as unreachable, in milliseconds. */
const PATIENCE = 30_000;

type FailureFacts = {
  readonly status: number;
  /** A code of the server, which may be newer than this page and know others, or name none (`''`); or one of our own. */
  readonly code: FailureCode | 'UNREACHABLE' | 'UNREADABLE' | (string & {});
  readonly message: string;
  readonly price?: number | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
};

/**
 * A call that did not succeed. `status` is 0 when no answer came (`UNREACHABLE`) and the HTTP status otherwise; `message` is
 * the server's text; `price` is the price to pay now, in dollars, with `PRICE_CHANGED`; `fields` names what was wrong where.
 */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: FailureFacts['code'];
  readonly price: number | undefined;
  readonly fields: Readonly<Record<string, string>>;

  constructor({ status, code, message, price, fields }: FailureFacts) {
    super(message);
    this.status = status;
    this.code = code;
    this.price = price;
    this.fields = fields ?? {};
  }
}

const UNREADABLE = 'The server gave an answer that we could not read.';

export const UNREACHED = 'We could not reach the server. Check your connection and try again.';

/** No answer came, or not all of it. */
export const unreachable = (): ApiFailure => new ApiFailure({ status: 0, code: 'UNREACHABLE', message: UNREACHED });

/** An answer with another status than success. */
export const refusal = (status: number, text: string): ApiFailure => {
  const reading = v.safeParse(RefusalReading, jsonOf(text));
  const { code = '', message, error, ...more } = reading.success ? reading.output : {};
  const words = message ?? error;
  return words === undefined
    ? new ApiFailure({ status, code: 'UNREADABLE', message: UNREADABLE })
    : new ApiFailure({ ...more, code, message: words, status });
};

type Call = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
};

/** Calls the server. Throws the signal's own reason when the caller aborts, and `ApiFailure` for everything else that goes wrong. */
export const ask = async <Answer>(
  schema: v.GenericSchema<unknown, Answer>,
  path: string,
  { signal, ...request }: Call = {},
): Promise<Answer> => {
  const patience = AbortSignal.timeout(PATIENCE);
  const broken = (): never => {
    signal?.throwIfAborted();
    throw unreachable();
  };
  const response = await fetch(path, {
    ...request,
    headers: { accept: 'application/json', ...request.headers },
    signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
  }).catch(broken);
  const text = await response.text().catch(broken);
  signal?.throwIfAborted();
  if (!response.ok) throw refusal(response.status, text);
  const answer = v.safeParse(schema, jsonOf(text));
  if (!answer.success) throw new ApiFailure({ status: response.status, code: 'UNREADABLE', message: UNREADABLE });
  return answer.output;
};

/** For answers of which only the status counts. */
export const NOTHING = v.unknown();

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A request that carries JSON. */
export const posted = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** How many leads a page of the marketplace has. */
export const PAGE_SIZE = 10;

/** One page of the marketplace. `search` is sent trimmed; a page past the end answers the last one. */
export const unsoldLeads = (
  { page, search }: { readonly page: number; readonly search: string },
  signal?: AbortSignal,
): Promise<UnsoldReading> => {
  const query = new URLSearchParams({ page: String(page), size: String(PAGE_SIZE), search: search.trim() });
  return ask(UnsoldReading, `/api/good-lead/unsold?${query}`, { signal });
};

/** Who is signed in; `'nobody'` when the server says so (401). Any other failure is thrown: it proves nothing. */
export const currentUser = (signal?: AbortSignal): Promise<UserAnswer | 'nobody'> =>
  ask(UserReading, '/api/auth/me', { signal }).catch((fault: unknown) => {
    if (fault instanceof ApiFailure && fault.status === 401) return 'nobody';
    throw fault;
  });

/** Changes the signed-in user, and answers that user; the server is asked again where its answer does not hold the user. */
export const changedUser = async (path: string, request: Call): Promise<UserAnswer | 'nobody'> => {
  const reading = v.safeParse(UserReading, await ask(NOTHING, path, request));
  return reading.success ? reading.output : currentUser();
};

/** Ends the session; whoever is not signed in is answered the same. */
export const signOut = (): Promise<unknown> => ask(NOTHING, '/api/auth/logout', { method: 'POST' });
