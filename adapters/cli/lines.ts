import type { Socket } from 'node:net';

/** The other side does not keep to the form of the conversation. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
}

const NEWLINE = 10;

/** The lines that come over a socket, until its end. Throws `BadLine` at one of more than `longest` bytes. */
export const linesOf = async function* (socket: Socket, longest: number): AsyncGenerator<string, undefined> {
  let begun: Buffer[] = [];
  let size = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      begun.push(chunk.subarray(from, at));
      if (size + at - from > longest) throw new BadLine('a line is too long');
      yield Buffer.concat(begun).toString('utf8');
      begun = [];
      size = 0;
      from = at + 1;
    }
    begun.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > longest) throw new BadLine('a line is too long');
  }
};

export const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/** The JSON value of a line. Throws `BadLine`. */
export const valueOf = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new BadLine('a line is not JSON');
  }
};
