import { ApiFailure, refusal, unreachable } from './api.ts';
import type { VaultFilter } from './vault-address.ts';
import { filterQuery } from './vault-api.ts';

/** How long an export may bring nothing before the server counts as unreachable, in milliseconds. */
const PATIENCE = 30_000;

/**
 * The answer with everything that was found, as text, while it comes: all of it at once would be more than a browser should hold. Fails
 * as the list does, and with `TOO_MANY_TRIES` and `BUSY`; a connection that breaks is `UNREACHABLE`. To stop reading ends the request.
 */
export async function* exportedText(filter: VaultFilter, signal: AbortSignal): AsyncGenerator<string, void, void> {
  const query = new URLSearchParams(filterQuery(filter));
  const end = new AbortController();
  /** Ends the request after too long a silence of the server. */
  const inTime = async <Word>(word: Promise<Word>): Promise<Word> => {
    const timer = setTimeout(() => end.abort(), PATIENCE);
    return word.finally(() => clearTimeout(timer));
  };
  try {
    const response = await inTime(
      fetch(`/api/good-lead/export?${query}`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([signal, end.signal]),
      }),
    );
    if (!response.ok) throw refusal(response.status, await inTime(response.text()));
    const reader = (response.body ?? new Blob().stream()).getReader();
    const decoder = new TextDecoder();
    for (let isOver = false; !isOver;) {
      const part = await inTime(reader.read());
      isOver = part.done;
      yield decoder.decode(part.value, { stream: !isOver });
    }
  } catch (fault) {
    signal.throwIfAborted();
    throw fault instanceof ApiFailure ? fault : unreachable();
  } finally {
    end.abort();
  }
}
