import { Socket } from 'node:net';

/** The error of a connection that has received nothing for too long. */
export const silenceError = (): Error =>
  Object.assign(new Error('the database server is silent'), { code: 'ETIMEDOUT' });

/** Calls `then`, unless this process itself was blocked and the answer has arrived: it is read before anything immediate runs. */
export const unlessHeard = (socket: Socket, then: () => void): void => {
  const heard = socket.bytesRead;
  setImmediate(() => {
    if (socket.bytesRead === heard) then();
  });
};

/**
 * Makes connections that end after so many milliseconds of silence: statements that wait for an answer fail. The driver has a limit of
 * its own, `query_timeout`, but with it each answer stays in memory until the next full garbage collection, and these then happen all
 * the time.
 */
export const endingInSilence = (milliseconds: number) => (): Socket => {
  const socket = new Socket();
  return socket.setTimeout(milliseconds, () => unlessHeard(socket, () => socket.destroy(silenceError())));
};
