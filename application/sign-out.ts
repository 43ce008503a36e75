import type { Atomically } from './ports/atomically.ts';
import type { Secrets } from './ports/secrets.ts';

type Needs = { readonly atomically: Atomically; readonly secrets: Pick<Secrets, 'hash'> };

/** Ends a session. Without one there is nothing to do, which is no error. */
export const signOut =
  ({ atomically, secrets }: Needs) =>
  async (sessionToken: string | undefined): Promise<void> => {
    if (sessionToken === undefined) return;
    await atomically(({ sessions }) => sessions.remove([secrets.hash(sessionToken)]));
  };
