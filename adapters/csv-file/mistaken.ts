import { isAscii } from 'node:buffer';

import { UnreadableFile } from '#application/ports/lead-file.ts';
import type { Encoding } from './encoding.ts';

/**
 * In an encoding of one byte a letter, all bytes are some text, also those of UTF-8: `BjÃ¶rn` for Björn. The other way
 * round, text in such an encoding that has a letter beyond ASCII is practically never valid UTF-8.
 */
export const mistakenUtf8 = (encoding: Encoding) => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = encoding === 'windows-1252' || encoding === 'macintosh';
  let isPlain = true;

  const look = (bytes: Buffer, stream: boolean): void => {
    if (!isUtf8) return;
    try {
      decoder.decode(bytes, { stream });
      isPlain &&= isAscii(bytes);
    } catch {
      isUtf8 = false;
    }
  };
  return {
    look: (bytes: Buffer): void => look(bytes, true),
    /** Throws `UnreadableFile` if all that was looked at is UTF-8, and more than ASCII. */
    end: (): void => {
      look(Buffer.alloc(0), false);
      if (isUtf8 && !isPlain) throw new UnreadableFile('The file is UTF-8: leave --encoding out.');
    },
  };
};
