import type { User } from '#application/show-user.ts';
import { Refused } from './failures.ts';

/** The refusal of a visitor who asks for what only users, or only subscribers, may have. */
const refusalOf = (user: User | undefined, open: 'to-users' | 'to-subscribers'): Refused | undefined => {
  if (user === undefined) return new Refused('NOT_SIGNED_IN');
  return open === 'to-subscribers' && user.membership.is === 'none' ? new Refused('SUBSCRIPTION_REQUIRED') : undefined;
};

/**
 * Reads a request by `read`. Only a visitor with the right to ask is told what is wrong with it; others are refused for lack of that
 * right. The right is looked up in that case alone: the use-case checks it anyway.
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
