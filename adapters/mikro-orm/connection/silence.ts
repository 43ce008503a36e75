import { Socket } from 'node:net';

/** A connection on which nothing was heard for too long. */
export const silenceOf = (): Error => Object.assign(new Error('the database server is silent'), { code: 'ETIMEDOUT' });

/** When it was this process that stood still, the answer may have come meanwhile: it is read before anything immediate runs. */
export const unlessHeard = (socket: Socket, then: () => void): void => {
  const heard = socket.bytesRead;
  setImmediate(() => {
    if (socket.bytesRead === heard) then();
  });
};

/**
 * Makes connections that end when nothing is heard on them for so long: whoever waits for an answer is told. The driver's own
 * limit, `query_timeout`, has each answer live on until the next full collection of the heap, which then come all the time.
 */
export const endingInSilence = (milliseconds: number) => (): Socket => {
  const socket = new Socket();
  return socket.setTimeout(milliseconds, () => unlessHeard(socket, () => socket.destroy(silenceOf())));
};
