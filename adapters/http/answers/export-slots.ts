import { slots } from '#adapters/http/at-once.ts';
import { bag } from '#adapters/http/bag.ts';
import { Refused } from '#adapters/http/failures.ts';

/** In one process. Each export holds some hundred leads, and all of them together must leave memory for the rest of the shop. */
const MOST = 24;
const ALL_TAKEN = 'Too many exports are running right now. Please try again in a moment.';

/** In one process, too: one user must not keep everybody else from exporting. */
const MOST_OF_A_USER = 2;
const OWN_TAKEN = 'Two of your exports are running already. Please try again when one of them has ended.';
/** How fast an export is read is unknown, but most are read by then. */
const RETRY_OWN_SECONDS = 5;

/** Takes a slot for an export of a user, and answers how to give it back. Throws `Refused`: `TOO_MANY_TRIES`, `BUSY`. */
export const exportSlots = (): ((userId: string) => () => void) => {
  const takeSlot = slots(MOST);
  const users = bag<string>();
  return (userId) => {
    if (users.values().filter((id) => id === userId).length >= MOST_OF_A_USER)
      throw new Refused('TOO_MANY_TRIES', { message: OWN_TAKEN, retryAfterSeconds: RETRY_OWN_SECONDS });
    const leave = takeSlot();
    if (leave === undefined) throw new Refused('BUSY', { message: ALL_TAKEN });
    const forget = users.put(userId);
    return () => {
      leave();
      forget();
    };
  };
};
