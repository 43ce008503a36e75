import { useStore } from 'zustand';
import type { StoreApi, UseBoundStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

import { pause } from '#web/pause.ts';

/** How many answers are kept for Back. */
const MOST_KEPT = 50;

/** Data of the server as a screen sees it. While a newer `answer` is awaited, it is the last one to this request, or else to any. */
export type Remote<Request, Answer> = {
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed';
  readonly request: Request | undefined;
  readonly answer: Answer | undefined;
  /** What the last request failed with, while the phase is `failed`. */
  readonly fault?: unknown;
};

type Options<Request, Answer> = {
  /** The delay of a request, in milliseconds: one that is replaced meanwhile is never sent. */
  readonly wait?: number;
  readonly onFailure?: (fault: unknown) => void;
  /** Called with the first answer after a failure. */
  readonly onRecovery?: () => void;
  /** Whether a request is answered already, and need not be sent. */
  readonly known?: (request: Request, state: Remote<Request, Answer>) => boolean;
};

/** An answer that came with the page, and its request. `isOld`: it may be outdated, so it is fetched again all the same. */
export type Given<Request, Answer> = { readonly request: Request; readonly answer: Answer; readonly isOld?: boolean };

/**
 * A store for one question to the server. `load` aborts the request before it, and drops the answer to that if it comes all the same:
 * an older answer never overwrites a newer one. A failure empties the answer.
 */
export const remote = <Request, Answer>(
  ask: (request: Request, signal: AbortSignal) => Promise<Answer>,
  { wait = 0, onFailure, onRecovery, known }: Options<Request, Answer> = {},
) => {
  type State = Remote<Request, Answer>;
  const store = createStore<State>(() => ({ phase: 'idle', request: undefined, answer: undefined }));
  let initial = store.getInitialState();
  /** The request whose answer came with the page, until it is first loaded. */
  let unused: string | undefined;

  // The first render, on the server and in the browser, uses the initial state, so the answer that came with the page has to be part of
  // it.
  const api: StoreApi<State> = { ...store, getInitialState: () => initial };
  const useRemote: UseBoundStore<StoreApi<State>> = Object.assign(
    <Slice = State>(selector: (state: State) => Slice = (state) => state as unknown as Slice): Slice =>
      useStore(api, selector),
    api,
  );

  /** The last answer to each request of late; none once one has failed, or the store was emptied. */
  const answers = new Map<string, Answer>();
  store.subscribe(({ phase, request, answer }) => {
    if (answer === undefined) answers.clear();
    else if (phase === 'ready') answers.set(JSON.stringify(request), answer);
    for (const oldest of answers.keys()) if (answers.size > MOST_KEPT) answers.delete(oldest);
  });

  let running = new AbortController();
  let hasFailed = false;

  /** Sets the answer that came with the page, or none; to be called before the first render. */
  const give = (given: Given<Request, Answer> | undefined): void => {
    initial =
      given === undefined ? store.getInitialState() : { phase: 'ready', request: given.request, answer: given.answer };
    unused = given === undefined || given.isOld === true ? undefined : JSON.stringify(given.request);
    store.setState(initial, true);
  };

  /** Whether the answer came with the page. Counts for the first request only, which React may make twice in a row. */
  const cameAlong = (request: Request): boolean => {
    queueMicrotask(() => {
      unused = undefined;
    });
    return unused !== undefined && unused === JSON.stringify(request);
  };

  const load = async (request: Request): Promise<void> => {
    if (cameAlong(request)) return;
    if (known?.(request, store.getState()) === true) return store.setState({ request });
    running.abort();
    running = new AbortController();
    const { signal } = running;
    // On Back the browser looks for its place at once: it finds it on the page as it was.
    store.setState(({ answer }) => ({
      phase: 'loading',
      request,
      answer: answers.get(JSON.stringify(request)) ?? answer,
    }));
    try {
      await pause(wait, signal);
      const answer = await ask(request, signal);
      if (signal.aborted) return;
      store.setState({ phase: 'ready', answer });
      if (hasFailed) onRecovery?.();
      hasFailed = false;
    } catch (fault) {
      if (signal.aborted) return;
      hasFailed = true;
      store.setState({ phase: 'failed', answer: undefined, fault });
      onFailure?.(fault);
    }
  };

  const stop = (): void => running.abort();

  return { useRemote, load, stop, give };
};
