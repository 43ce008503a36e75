import { destination } from 'pino';
import type { DestinationStream } from 'pino';

export type Output = DestinationStream & { readonly flush: () => void };

/** Lines of requests are written some dozens at a time, at the latest after so many milliseconds: each alone costs more than its answer. */
const TOGETHER = { length: 4_096, milliseconds: 100 };

/** Holds lines back for a moment, so that one write is for many. */
const together = (output: DestinationStream): Output => {
  let held = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = held;
    held = '';
    if (lines !== '') output.write(lines);
  };
  return {
    write: (line) => {
      held += line;
      if (held.length >= TOGETHER.length) flush();
      else timer ??= setTimeout(flush, TOGETHER.milliseconds).unref();
    },
    flush,
  };
};

/** So many bytes wait for an output that takes none for a while; what comes beyond is lost, lest it fill the memory. */
const MOST_WAITING = 1_048_576;

/** In milliseconds: how soon a reader that has stood still is tried again, and how long one is waited for when the process ends. */
const AGAIN = 50;
const LAST_WORDS = 4_000;

const stillness = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes at once, and never waits: what a pipe has no room for is kept, and written before anything later once its reader
 * goes on.
 */
const patient = (): Output => {
  // Node makes a pipe or a socket that it opens refuse what does not fit. Before that, a write would wait for the reader.
  process.stdout.on('error', () => {});
  // Where a write does not fit, the library would sleep and try again, and nothing else would happen meanwhile.
  const stream = destination({ dest: 1, sync: true, maxLength: MOST_WAITING, retryEAGAIN: () => false });
  let again: NodeJS.Timeout | undefined;
  const retry = (): void => {
    clearTimeout(again);
    again = undefined;
    stream.write('');
  };
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    // Another error costs lines, as with a full disk or a reader that has ended, not the process: nowhere is left to tell it.
    if (code === 'EAGAIN') again ??= setTimeout(retry, AGAIN).unref();
  });
  return {
    write: (lines) => void stream.write(lines),
    flush: () => {
      for (const end = Date.now() + LAST_WORDS; again !== undefined && Date.now() < end; retry())
        Atomics.wait(stillness, 0, 0, AGAIN);
    },
  };
};

let opened: Output | undefined;

/** The one standard output of the process. What it still holds is written when the process ends. */
export const standardOutput = (): Output => {
  if (opened !== undefined) return opened;
  const output = patient();
  const lines = together(output);
  process.on('exit', () => {
    lines.flush();
    output.flush();
  });
  opened = lines;
  return lines;
};
