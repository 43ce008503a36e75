import type { User } from '#application/show-user.ts';
import { Refused } from './failures.ts';

/** The answer to somebody who asks for what only users, or only subscribers, may ask for. */
const refusalOf = (user: User | undefined, open: 'to-users' | 'to-subscribers'): Refused | undefined => {
  if (user === undefined) return new Refused('NOT_SIGNED_IN');
  return open === 'to-subscribers' && user.membership.is === 'none' ? new Refused('SUBSCRIPTION_REQUIRED') : undefined;
};

/**
 * Reads a request by `read`. Only those who may ask learn what is wrong with it; the others learn that they may not. Whether they
 * may is looked up in that case alone, as the use-case does it anyway.
 */
export const readFor = async <Input>(
  open: 'to-users' | 'to-subscribers',
  asker: () => Promise<User | undefined>,
  read: () => Input | Promise<Input>,
): Promise<Input> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw refusalOf(await asker(), open) ?? error;
  }
};
