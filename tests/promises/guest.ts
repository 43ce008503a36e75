/** What somebody asks of the shop. */
export type Wish = {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly cookie?: string | undefined;
  /** The address that a proxy says it comes from. */
  readonly from?: string;
  /** For what may take longer than anything else, in milliseconds. */
  readonly patience?: number;
};

export type Reply = {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  readonly cookie: string | undefined;
};

/** Whoever is not answered within these milliseconds has met a violation. */
export const LONGEST_WAIT = 10_000;

/** What is known of all that was asked. */
export type Notes = {
  answered: number;
  /** With 503 and a time to come back. */
  putOff: number;
  readonly milliseconds: number[];
};

export const newNotes = (): Notes => ({ answered: 0, putOff: 0, milliseconds: [] });

/** So long took all but five in a hundred, in milliseconds. */
export const p95 = ({ milliseconds }: Notes): number =>
  Math.round(milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * 0.95)] ?? 0);

/** Asks once; `undefined` when the shop was out of order, or did what it must not. Anything but `expected` and 503 is wrong. */
export type Guest = (
  address: string | undefined,
  wish: Wish,
  expected: readonly number[],
) => Promise<Reply | undefined>;

const bodyOf = ({ json, form }: Wish): { readonly body?: string; readonly type?: string } => {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  return form === undefined
    ? {}
    : { body: String(new URLSearchParams(form)), type: 'application/x-www-form-urlencoded' };
};

const reasonOf = (error: unknown): string => {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
};

/** A guest who tells `wrong` whenever the shop hangs, breaks off, or answers what nobody should read. */
export const guestOf =
  (wrong: (what: string) => void, notes: Notes): Guest =>
  async (address, wish, expected) => {
    const { path, method = 'GET', cookie, from, patience = LONGEST_WAIT } = wish;
    const what = `${method} ${path.slice(0, 70)}`;
    const { body, type } = bodyOf(wish);
    const headers = {
      ...(type !== undefined && { 'content-type': type }),
      ...(cookie !== undefined && { cookie }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
    };
    const started = performance.now();
    try {
      if (address === undefined) throw new Error('the process is down');
      const signal = AbortSignal.timeout(patience);
      const response = await fetch(address + path, {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      notes.answered += 1;
      notes.milliseconds.push(performance.now() - started);
      if (expected.includes(response.status))
        return {
          status: response.status,
          text,
          location: response.headers.get('location') ?? undefined,
          cookie: response.headers.getSetCookie()[0]?.split(';')[0],
        };
      if (response.status !== 503) wrong(`${what} was answered ${response.status}: ${text.slice(0, 200)}`);
      else if (response.headers.get('retry-after') === null) wrong(`${what} was put off without a time to come back`);
      else notes.putOff += 1;
    } catch (error) {
      const waited = Math.round(performance.now() - started);
      wrong(
        waited >= patience
          ? `${what} hung for ${waited} ms`
          : `${what} was not answered (${reasonOf(error)}, after ${waited} ms)`,
      );
    }
    return undefined;
  };
