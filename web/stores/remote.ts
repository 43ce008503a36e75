import { create } from 'zustand';

/** Data of the server as a screen sees it. `answer` is the last one that came, kept while a newer one is awaited. */
export type Remote<Request, Answer> = {
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed';
  readonly request: Request | undefined;
  readonly answer: Answer | undefined;
};

type Manners<Request, Answer> = {
  /** How long a request waits before it is sent, in milliseconds: one that is replaced meanwhile never leaves. */
  readonly wait?: number;
  readonly onFailure?: (fault: unknown) => void;
  /** What a request can be answered with without asking again. */
  readonly known?: (request: Request, state: Remote<Request, Answer>) => boolean;
};

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

/**
 * A store for one question to the server. `load` aborts the question before it, and an answer that comes all the same is
 * dropped: an older answer never overwrites a newer one. A failure empties the answer.
 */
export const remote = <Request, Answer>(
  ask: (request: Request, signal: AbortSignal) => Promise<Answer>,
  { wait = 0, onFailure, known }: Manners<Request, Answer> = {},
) => {
  const useRemote = create<Remote<Request, Answer>>(() => ({ phase: 'idle', request: undefined, answer: undefined }));
  let running = new AbortController();

  const load = async (request: Request): Promise<void> => {
    if (known?.(request, useRemote.getState()) === true) return useRemote.setState({ request });
    running.abort();
    running = new AbortController();
    const { signal } = running;
    useRemote.setState({ phase: 'loading', request });
    try {
      await pause(wait, signal);
      const answer = await ask(request, signal);
      if (!signal.aborted) useRemote.setState({ phase: 'ready', answer });
    } catch (fault) {
      if (signal.aborted) return;
      useRemote.setState({ phase: 'failed', answer: undefined });
      onFailure?.(fault);
    }
  };

  const stop = (): void => running.abort();

  return { useRemote, load, stop };
};
