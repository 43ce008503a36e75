import type { Limiter } from '#application/ports/limiter.ts';
import type { NotificationOutcome } from '#application/receive-notification.ts';
import { isThisMachine } from '#domain/this-machine.ts';
import { limited } from './limits.ts';

/**
 * Receives a notification that anybody could have sent, as one try of `address` unless it tells something new: the provider is
 * asked about each. One that could not be read or stored is no try, since the provider sends it again. This machine is not counted,
 * as a proxy that nobody has named would have the provider and everybody else behind one address.
 */
export const countingHint = async (
  limiter: Limiter,
  address: string,
  receive: () => Promise<NotificationOutcome>,
): Promise<NotificationOutcome> => {
  if (isThisMachine(address)) return receive();
  await limited(limiter, 'notification', address);
  let isFutile = false;
  try {
    const outcome = await receive();
    isFutile = outcome !== 'stored';
    return outcome;
  } finally {
    if (!isFutile) await limiter.giveBack('notification', address);
  }
};
