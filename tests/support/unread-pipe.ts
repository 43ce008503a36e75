import { execFileSync } from 'node:child_process';
import { closeSync, constants, createReadStream, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { onTestFinished } from 'vitest';

const fill = (descriptor: number): void => {
  try {
    for (;;) writeSync(descriptor, '\n'.repeat(4_096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
};

/** A full pipe without a reading reader, like that of a log collector that has been stopped. POSIX only. */
export const openUnreadPipe = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'homelead-pipe-'));
  const path = join(folder, 'log');
  execFileSync('mkfifo', [path]);
  // Opening for both waits for nobody; this process is then the reader, which does not read.
  const holder = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  fill(holder);
  const writer = openSync(path, constants.O_WRONLY);
  onTestFinished(async () => {
    closeSync(holder);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    /** For the output of a process that is started. Release it with `letGo`. */
    writer,
    letGo: () => closeSync(writer),
    /** Begins to read, a chunk every so many milliseconds; the answer gives the text so far, without the filling. */
    read: (pause = 0): (() => string) => {
      let text = '';
      const readAll = async (): Promise<void> => {
        for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: 4_096 })) {
          text += String(piece);
          if (pause > 0) await wait(pause);
        }
      };
      void readAll();
      return () => text.trimStart();
    },
  };
};
