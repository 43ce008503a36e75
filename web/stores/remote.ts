import { useStore } from 'zustand';
import type { StoreApi, UseBoundStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

import { pause } from '#web/pause.ts';

/** Data of the server as a screen sees it. `answer` is the last one that came, kept while a newer one is awaited. */
export type Remote<Request, Answer> = {
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed';
  readonly request: Request | undefined;
  readonly answer: Answer | undefined;
  /** What the last request failed with, while the phase is `failed`. */
  readonly fault?: unknown;
};

type Manners<Request, Answer> = {
  /** How long a request waits before it is sent, in milliseconds: one that is replaced meanwhile never leaves. */
  readonly wait?: number;
  readonly onFailure?: (fault: unknown) => void;
  /** The first answer after a failure has come. */
  readonly onRecovery?: () => void;
  /** What a request can be answered with without asking again. */
  readonly known?: (request: Request, state: Remote<Request, Answer>) => boolean;
};

/** An answer that came along with the page, and what it answers. `isOld`: it may have been overtaken since, so it is asked for all the same. */
export type Given<Request, Answer> = { readonly request: Request; readonly answer: Answer; readonly isOld?: boolean };

/**
 * A store for one question to the server. `load` aborts the question before it, and an answer that comes all the same is
 * dropped: an older answer never overwrites a newer one. A failure empties the answer.
 */
export const remote = <Request, Answer>(
  ask: (request: Request, signal: AbortSignal) => Promise<Answer>,
  { wait = 0, onFailure, onRecovery, known }: Manners<Request, Answer> = {},
) => {
  type State = Remote<Request, Answer>;
  const store = createStore<State>(() => ({ phase: 'idle', request: undefined, answer: undefined }));
  let initial = store.getInitialState();
  /** The request whose answer came along with the page, until it is asked for. */
  let unused: string | undefined;

  // The first drawing of a page, on the server and in the browser, goes by the initial state: what came along is part of it.
  const api: StoreApi<State> = { ...store, getInitialState: () => initial };
  const useRemote: UseBoundStore<StoreApi<State>> = Object.assign(
    <Slice = State>(selector: (state: State) => Slice = (state) => state as unknown as Slice): Slice =>
      useStore(api, selector),
    api,
  );

  let running = new AbortController();
  let hasFailed = false;

  /** Begins with an answer that came along with the page, or with none; before the first drawing. */
  const give = (given: Given<Request, Answer> | undefined): void => {
    initial =
      given === undefined ? store.getInitialState() : { phase: 'ready', request: given.request, answer: given.answer };
    unused = given === undefined || given.isOld === true ? undefined : JSON.stringify(given.request);
    store.setState(initial, true);
  };

  /** Whether this is what came along. It counts for the first request only, which React may make twice in a row. */
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
    store.setState({ phase: 'loading', request });
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
