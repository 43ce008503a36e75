import { create } from 'zustand';

import { currentUser } from '#web/api.ts';
import type { CurrentUser } from '#web/api.ts';

/** Who looks at the page. `unknown` is a check that failed: it says nothing about anybody. */
export type Visitor =
  | { readonly standing: 'checking' | 'nobody' | 'unknown' }
  | { readonly standing: 'signed-in'; readonly user: CurrentUser };

const useStore = create<{ readonly visitor: Visitor }>(() => ({ visitor: { standing: 'checking' } }));

export const useVisitor = (): Visitor => useStore((state) => state.visitor);

const asked = async (): Promise<Visitor> => {
  try {
    const user = await currentUser();
    return user === 'nobody' ? { standing: 'nobody' } : { standing: 'signed-in', user };
  } catch {
    return { standing: 'unknown' };
  }
};

/** Asks the server who is signed in. */
export const checkVisitor = async (): Promise<void> => {
  useStore.setState({ visitor: { standing: 'checking' } });
  useStore.setState({ visitor: await asked() });
};
