import { once } from 'node:events';
import { connect } from 'node:net';

import type { Case } from './cases.ts';

/** A kept connection over which one request at a time is sent, and its answer read to the end. */
export type Line = { readonly ask: (request: Buffer) => Promise<number>; readonly close: () => void };

export const bytesOf = ({ method, path, headers, body = '' }: Case): Buffer =>
  Buffer.from(
    [
      `${method} ${path} HTTP/1.1`,
      'host: localhost',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(method === 'POST' ? [`content-length: ${Buffer.byteLength(body)}`] : []),
      '',
      body,
    ].join('\r\n'),
  );

/** An answer without a body, whatever its headers say. */
export const NOT_MODIFIED = 304;

const END_OF_HEADERS = '\r\n\r\n';
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** How far an answer has come. Its bytes are counted, not kept: whether it is right has been seen before. */
const reader = (done: (status: number) => void) => {
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  /** `undefined` while it comes in chunks. */
  let left: number | undefined;
  let tail: Buffer = Buffer.alloc(0);
  return (data: Buffer): void => {
    let body = data;
    if (status === 0) {
      head = head.length === 0 ? data : Buffer.concat([head, data]);
      const end = head.indexOf(END_OF_HEADERS);
      if (end < 0) return;
      const headers = head.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(headers)?.[1];
      status = Number(headers.slice(9, 12));
      left = length === undefined ? undefined : Number(length);
      body = head.subarray(end + END_OF_HEADERS.length);
    }
    if (status === NOT_MODIFIED) return done(status);
    if (left === undefined)
      tail = Buffer.concat([tail, body.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length);
    if (left === undefined ? tail.equals(LAST_CHUNK) : (left -= body.length) <= 0) done(status);
  };
};

/**
 * Opens one. Not a package's load tool, and not Node's own client: on a machine of two cores whatever asks takes its time from those
 * that answer, and this takes least. Tools such as autocannon measure one server at a time besides, and no processor time.
 */
export const openLine = async (address: string): Promise<Line> => {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let read: ((data: Buffer) => void) | undefined;
  let fail: (error: Error) => void = () => {};
  socket.on('data', (data) => read?.(data));
  socket.on('error', (error) => fail(error));
  socket.on('close', () => fail(new Error('the server closed a connection that it had been asked to keep')));
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        fail = reject;
        read = reader(resolve);
        socket.write(request);
      }),
    close: () => {
      fail = () => {};
      socket.destroy();
    },
  };
};
