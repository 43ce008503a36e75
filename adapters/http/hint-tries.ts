import type { Limiter } from '#application/ports/limiter.ts';
import type { NotificationOutcome } from '#application/receive-notification.ts';
import { isThisMachine } from '#domain/this-machine.ts';
import { limited } from './limits.ts';

/**
 * Receives a notification that anybody could have sent. It is a try of `address` unless it brings something new, as the provider is
 * asked about each. One that could not be read or stored is no try, since the provider sends it again. This machine is not counted:
 * behind a proxy that is missing in the settings, the provider and everybody else would have one address.
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
