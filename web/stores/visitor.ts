import { create } from 'zustand';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { currentUser } from '#web/api.ts';
import { onPageBack } from '#web/page-back.ts';
import { isSomebodyElse } from '#web/somebody-else.ts';

/** The visitor of the page. `unknown`: the check failed with a fault, which proves nothing. */
export type Visitor =
  | { readonly standing: 'checking' | 'nobody' }
  | { readonly standing: 'unknown'; readonly fault: unknown }
  | { readonly standing: 'signed-in'; readonly user: UserAnswer };

const useStore = create<Visitor>(() => ({ standing: 'checking' }));

const known = useStore.getState;
const become = (visitor: Visitor): void => useStore.setState(visitor, true);

/** The check that is under way. An answer to an earlier one is dropped. */
let running: Promise<Visitor> | undefined;

export const useVisitor = (): Visitor => useStore();

const asked = async (): Promise<Visitor> => {
  try {
    const user = await currentUser();
    return user === 'nobody' ? { standing: 'nobody' } : { standing: 'signed-in', user };
  } catch (fault) {
    return { standing: 'unknown', fault };
  }
};

/**
 * Asks the server who is signed in, and answers that. A user who is known to be signed in stays so meanwhile, and when the check fails.
 */
export const checkVisitor = (): Promise<Visitor> => {
  const check = asked().then((found) => {
    if (running !== check) return found;
    running = undefined;
    if (found.standing !== 'unknown' || known().standing === 'checking') become(found);
    return found;
  });
  running = check;
  if (known().standing !== 'signed-in') become({ standing: 'checking' });
  return check;
};

/** The check that is under way, or a new one. */
export const awaitVisitor = (): Promise<Visitor> => running ?? checkVisitor();

/** How long after a failed check the server is asked once more, in milliseconds. */
const SECOND_TRY = 5_000;

/** The other tabs of this browser, once we listen to them. */
let tabs: BroadcastChannel | undefined;

/** A browser that stores nothing for the page refuses the channel: its tabs do without. */
const openChannel = (): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel('homelead');
  } catch {
    return undefined;
  }
};

/** The user may have signed out elsewhere meanwhile, or the server could not be asked before. */
const checkAgain = (): void => {
  const { standing } = known();
  if (standing === 'signed-in' || standing === 'unknown') void checkVisitor();
};

/**
 * Checks the visitor, and again whenever the page is back on screen, another tab has something new of the user, or, once, a while after a
 * failed check. Answers how to stop.
 */
export const watchVisitor = (): (() => void) => {
  const channel = openChannel();
  tabs = channel;
  channel?.addEventListener('message', () => void checkVisitor());
  const stop = onPageBack(checkAgain);
  void checkVisitor().then(({ standing }) => standing === 'unknown' && setTimeout(checkAgain, SECOND_TRY));
  return () => {
    stop();
    channel?.close();
    tabs = undefined;
  };
};

/** Has the other tabs ask who is signed in: that, or what is known of the user, has changed. */
export const tellTabs = (): void => tabs?.postMessage(0);

/** Takes what the server has just said: who is signed in, or nobody. The other tabs ask for themselves. */
export const meetVisitor = (user: UserAnswer | 'nobody'): void => {
  running = undefined;
  tellTabs();
  become(user === 'nobody' ? { standing: 'nobody' } : { standing: 'signed-in', user });
};

/** Calls `hear` when the user who is signed in now, or else the next one, no longer is. Answers how to stop. */
export const onVisitorLeft = (hear: () => void): (() => void) =>
  useStore.subscribe((now, before) => {
    if (before.standing !== 'signed-in') return;
    if (now.standing !== 'signed-in' || isSomebodyElse(before.user, now.user)) hear();
  });
