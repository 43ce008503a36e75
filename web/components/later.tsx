import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** A component that may have to be fetched. `fetch` does so ahead of the first drawing, which then has it at once. */
export type Later<Props extends object = object> = ComponentType<Props> & { readonly fetch: () => Promise<void> };

/**
 * A component that is fetched when it is first drawn, with `waiting` in its place until then. React's `lazy` would hold it back for 300
 * ms once its fallback has been shown. A failed fetch is thrown to the nearest fault boundary. A new drawing fetches it again, but a
 * browser may remember for the life of the page that a file did not come.
 */
export const later = <Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): Later<Props> => {
  let loaded: ComponentType<Props> | undefined;
  const Later = (props: Props) => {
    const [outcome, setOutcome] = useState<{
      readonly Part?: ComponentType<Props> | undefined;
      readonly fault?: unknown;
    }>({
      Part: loaded,
    });
    useEffect(() => {
      if (loaded !== undefined) return undefined;
      let gone = false;
      load().then(
        (Part) => {
          loaded = Part;
          if (!gone) setOutcome({ Part });
        },
        (fault: unknown) => {
          if (!gone) setOutcome({ fault });
        },
      );
      return () => {
        gone = true;
      };
    }, []);
    if (outcome.fault !== undefined) throw outcome.fault;
    return outcome.Part === undefined ? waiting : <outcome.Part {...props} />;
  };
  const fetch = async (): Promise<void> => {
    loaded ??= await load();
  };
  return Object.assign(Later, { fetch });
};
