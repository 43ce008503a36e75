import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it, onTestFinished } from 'vitest';

import { openLine } from '#tests/bench/line.ts';

/** A server that gives these answers in their order, each in pieces of so many bytes. */
const serverOf = async (answers: readonly string[], bytes: number): Promise<string> => {
  const left = [...answers];
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('data', () => {
      const answer = Buffer.from(left.shift() ?? '');
      void (async () => {
        for (let at = 0; at < answer.length; at += bytes) {
          socket.write(answer.subarray(at, at + bytes));
          await nextTurn();
        }
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const ANSWERS = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nin 10\r\n7\r\n pieces\r\n0\r\n\r\n',
  'HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\netag: "tag"\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nmore',
];

it.each([1, 2, 5, 1_000])('a line reads each answer to its end when it comes in pieces of %d bytes', async (bytes) => {
  const line = await openLine(await serverOf(ANSWERS, bytes));
  const statuses: number[] = [];
  for (const _ of ANSWERS) statuses.push(await line.ask(Buffer.from('ask')));
  line.close();
  expect(statuses).toEqual([200, 200, 429, 304, 200]);
});

it('a line that the server closes fails what was asked', async () => {
  const server = createServer((socket) => void socket.on('data', () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const line = await openLine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await expect(line.ask(Buffer.from('ask'))).rejects.toThrow('closed a connection');
});
