import { Socket } from 'node:net';

/** The error of a connection on which nothing came for too long. */
export const silenceError = (): Error =>
  Object.assign(new Error('the database server is silent'), { code: 'ETIMEDOUT' });

/** Calls `then`, unless this process itself stood still and the answer is there: that is read before anything immediate runs. */
export const unlessHeard = (socket: Socket, then: () => void): void => {
  const heard = socket.bytesRead;
  setImmediate(() => {
    if (socket.bytesRead === heard) then();
  });
};

/**
 * Makes connections that end when nothing comes on them for so long: whoever waits for an answer gets an error. The driver has a limit of
 * its own, `query_timeout`, but with it each answer stays in memory until the next full garbage collection, and these come all the time.
 */
export const endingInSilence = (milliseconds: number) => (): Socket => {
  const socket = new Socket();
  return socket.setTimeout(milliseconds, () => unlessHeard(socket, () => socket.destroy(silenceError())));
};
