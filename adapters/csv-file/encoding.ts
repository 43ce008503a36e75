import { isUtf8 } from 'node:buffer';

import { UnreadableFile } from '#application/ports/lead-file.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'macintosh';

/** What operators call them. */
const NAMES: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
  ansi: 'windows-1252',
  latin1: 'windows-1252',
  'latin-1': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  macintosh: 'macintosh',
  macroman: 'macintosh',
  'mac-roman': 'macintosh',
};

const encodingNamed = (name: string): Encoding => {
  const encoding = Object.hasOwn(NAMES, name.toLowerCase()) ? NAMES[name.toLowerCase()] : undefined;
  if (encoding === undefined)
    throw new UnreadableFile(`The encoding "${name}" is not known, only utf-8, utf-16, windows-1252 and macintosh.`);
  return encoding;
};

/** By the byte order mark, else as it was named, else UTF-8. */
export const encodingOf = (start: Buffer, named: string | undefined): Encoding => {
  const wanted = named === undefined ? undefined : encodingNamed(named);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  return wanted ?? 'utf-8';
};

/** Files of other programs that are taken for a CSV, by how they begin. */
const OTHERS = [
  { start: 'PK\u0003\u0004', what: 'a workbook or an archive (.xlsx, .zip)' },
  { start: '\u00D0\u00CF\u0011\u00E0', what: 'an old workbook (.xls)' },
  { start: '%PDF', what: 'a PDF' },
  { start: '\u001F\u008B', what: 'compressed (.gz)' },
];

/** Throws `UnreadableFile` if the file, by its first bytes, is no text. */
export const assertText = (start: Buffer, encoding: Encoding): void => {
  const other = OTHERS.find(({ start: mark }) => start.subarray(0, mark.length).toString('latin1') === mark);
  if (other !== undefined)
    throw new UnreadableFile(
      `This is no CSV file but ${other.what}. Open it in a spreadsheet and save it as CSV UTF-8.`,
    );
  if (!encoding.startsWith('utf-16') && start.includes(0))
    throw new UnreadableFile('This is no CSV file: it holds bytes that no text has. Save it as CSV UTF-8.');
};

const NEWLINE = 10;
const RETURN = 13;

/** The first two bits of the bytes of a character of UTF-8 after its first one, and of the first of several. */
const CONTINUES = 0b10;
const BEGINS = 0b11;

/** The longest character of UTF-8, in bytes. */
const LONGEST = 4;

/** The bytes at the end that may be a character of UTF-8 whose rest is in the next piece. */
const unfinished = (bytes: Buffer): Buffer => {
  const end = bytes.subarray(-(LONGEST - 1));
  const start = end.findLastIndex((byte) => byte >> 6 !== CONTINUES);
  const first = end[start] ?? 0;
  return first >> 6 === BEGINS ? end.subarray(start) : end.subarray(end.length);
};

/** Turns bytes into text, and counts the lines to say where they cannot be read. */
export const textDecoder = (encoding: Encoding) => {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  /** Whether the piece before ended in a return: a newline that follows ends no other line. */
  let isAfterReturn = false;
  /** The piece before. */
  let before: Buffer = Buffer.alloc(0);

  const badLineOfUtf8 = (piece: Buffer): number => {
    let at = line;
    const bytes = Buffer.concat([unfinished(before), piece]);
    let start = isAfterReturn && bytes[0] === NEWLINE ? 1 : 0;
    for (; start < bytes.length; at += 1) {
      const length = bytes.subarray(start).findIndex((byte) => byte === NEWLINE || byte === RETURN);
      const end = start + length;
      if (length < 0 || !isUtf8(bytes.subarray(start, end))) return at;
      start = end + (bytes[end] === RETURN && bytes[end + 1] === NEWLINE ? 2 : 1);
    }
    return at;
  };
  const decoded = (bytes: Buffer, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream });
    } catch (error) {
      const where =
        encoding === 'utf-8'
          ? `${badLineOfUtf8(bytes)}. If a spreadsheet saved it as plain "CSV", add --encoding windows-1252, or macintosh if that was on a Mac.`
          : `${line} or one after it.`;
      throw new UnreadableFile(`The file is not ${encoding.toUpperCase()}: see line ${where}`, { cause: error });
    }
  };

  /** By the text, not its bytes: in UTF-16 they stand for other characters too. */
  const count = (text: string): void => {
    line += text.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (isAfterReturn && text.startsWith('\n')) line -= 1;
    if (text !== '') isAfterReturn = text.endsWith('\r');
  };

  return {
    /** Throws `UnreadableFile` where the bytes are not in the encoding, as `end` does where they end too early. */
    text: (bytes: Buffer): string => {
      const text = decoded(bytes, true);
      count(text);
      before = bytes;
      if (text.includes('\0'))
        throw new UnreadableFile(`This is no CSV file: line ${line} or one before it has no text.`);
      return text;
    },
    end: (): void => void decoded(Buffer.alloc(0), false),
  };
};
