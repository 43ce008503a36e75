import { createHash } from 'node:crypto';
import { constants, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import { UnreadableFile } from '#application/ports/lead-file.ts';
import { assertText, encodingOf, textDecoder } from './encoding.ts';
import type { Encoding } from './encoding.ts';
import { mistakenUtf8 } from './mistaken.ts';

const PIECE = 64 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is none',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
};

/** Whoever named the file says which one it is. */
const unreadable = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  return new UnreadableFile(`The file cannot be read: ${REASONS[error.code] ?? error.message}.`, {
    cause: error,
  });
};

/** What is known of a file once all of it has been read. `fileHash`: SHA-256, in hex; `size`: in bytes. */
export type FileFacts = { readonly encoding: Encoding; readonly fileHash: string; readonly size: number };

/** Not waiting for whoever might write to a pipe: that would hold a thread, of which the process has four, and maybe for ever. */
const AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const assertFile = async (file: FileHandle): Promise<void> => {
  const found = await file.stat();
  if (!found.isFile() && !found.isDirectory())
    throw new UnreadableFile('The file cannot be read: it is no regular file; save it first.');
};

/** The bytes of a file, piece by piece. Throws `UnreadableFile` when the disk or the file refuses. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  try {
    await using file = await open(path, AT_ONCE);
    await assertFile(file);
    for (;;) {
      // A buffer of its own for each piece: whoever gets it may keep it.
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(PIECE), 0, PIECE);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/** Reads a file once to know what it is, and that all of it can be read. */
export const factsOf = async (path: string, named: string | undefined): Promise<FileFacts> => {
  const hash = createHash('sha256');
  let size = 0;
  let encoding: Encoding | undefined;
  let decoder: ReturnType<typeof textDecoder> | undefined;
  let mistaken: ReturnType<typeof mistakenUtf8> | undefined;
  for await (const bytes of piecesOf(path)) {
    if (encoding === undefined || decoder === undefined) {
      encoding = encodingOf(bytes, named);
      assertText(bytes, encoding);
      decoder = textDecoder(encoding);
      mistaken = mistakenUtf8(encoding);
    }
    decoder.text(bytes);
    mistaken?.look(bytes);
    hash.update(bytes);
    size += bytes.length;
  }
  if (encoding === undefined) throw new UnreadableFile('The file is empty.');
  decoder?.end();
  mistaken?.end();
  return { encoding, fileHash: hash.digest('hex'), size };
};

/**
 * The text of a file; `onRead` hears how much of it has been read, 0 to 1. Throws `UnreadableFile` when it is no longer the one that the
 * facts are of.
 */
export async function* textsOf(
  path: string,
  { encoding, fileHash, size }: FileFacts,
  onRead: (share: number) => void = () => {},
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const decoder = textDecoder(encoding);
  const changed = () => new UnreadableFile('The file changed while it was read.');
  let read = 0;
  for await (const bytes of piecesOf(path)) {
    hash.update(bytes);
    read += bytes.length;
    if (read > size) throw changed();
    onRead(read / size);
    yield decoder.text(bytes);
  }
  if (hash.digest('hex') !== fileHash) throw changed();
}
